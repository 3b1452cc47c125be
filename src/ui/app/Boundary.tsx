/** Catches what goes wrong while a part of the page is loaded or drawn, so that the rest of the page, and a run in it, go on. */
import type { ReactNode } from 'react';
import { Component } from 'react';
import css from './App.module.css';

interface Props {
  readonly children: ReactNode;
  /** what is shown, in words: "This place" */
  readonly what: string;
}

/** A file of a version that the server no longer has, or no network. */
const isMissing = (e: Error): boolean => /dynamically imported module|Importing a module script failed|error loading/i.test(e.message);

export class Boundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className={css.broken} role="alert">
        <p>
          {this.props.what} could not be {isMissing(error) ? 'loaded. The lab may have been renewed since this page was opened, or the network is gone.' : 'shown.'} Everything else goes on; a run is
          kept in the browser every ten seconds.
        </p>
        <p>
          <button type="button" onClick={() => this.setState({ error: null })}>
            Try again
          </button>{' '}
          <button type="button" onClick={() => location.reload()}>
            Reload the page
          </button>
        </p>
        <details>
          <summary>What went wrong</summary>
          <code>{error.message}</code>
        </details>
      </div>
    );
  }
}
