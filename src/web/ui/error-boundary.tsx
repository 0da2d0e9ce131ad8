import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Stands in for children that broke while they were drawn. */
  fallback: ReactNode;
  children: ReactNode;
}

/** React reports what was thrown to the console; the person gets the fallback. Give it a `key` to try anew. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
