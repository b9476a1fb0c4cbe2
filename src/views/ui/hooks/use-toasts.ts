import { useSelector } from '@xstate/react';
import type { ToastsEvent } from '../../../machines/core/toasts.machine.ts';
import { useApp, useToastsActor } from './app-context.ts';

type Shown = Omit<Extract<ToastsEvent, { type: 'toast.show' }>, 'type'>;

export function useToast(): (toast: Shown) => void {
  const app = useApp();
  return (toast) => app.send({ type: 'toast.show', ...toast });
}

/**
 * The visible toasts, and the actions of their view. While held, their timers pause until they are
 * released.
 */
export function useToasts() {
  const toasts = useToastsActor();
  return {
    toasts: useSelector(toasts, ({ context }) => context.toasts),
    onDismiss: (id: number) => toasts.send({ type: 'toast.dismiss', id }),
    onHold: () => toasts.send({ type: 'toast.hold' }),
    onRelease: () => toasts.send({ type: 'toast.release' }),
  };
}
