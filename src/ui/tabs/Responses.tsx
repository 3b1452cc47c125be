import type { Scenario } from '../../sim/scenario.ts';
export default function Responses({ scenario }: { scenario: Scenario | null }) {
  return <p>{scenario?.id}</p>;
}
