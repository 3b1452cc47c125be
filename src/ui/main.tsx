import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/base.css';
import { App } from './app/App.tsx';
import { applyTheme, storedTheme } from './app/theme.ts';
import { watchAddress } from './share/hooks.ts';
import { connect } from './store/client.ts';

applyTheme(storedTheme());
// before the first paint: a link may say what is shown, and what is hidden
watchAddress();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
// the worker loads after the first paint, so that the page is readable first
requestAnimationFrame(() => setTimeout(connect));
