import type { Scenario } from '../../sim/scenario.ts';
export default function TrainingUsers({ scenario }: { scenario: Scenario | null }) {
  return <p>{scenario?.id}</p>;
}
