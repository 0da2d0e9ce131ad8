import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Replaces children that failed to render, depending on the error. */
  fallback: ReactNode | ((thrown: unknown) => ReactNode);
  children: ReactNode;
}

interface ErrorBoundaryState {
  broken: boolean;
  thrown: unknown;
}

/** React logs the error to the console; the user gets the fallback. Give it a new `key` to retry. */
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
