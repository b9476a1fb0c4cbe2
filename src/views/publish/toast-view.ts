import { notePath } from '../../events/account/verified-name.ts';
import type { Toast } from '../../machines/app/toasts.machine.ts';
import type { ToastView } from '../app/primitives/Toasts.tsx';
import { actStrings } from '../app/strings/acts.ts';
import { reasonWords } from '../app/strings/reasons.ts';

interface Ways {
  readonly locale: string;
  readonly go: (path: string) => void;
  readonly signIn: () => void;
  /** Takes back a job that is held, and what that is called. */
  readonly undo: (job: string) => void;
  readonly undoWord: string;
}

/** A toast with the reason of a failure in words, and the way to what was published or to what is missing. */
export function toastView({ note, why, undo: job, ...toast }: Toast, { locale, go, signIn, undo, undoWord }: Ways): ToastView {
  const words = actStrings(locale);
  if (job !== undefined) return { ...toast, act: { label: undoWord, onPress: () => undo(job) } };
  if (note !== undefined) return { ...toast, act: { label: words.view, onPress: () => go(notePath(note)) } };
  if (why?.code === 'readonly') return { ...toast, act: { label: words.addKey, onPress: signIn } };
  const detail = why === undefined ? '' : reasonWords(why);
  return detail === '' || detail === toast.text ? toast : { ...toast, detail };
}
