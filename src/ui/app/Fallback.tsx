/** Shows something simpler where a part of the page could not be loaded or drawn. */
import type { ReactNode } from 'react';
import { Component } from 'react';

interface Props {
  readonly to: ReactNode;
  readonly children: ReactNode;
}

export class Fallback extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.to : this.props.children;
  }
}
