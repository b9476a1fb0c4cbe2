import { useApp } from './app-context.ts';
import { useStrings } from './strings.ts';

let copies = 0;

/** How often this page has copied something: its own copies raise no event. */
export function copiesMade(): number {
  return copies;
}

/** Writes plain text to the clipboard. Rejects where the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  copies++;
  await navigator.clipboard.writeText(text);
}

/** Copies plain text and says so (NOTE-12, E-11), or says that it could not. */
export function useCopy(): (text: string, said: string) => void {
  const app = useApp();
  const { note } = useStrings();
  return (text, said) => {
    copyText(text).then(
      () => app.send({ type: 'toast.show', kind: 'success', text: said }),
      () => app.send({ type: 'toast.show', kind: 'error', text: note.copyFailed }),
    );
  };
}
