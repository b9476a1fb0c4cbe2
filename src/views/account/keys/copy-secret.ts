import { copiesMade, copyText } from '../../ui/hooks/copy.ts';
import { useToast } from '../../ui/hooks/use-toasts.ts';

declare global {
  interface Permissions {
    /** Rejects in browsers that do not know that name. */
    query(descriptor: { readonly name: 'clipboard-read' }): Promise<PermissionStatus>;
  }
}

/** Milliseconds that a copied secret may stay in the clipboard. */
const STAY = 60_000;

/**
 * Copies a secret, and takes it out of the clipboard after a minute if it is still there (E-11), or as soon as the page has the focus again,
 * since browsers let nobody else write. Where that cannot be known, nothing is overwritten, and the person is asked to clear it.
 */
export function useCopySecret(): (text: string) => void {
  const toast = useToast();
  return (text) => {
    const say = (kind: 'success' | 'info' | 'error', code: 'secret.copied' | 'secret.cleared' | 'secret.uncleared' | 'copy.failed') =>
      toast({ kind, message: { code } });
    const copying = copyText(text);
    const clear = watch();
    copying.then(
      async () => {
        say('success', 'secret.copied');
        const mark = await markOf(text);
        await clear.due;
        const came = await clearing(mark, clear.isOurs());
        clear.end();
        if (came === 'cleared') say('info', 'secret.cleared');
        if (came === 'unknown') say('info', 'secret.uncleared');
      },
      () => {
        clear.end();
        say('error', 'copy.failed');
      },
    );
  };
}

/** Sees whether something else may have been copied since: here, or anywhere while the page had not the focus. */
function watch() {
  const made = copiesMade();
  let isOurs = true;
  const life = new AbortController();
  const other = () => {
    isOurs = false;
  };
  for (const type of ['copy', 'cut'] as const) document.addEventListener(type, other, { signal: life.signal });
  window.addEventListener('blur', other, { signal: life.signal });
  const due = new Promise<void>((resolve) => {
    setTimeout(() => {
      if (document.hasFocus()) resolve();
      else window.addEventListener('focus', () => resolve(), { once: true });
    }, STAY);
  });
  return { due, isOurs: () => isOurs && copiesMade() === made, end: () => life.abort() };
}

/** `other`: something else is there, which is nobody's to clear. */
async function clearing(mark: string, isOurs: boolean): Promise<'cleared' | 'other' | 'unknown'> {
  try {
    if (await mayRead()) {
      if ((await markOf(await navigator.clipboard.readText())) !== mark) return 'other';
    } else if (!isOurs) return 'unknown';
    await copyText('');
    return 'cleared';
  } catch {
    return 'unknown';
  }
}

/** Only where the person has allowed it before: nobody is asked for it because of this. */
async function mayRead(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'clipboard-read' })).state === 'granted';
  } catch {
    return false;
  }
}

/** Tells the secret again without keeping it (E-32). */
async function markOf(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join();
}
