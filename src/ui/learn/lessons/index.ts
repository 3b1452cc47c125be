/** The lessons, in the order in which they build on each other. */
import type { Lesson } from '../content.ts';
import { bet } from './bet.ts';
import { collapse } from './collapse.ts';
import { cotraining } from './cotraining.ts';
import { evidence } from './evidence.ts';
import { failures } from './failures.ts';
import { lists } from './lists.ts';
import { oneUpdate } from './one-update.ts';
import { theory } from './theory.ts';
import { user } from './user.ts';

export const LESSONS: readonly Lesson[] = [user, collapse, bet, oneUpdate, theory, lists, cotraining, failures, evidence];
