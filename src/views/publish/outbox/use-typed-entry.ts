import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { useListEdit, useLists } from '../../account/lists/use-lists.ts';

interface Sent {
  readonly text: string;
  readonly intents: readonly ListIntent[];
}

/** Maximum number of sent texts that can come back. */
const MOST = 20;
const NONE: readonly ListIntent[] = [];

/**
 * The text of a field that adds to a list. `sent` empties the field. If that edit is cancelled or
 * fails, its text comes back, unless the user has typed another one. `isEmptied`: nothing was typed
 * since then, so a second press of a double tap is no fault.
 */
export function useTypedEntry(list: ListName) {
  const [text, setText] = useState('');
  const [isSent, setIsSent] = useState(false);
  const [waiting, setWaiting] = useState<readonly Sent[]>([]);
  const editor = useListEdit(useLists(), list);
  const unsaved = useSelector(editor, (snapshot) => snapshot?.context.unsaved ?? NONE);
  const isUnsaved = ({ intents }: Sent) => intents.some((one) => unsaved.includes(one));
  const [back] = waiting.filter(isUnsaved);
  if (back) {
    setWaiting(waiting.filter((one) => !isUnsaved(one)));
    if (text === '') setText(back.text);
  }
  return {
    text,
    isEmptied: isSent && text === '',
    setText: (typed: string) => {
      setText(typed);
      setIsSent(false);
    },
    sent: (intents: readonly ListIntent[]) => {
      setWaiting([...waiting, { text, intents }].slice(-MOST));
      setText('');
      setIsSent(true);
    },
  };
}
