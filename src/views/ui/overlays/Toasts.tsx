import type { Toast, ToastKind } from '../../../machines/core/toasts.machine.ts';
import { useStrings } from '../strings.ts';
import { Button } from '../controls/Button.tsx';
import { Icon, type IconName } from '../display/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { useAvoidFocus } from './use-avoid-focus.ts';
import { useHoverOrFocus } from './use-hover-or-focus.ts';
import styles from './Toasts.module.css';

/** A toast as it is shown, in words. The second line and the action are optional. */
export interface ToastView extends Pick<Toast, 'id' | 'kind' | 'stays'> {
  readonly text: string;
  readonly detail?: string;
  readonly act?: { readonly label: string; readonly onPress: () => void };
}

interface ToastsProps {
  readonly toasts: readonly ToastView[];
  readonly onDismiss: (id: number) => void;
  /** A pointer or the focus rests on them: their timers pause until `onRelease`. */
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

const ICON = {
  info: 'info',
  success: 'check',
  unavailable: 'info',
  warning: 'alert',
  error: 'alert',
} as const satisfies Record<ToastKind, IconName>;

/**
 * Short messages at the lower left of the content. Errors are announced at once (alert), the rest
 * politely (status).
 */
export function Toasts({ toasts, onDismiss, onHold, onRelease }: ToastsProps) {
  const { state } = useStrings().app;
  const region = useAvoidFocus();
  useHoverOrFocus(region, { onRest: onHold, onLeave: onRelease });
  const shown = toasts.slice(0, 3);
  const row = (toast: ToastView) => <ToastRow key={toast.id} toast={toast} onDismiss={onDismiss} />;
  return (
    <section ref={region} className={styles.toasts} aria-label={state.notifications}>
      <div role="status" className={styles.list}>
        {shown.filter((toast) => toast.kind !== 'error').map(row)}
      </div>
      <div role="alert" className={styles.list}>
        {shown.filter((toast) => toast.kind === 'error').map(row)}
      </div>
    </section>
  );
}

function ToastRow({
  toast,
  onDismiss,
}: {
  readonly toast: ToastView;
  readonly onDismiss: (id: number) => void;
}) {
  const { action } = useStrings().app;
  const press = () => {
    toast.act?.onPress();
    if (toast.stays) onDismiss(toast.id);
  };
  return (
    <div className={styles.toast}>
      <Icon name={ICON[toast.kind]} className={styles[toast.kind]} />
      <div className={styles.words}>
        <p>{toast.text}</p>
        {toast.detail !== undefined && <p className={styles.detail}>{toast.detail}</p>}
      </div>
      {toast.act && (
        <Button compact tone="quiet" className={styles.act} onClick={press}>
          {toast.act.label}
        </Button>
      )}
      {(!toast.act || toast.stays) && (
        <IconButton compact icon="x" label={action.dismiss} onClick={() => onDismiss(toast.id)} />
      )}
    </div>
  );
}
