import type { UserMessage } from '../../../events/account/user-message.ts';
import { useToast } from './use-toasts.ts';

let copies = 0;

/** Number of copies that this page has made: they raise no event. */
export function copiesMade(): number {
  return copies;
}

/**
 * Write plain text to the clipboard. Rejects if the browser does not allow it. `owner`: navigator
 * of the window that is in use.
 */
export async function copyText(text: string, owner = navigator): Promise<void> {
  copies++;
  await owner.clipboard.writeText(text);
}

/** Copies plain text and reports success (NOTE-12, E-11) or failure. */
export function useCopy(): (text: string, what: UserMessage<'copied'>['params']['what']) => void {
  const toast = useToast();
  return (text, what) => {
    copyText(text).then(
      () => toast({ kind: 'success', message: { code: 'copied', params: { what } } }),
      () => toast({ kind: 'error', message: { code: 'copy.failed' } }),
    );
  };
}
