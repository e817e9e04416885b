import { Component, type ReactNode } from 'react';
import { Broken } from './states.tsx';

interface State {
  error: unknown;
}

/** Keeps an error of one screen from taking the whole page with it. React has boundaries as classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <Broken error={this.state.error} />;
  }
}
