import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Stands in for children that broke while they were drawn; it may look at what was thrown. */
  fallback: ReactNode | ((thrown: unknown) => ReactNode);
  children: ReactNode;
}

interface ErrorBoundaryState {
  broken: boolean;
  thrown: unknown;
}

/** React reports what was thrown to the console; the person gets the fallback. Give it a `key` to try anew. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { broken: false, thrown: null };

  static getDerivedStateFromError(thrown: unknown) {
    return { broken: true, thrown };
  }

  override render() {
    const { fallback, children } = this.props;
    if (!this.state.broken) return children;
    return typeof fallback === 'function' ? fallback(this.state.thrown) : fallback;
  }
}
