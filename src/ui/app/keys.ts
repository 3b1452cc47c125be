/** The page's keys in one table: the handler and the help dialog read the same list. */
import { useEffect } from 'react';
import type { Place } from './route.ts';

export type Command = 'toggle' | 'step' | 'reset' | 'settings' | 'link' | 'help' | ArmCommand;
/** the choices of the segmented control, in its order */
export type ArmCommand = 'arm-1' | 'arm-2' | 'arm-3' | 'arm-4';

export const KEYS: readonly { readonly key: string; readonly shown: string; readonly command: Command; readonly does: string }[] = [
  { key: ' ', shown: 'Space', command: 'toggle', does: 'Run, pause, go on' },
  { key: 's', shown: 'S', command: 'step', does: 'One update, then pause' },
  { key: 'r', shown: 'R', command: 'reset', does: 'Reset; once more to undo' },
  { key: '1', shown: '1', command: 'arm-1', does: 'Train against one frozen simulator (Collapse)' },
  { key: '2', shown: '2', command: 'arm-2', does: 'Train against verbalized lists (Verbalized)' },
  { key: '3', shown: '3', command: 'arm-3', does: 'Train against a population of simulators that learn (Co-Training)' },
  { key: '4', shown: '4', command: 'arm-4', does: 'The three of them side by side (Compare all)' },
  { key: 'l', shown: 'L', command: 'link', does: 'Copy the link of this experiment' },
  { key: ',', shown: ',', command: 'settings', does: 'Open or close the settings' },
  { key: '?', shown: '?', command: 'help', does: 'Show this list' },
];

/** Elements that need their own keys: letters in fields, Space on everything that can be pressed. */
const TYPING = 'input:not([type=checkbox],[type=radio],[type=range]), textarea, select, [contenteditable=true], [role=textbox], [role=combobox], [role=listbox]';
const PRESSABLE = 'button, a[href], input, summary, [role=button], [role=radio], [role=tab], [role=option], [role=switch]';

/** The command of a key press, or null when the key belongs to the element it was pressed in. */
export function commandOf(key: string, target: { closest(selector: string): unknown } | null): Command | null {
  const found = KEYS.find((k) => k.key === (key.length === 1 ? key.toLowerCase() : key));
  if (!found) return null;
  if (target?.closest(TYPING)) return null;
  if (found.key === ' ' && target?.closest(PRESSABLE)) return null;
  return found.command;
}

/** Away from the lab only the help key is taken: the others keep their meaning (Space scrolls). */
export function useKeys(place: Place, run: (command: Command) => void): void {
  useEffect(() => {
    const down = (e: KeyboardEvent): void => {
      if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
      const command = commandOf(e.key, e.target instanceof Element ? e.target : null);
      if (!command || e.repeat || (place !== 'lab' && command !== 'help')) return;
      // a dialog is open: only its own keys count
      if (document.querySelector('[role=dialog][data-modal]')) return;
      e.preventDefault();
      run(command);
    };
    window.addEventListener('keydown', down);
    return () => window.removeEventListener('keydown', down);
  }, [place, run]);
}
