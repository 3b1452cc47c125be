import { Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { engineName } from '../lab/words.ts';
import { useLab } from '../store/hooks.ts';
import type { Place } from './route.ts';
import type { Theme } from './theme.ts';
import { applyTheme, storedTheme, storeTheme } from './theme.ts';
import css from './Header.module.css';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICON = { system: Monitor, light: Sun, dark: Moon };
const SAY: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const Icon = ICON[theme];
  const change = (): void => {
    const next = NEXT[theme];
    setTheme(next);
    applyTheme(next);
    storeTheme(next);
  };
  return (
    <button type="button" className={css.icon} onClick={change} aria-label={`Theme: ${SAY[theme]}. Switch to ${SAY[NEXT[theme]]}`} title={`Theme: ${SAY[theme]}`}>
      <Icon size={17} aria-hidden="true" />
    </button>
  );
}

function Engine() {
  const engine = useLab((s) => s.run?.engine ?? s.engine);
  const missing = useLab((s) => s.engine?.noGpu !== undefined);
  if (!engine) return <span className={css.engine}>Looking for a graphics adapter</span>;
  const kind = engine.backend === 'cpu' ? 'cpu' : engine.software ? 'software' : 'gpu';
  const why = kind === 'cpu' && missing;
  return (
    <a className={css.engine} href="#/gpu" data-kind={kind} title={why ? `${engine.name}: why there is no GPU` : `${engine.name}: test my GPU`}>
      <span className={css.name}>{engineName(engine)}</span>
      {kind === 'cpu' ? (
        <b>
          <span className={css.narrow}>CPU twin, </span>
          {missing ? 'no GPU: why?' : 'exact'}
        </b>
      ) : null}
      {kind === 'software' ? (
        <b>
          <span className={css.wide}>software, </span>slow
        </b>
      ) : null}
      {why ? null : <span className="visually-hidden">: test my GPU</span>}
    </a>
  );
}

export function Header({ place, onKeys }: { place: Place; onKeys: () => void }) {
  return (
    <header className={css.header}>
      <a className={css.brand} href="#/lab">
        <img src="./icon.svg" alt="" width="22" height="22" />
        <span>Thaw</span>
      </a>
      <nav className={css.nav} aria-label="Places">
        <a href="#/lab" aria-current={place === 'lab' ? 'page' : undefined}>
          Lab
        </a>
        <a href="#/learn" aria-current={place === 'learn' ? 'page' : undefined}>
          Learn
        </a>
        <a href="#/runs" aria-current={place === 'runs' ? 'page' : undefined}>
          Runs
        </a>
        <a href="#/people" aria-current={place === 'people' ? 'page' : undefined}>
          You’re the user
        </a>
        <a href="#/about" aria-current={place === 'about' ? 'page' : undefined}>
          About
        </a>
      </nav>
      <div className={css.right}>
        <Engine />
        <button type="button" className={`${css.icon} ${css.keys}`} onClick={onKeys} aria-label="Keyboard keys" title="Keys (?)" aria-keyshortcuts="?">
          <Keyboard size={17} aria-hidden="true" />
        </button>
        <ThemeButton />
      </div>
    </header>
  );
}
