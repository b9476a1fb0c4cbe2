import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** What stands in the broken part's place; `retry` draws the part again. */
  readonly fallback: (retry: () => void, error: unknown) => ReactNode;
  /** For the log and the recorder. */
  readonly onError?: ((error: unknown, where: string) => void) | undefined;
}

/** An error below stays below (TRUST-06). React knows no such thing as a function. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown; readonly failed: boolean }> {
  override state = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info.componentStack ?? '');
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ error: undefined, failed: false }), this.state.error);
  }
}
