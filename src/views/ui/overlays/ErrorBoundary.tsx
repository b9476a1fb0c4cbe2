import { Component, type ComponentType, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import { AppContext, reportFailure } from '../hooks/app-context.ts';

export interface FailedProps {
  /** Draws the broken part again. */
  readonly retry: () => void;
  /** Leaves the part, where it can be left. */
  readonly onLeave?: (() => void) | undefined;
}

interface Props {
  readonly children: ReactNode;
  /** Another one draws the part again: it shows something else now. */
  readonly resetKey?: string;
  /** Called before the part is drawn again. */
  readonly onReset?: () => void;
  /** Handed to what stands in the broken part's place. */
  readonly onLeave?: (() => void) | undefined;
  /** What stands in the broken part's place. */
  readonly Failed: ComponentType<FailedProps>;
  /** For the log and the recorder. */
  readonly onError?: ((error: unknown, where: string) => void) | undefined;
}

/** An error below stays below, and is told to the root actor (TRUST-06). React knows no such thing as a function. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  static override contextType = AppContext;
  declare context: ContextType<typeof AppContext>;
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  readonly retry = () => {
    this.props.onReset?.();
    this.setState({ failed: false });
  };

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info.componentStack ?? '');
    reportFailure(this.context, error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.retry();
  }

  override componentWillUnmount() {
    if (this.state.failed) this.props.onReset?.();
  }

  override render() {
    const { children, Failed, onLeave } = this.props;
    return this.state.failed ? <Failed retry={this.retry} onLeave={onLeave} /> : children;
  }
}
