/** What one experiment is: arms side by side, and the settings they share. The page runs it, the command line writes it, a link says it. */
import { z } from 'zod';
import { mustBe } from './mistakes.ts';
import type { ArmId, Settings } from './settings.ts';
import { ARMS, checkSettings, defaultSettings } from './settings.ts';

export type SharedSettings = Omit<Settings, 'arm'>;

export interface ExperimentSettings extends SharedSettings {
  /** in the order chosen; each once */
  readonly arms: readonly ArmId[];
}

const armsSchema = z
  .array(z.enum(ARMS, { error: ({ input }) => mustBe(ARMS, input) }))
  .min(1, 'at least one arm is needed')
  .refine((arms) => new Set(arms).size === arms.length, 'an arm is named twice');

/** The settings of one arm of an experiment. */
export function settingsOf(e: ExperimentSettings, arm: ArmId): Settings {
  const shared: Partial<ExperimentSettings> = { ...e };
  delete (shared as { arms?: unknown }).arms;
  return { ...(shared as SharedSettings), arm };
}

export const experimentOf = ({ arm, ...shared }: Settings, arms: readonly ArmId[] = [arm]): ExperimentSettings => ({ ...shared, arms });

export const defaultExperiment: ExperimentSettings = experimentOf(defaultSettings);

/** Validates a whole experiment; on failure names the field at fault in one line. */
export function checkExperiment(value: unknown): { ok: true; experiment: ExperimentSettings } | { ok: false; error: string } {
  if (typeof value !== 'object' || value === null) return { ok: false, error: 'settings: not an object' };
  const { arms, ...shared } = value as Record<string, unknown>;
  const list = armsSchema.safeParse(arms);
  if (!list.success) return { ok: false, error: `arms: ${list.error.issues[0]!.message}` };
  const checked = checkSettings({ ...shared, arm: list.data[0] });
  return checked.ok ? { ok: true, experiment: experimentOf(checked.settings, list.data) } : checked;
}
