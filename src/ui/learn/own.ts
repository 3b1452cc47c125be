/** The page's one memory of the visitor's settings beside the lessons'. */
import { lab } from '../store/client.ts';
import { createOwnSettings } from './own-settings.ts';

export const ownSettings = createOwnSettings(lab);
