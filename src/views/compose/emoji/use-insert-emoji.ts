import { type RefObject, useLayoutEffect, useRef } from 'react';
import { withTyped } from '../../../events/compose/attachments.ts';
import { nowMillis } from '../../ui/hooks/now.ts';
import { useComposeActor, useTyped, useWriting } from '../use-compose.ts';
import type { PickedEmoji } from './use-emojis.ts';

/**
 * Return a function that inserts an emoji at the caret or over the selection, and puts the caret
 * after it. It focuses the text unless the picker `stays` open.
 */
export function useInsertEmoji(
  field: RefObject<HTMLTextAreaElement | null>,
): (emoji: PickedEmoji, stays: boolean) => void {
  const compose = useComposeActor();
  const { writing } = useWriting();
  const text = useTyped();
  const caret = useRef<{ readonly at: number; readonly stays: boolean }>(undefined);
  // Runs once the text is in the field.
  useLayoutEffect(() => {
    const [next, box] = [caret.current, field.current];
    if (!next || !box) return;
    caret.current = undefined;
    if (!next.stays) box.focus();
    box.setSelectionRange(next.at, next.at);
  });
  return (emoji, stays) => {
    const [from, to] = [
      field.current?.selectionStart ?? text.length,
      field.current?.selectionEnd ?? text.length,
    ];
    const sign = 'sign' in emoji ? emoji.sign : `:${emoji.shortcode}:`;
    caret.current = { at: from + sign.length, stays };
    compose.send({
      type: 'compose.write',
      text: withTyped(writing, `${text.slice(0, from)}${sign}${text.slice(to)}`),
      now: nowMillis(),
    });
    if ('sign' in emoji) compose.send({ type: 'compose.picked', sign });
    else compose.send({ type: 'compose.declare', shortcode: emoji.shortcode, url: emoji.url });
  };
}
