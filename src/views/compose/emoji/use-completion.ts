import { useSelector } from '@xstate/react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { splitText, withTyped } from '../../../events/compose/attachments.ts';
import { type Completion, completed, completionAt } from '../../../events/compose/completion.ts';
import { handleFor } from '../../../events/compose/compose.ts';
import { type Emoji, findEmojis } from '../../../events/compose/emoji/emoji.ts';
import { countHashtags, findHashtags } from '../../../events/compose/emoji/hashtags.ts';
import { rowsOf } from '../../../events/core/table.ts';
import type { ComposeActor } from '../../../machines/compose/compose.machine.ts';
import type { MentionActor } from '../../../machines/compose/emoji/mention.machine.ts';
import { useFacesOf } from '../../account/profile/faces.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import type { Face } from '../../ui/display/AvatarStack.tsx';
import { nowMillis } from '../../ui/hooks/now.ts';
import { useComposeActor } from '../use-compose.ts';
import { useEmojiTable } from './use-emojis.ts';
import { useSuggestionKeys } from './use-suggestion-keys.ts';

/** A completion of a word: an account, an emoji, a hashtag. */
export type Suggestion =
  | { readonly kind: 'mention'; readonly face: Face }
  | { readonly kind: 'emoji'; readonly emoji: Emoji }
  | { readonly kind: 'hashtag'; readonly tag: string };

const NOBODY: readonly string[] = [];
const MOST = 8;

/**
 * Return suggestions for the current word. The focus stays in the text, which handles arrows,
 * Enter, Tab and Esc.
 */
export function useCompletion(field: RefObject<HTMLTextAreaElement | null>) {
  const compose = useComposeActor();
  const mention = useSelector(compose, ({ children }) => children.mention);
  const [word, setWord] = useState<Completion>();
  const caret = useRef<number>(undefined);
  /** The text with the last picked word, until it changes. */
  const picked = useRef<{ readonly text: string; readonly caret: number }>(undefined);
  const items = useSuggestions(word, compose, mention);
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  useEffect(() => () => mention?.send({ type: 'mention.stop' }), [mention]);
  const stop = () => {
    setWord(undefined);
    mention?.send({ type: 'mention.stop' });
  };
  const write = (text: string, end: number) => {
    picked.current = undefined;
    const { writing } = compose.getSnapshot().context;
    compose.send({ type: 'compose.write', text: withTyped(writing, text), now: nowMillis() });
    const next = completionAt(text, end);
    setWord(next);
    restart();
    mention?.send(
      next?.kind === 'mention'
        ? { type: 'mention.ask', text: next.query, beside: answeredBy(compose) }
        : { type: 'mention.stop' },
    );
  };
  const pick = (suggestion: Suggestion) => {
    if (word) {
      picked.current = put(compose, word, suggestion);
      caret.current = picked.current.caret;
    }
    stop();
  };
  const { active, press: pressInList, restart } = useSuggestionKeys(items, { pick, leave: stop });
  /** A picked word ends with a space already, so a space typed directly after it adds none. */
  const press = (event: KeyboardEvent) => {
    const { text, caret: end } = picked.current ?? {};
    const { value, selectionStart, selectionEnd } = field.current ?? {};
    if (event.key !== ' ' || value !== text || selectionStart !== end || selectionEnd !== end)
      return pressInList(event);
    event.preventDefault();
    picked.current = undefined;
  };
  return { items, active, from: word?.from ?? 0, write, pick, press, stop };
}

function useSuggestions(
  word: Completion | undefined,
  compose: ComposeActor,
  mention: MentionActor | undefined,
): readonly Suggestion[] {
  const people = useSelector(mention, (snapshot) => snapshot?.context.people ?? NOBODY);
  const faces = useFacesOf(word?.kind === 'mention' ? people : NOBODY);
  const history = useSelector(compose, ({ context }) => context.emojis);
  const table = useEmojiTable(word?.kind === 'emoji');
  const seen = useFacts((facts) => (word?.kind === 'hashtag' ? facts.events : undefined));
  const counts = useMemo(
    () => countHashtags(seen ? [...rowsOf(seen)].map(([, event]) => event) : []),
    [seen],
  );
  switch (word?.kind) {
    case undefined:
      return [];
    case 'mention':
      return faces.map((face) => ({ kind: 'mention', face }));
    case 'emoji':
      return findEmojis(word.query, table, history, MOST).map((emoji) => ({
        kind: 'emoji',
        emoji,
      }));
    case 'hashtag':
      return findHashtags(word.query, counts, MOST).map((tag) => ({ kind: 'hashtag', tag }));
  }
}

/** Return the author of the parent note, if there is one. */
function answeredBy(compose: ComposeActor): string | undefined {
  const { aim } = compose.getSnapshot().context;
  return aim.type === 'reply' ? aim.found.event.pubkey : undefined;
}

/** Replace the word with a suggestion, and return the typed text with its new caret. */
function put(compose: ComposeActor, word: Completion, suggestion: Suggestion) {
  const { writing } = compose.getSnapshot().context;
  const { people } = writing;
  const write = (sign: string, meant = people) => {
    const done = completed(splitText(writing).typed, word, sign);
    const text = withTyped(writing, done.text);
    compose.send({ type: 'compose.write', text, people: meant, now: nowMillis() });
    return done;
  };
  switch (suggestion.kind) {
    case 'mention': {
      const { pubkey, name = '' } = suggestion.face;
      const handle = handleFor(name, pubkey, people);
      return write(`@${handle}`, { ...people, [handle]: pubkey });
    }
    case 'emoji':
      compose.send({ type: 'compose.picked', sign: suggestion.emoji.sign });
      return write(suggestion.emoji.sign);
    case 'hashtag':
      return write(`#${suggestion.tag}`);
  }
}
