import { Component, type ReactNode } from 'react';
import { Crash } from './pages/Crash';
import { retryFailedParts } from '@/lib/lazy';
import { reportPageError } from '@/lib/pageErrors/watch';

/** Shows a message and a way to continue after a crash, instead of an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    reportPageError('render', error);
  }

  private readonly retry = () => {
    retryFailedParts();
    this.setState({ broken: false });
  };

  override render(): ReactNode {
    return this.state.broken ? <Crash onRetry={this.retry} /> : this.props.children;
  }
}
