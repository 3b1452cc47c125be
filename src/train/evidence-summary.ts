/** The verdicts of docs/EVIDENCE.md in short, for the page: written by `npm run evidence` beside it, read by the About page. Recorded, and labelled so. */
import { z } from 'zod';

export const EVIDENCE_FILE = 'recorded/evidence.json';

const clause = z.object({ says: z.string().max(400), holds: z.boolean().nullable(), sure: z.boolean().nullable(), numbers: z.string().max(400) });
const claim = z.object({ id: z.string().max(8), claim: z.string().max(400), outcome: z.enum(['comes out', 'does not come out', 'not decided']), clauses: z.array(clause).max(20) });

export const evidenceSummary = z.object({
  engine: z.number(),
  /** on the seeds of the main study, and again on seeds that were never used for tuning */
  claims: z.array(claim).max(20),
  check: z.array(claim).max(20),
});

export type EvidenceSummary = z.infer<typeof evidenceSummary>;
