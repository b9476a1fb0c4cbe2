import { useState } from 'react';
import { copiesMade, copyText } from '../../ui/hooks/copy.ts';
import { useToast } from '../../ui/hooks/use-toasts.ts';
import { useSay } from '../../ui/strings/own-messages.ts';

declare global {
  interface Permissions {
    /** Rejects in browsers that do not know this permission name. */
    query(descriptor: { readonly name: 'clipboard-read' }): Promise<PermissionStatus>;
  }
}

/** How long a copied secret may stay in the clipboard, in milliseconds. */
const STAY = 60_000;

/**
 * Copy a secret, and clear the clipboard after a minute if the secret is still there (E-11).
 * Browsers only let a focused page write, so clearing may wait for the focus. If the clipboard
 * cannot be checked, overwrite nothing and ask the user to clear it.
 *
 * `said`: the result of copying, to be shown beside the button. A toast would cover the secret,
 * which the user compares with the copy. `undefined` if nothing was copied in the last minute.
 */
export function useCopySecret(copied: 'secret.copied' | 'code.copied' = 'secret.copied'): {
  readonly copy: (text: string) => void;
  readonly said: string | undefined;
} {
  const toast = useToast();
  const say = useSay();
  const [code, setCode] = useState<typeof copied | 'copy.failed'>();
  const copy = (text: string) => {
    const copying = copyText(text);
    const clear = watch();
    copying.then(
      async () => {
        setCode(copied);
        const mark = await markOf(text);
        await clear.due;
        const came = await clearing(mark, clear.isOurs());
        clear.end();
        setCode(undefined);
        if (came === 'cleared') toast({ kind: 'info', message: { code: 'secret.cleared' } });
        if (came === 'unknown') toast({ kind: 'info', message: { code: 'secret.uncleared' } });
      },
      () => {
        clear.end();
        setCode('copy.failed');
      },
    );
  };
  return { copy, said: code && say({ code }) };
}

/**
 * Detect whether something else may have been copied: on this page, or anywhere while the page had
 * no focus.
 */
function watch() {
  const made = copiesMade();
  let isOurs = true;
  const life = new AbortController();
  const other = () => {
    isOurs = false;
  };
  for (const type of ['copy', 'cut'] as const)
    document.addEventListener(type, other, { signal: life.signal });
  window.addEventListener('blur', other, { signal: life.signal });
  const due = new Promise<void>((resolve) => {
    setTimeout(() => {
      if (document.hasFocus()) resolve();
      else window.addEventListener('focus', () => resolve(), { once: true });
    }, STAY);
  });
  return { due, isOurs: () => isOurs && copiesMade() === made, end: () => life.abort() };
}

/** Clear the clipboard. `other`: it contains something else, which is left alone. */
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

/** True if the user granted permission before. It never asks for it. */
async function mayRead(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'clipboard-read' })).state === 'granted';
  } catch {
    return false;
  }
}

/** Return a digest that recognizes the secret without storing it (E-32). */
async function markOf(text: string): Promise<string> {
  return new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  ).join();
}
