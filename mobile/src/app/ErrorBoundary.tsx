import { Component, type ReactNode } from 'react';
import { Crash } from './pages/Crash';
import { tellPageError } from '@/lib/pageErrors/watch';

/** Shows a crash with words and a way on, instead of an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    tellPageError('render', error);
  }

  override render(): ReactNode {
    return this.state.broken ? <Crash onRetry={() => this.setState({ broken: false })} /> : this.props.children;
  }
}
