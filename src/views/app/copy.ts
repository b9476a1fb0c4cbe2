import { useApp } from './app-context.ts';
import { useStrings } from './strings.ts';

/** Copies plain text and says so (NOTE-12, E-11), or says that it could not. */
export function useCopy(): (text: string, said: string) => void {
  const app = useApp();
  const { note } = useStrings();
  return (text, said) => {
    navigator.clipboard.writeText(text).then(
      () => app.send({ type: 'toast.show', kind: 'success', text: said }),
      () => app.send({ type: 'toast.show', kind: 'error', text: note.copyFailed }),
    );
  };
}
