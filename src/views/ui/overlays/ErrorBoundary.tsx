import {
  Component,
  type ComponentType,
  type ContextType,
  type ErrorInfo,
  type ReactNode,
} from 'react';
import { AppContext, reportFailure } from '../hooks/app-context.ts';

export interface FailedProps {
  /** Draws the broken part again. */
  readonly retry: () => void;
  /** Closes the part, if it can be closed. */
  readonly onLeave?: (() => void) | undefined;
}

interface Props {
  readonly children: ReactNode;
  /** A changed key draws the part again, because it shows other content now. */
  readonly resetKey?: string;
  /** Called before the part is drawn again. */
  readonly onReset?: () => void;
  /** Passed to the replacement of the broken part. */
  readonly onLeave?: (() => void) | undefined;
  readonly Failed: ComponentType<FailedProps>;
  /** For the log and the recorder. */
  readonly onError?: ((error: unknown, where: string) => void) | undefined;
}

/**
 * Contains errors of its children, and reports them to the root actor (TRUST-06). React needs a
 * class for this.
 */
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

  /** A part that failed says that the device is offline, and is drawn again once it is back. */
  readonly onNetwork = () => {
    // the first requests of a network that has just returned may fail
    setTimeout(() => {
      if (!this.state.failed) return;
      if (navigator.onLine) this.retry();
      else this.forceUpdate();
    }, 1_000);
  };

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    window.addEventListener('online', this.onNetwork);
    window.addEventListener('offline', this.onNetwork);
    this.props.onError?.(error, info.componentStack ?? '');
    reportFailure(this.context, error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.retry();
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.onNetwork);
    window.removeEventListener('offline', this.onNetwork);
    if (this.state.failed) this.props.onReset?.();
  }

  override render() {
    const { children, Failed, onLeave } = this.props;
    return this.state.failed ? <Failed retry={this.retry} onLeave={onLeave} /> : children;
  }
}
