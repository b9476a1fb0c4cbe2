import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { readRelayList } from '../../../events/account/lists/relay-list.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { nprofileOf } from '../../../events/nostr/nip19.ts';
import { listOf } from '../../../events/facts/selectors.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { useFacesOf } from '../../account/profile/faces.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { SuggestionList } from '../emoji/SuggestionList.tsx';
import type { Suggestion } from '../emoji/use-completion.ts';
import { useSuggestionKeys } from '../emoji/use-suggestion-keys.ts';
import type { RichEditor } from './rich-editor.ts';
import type { Word } from './rich-plugins.ts';
import { richSchema } from './rich-schema.ts';
import type { RichSession } from './rich-session.ts';
import { useArticleMention } from '../article/use-article-edit.ts';
import { useRich } from './use-rich-session.ts';

const HINTS = 2;

/**
 * Suggestions for the word after an @, and recommended people for a bare @ (LIMIT-02). The focus
 * stays in the text, which handles arrows, Enter, Tab and Esc.
 */
export function RichMention() {
  const { session, word } = useRich();
  const [left, setLeft] = useState<number>();
  // A word that starts elsewhere is a new word.
  if (left !== undefined && word?.start !== left) setLeft(undefined);
  const meant = word?.start === left ? undefined : word;
  const people = useArticleMention(meant?.query);
  const { editor } = session;
  if (!editor || !meant || people.length === 0) return null;
  return (
    <People
      key={meant.start}
      session={session}
      editor={editor}
      word={meant}
      people={people}
      onLeave={() => setLeft(meant.start)}
    />
  );
}

interface PeopleProps {
  readonly session: RichSession;
  readonly editor: RichEditor;
  readonly word: Word;
  readonly people: readonly string[];
  readonly onLeave: () => void;
}

function People({ session, editor, word, people, onLeave }: PeopleProps) {
  const id = `${useId()}people`;
  const lists = useFactsShallow((facts) =>
    people.map((pubkey) => listOf(facts, KIND.RelayList, pubkey)),
  );
  const items = useFacesOf(people).map((face): Suggestion => ({ kind: 'mention', face }));
  const pick = (suggestion: Suggestion) => {
    if (suggestion.kind !== 'mention') return;
    const { pubkey } = suggestion.face;
    mention(editor, word, pubkey, hintsOf(lists[people.indexOf(pubkey)]));
  };
  const { active, press } = useSuggestionKeys(items, { pick, leave: onLeave });
  useLayoutEffect(() => {
    session.hearKeys((event) => !isInputMethodKey(event) && press(event));
    return () => session.hearKeys(undefined);
  });
  useCombobox(editor, items.length > 0 ? id : undefined, active);
  const [first, ...more] = items;
  if (!first) return null;
  const placeOf = () => {
    const { left, top, bottom } = editor.view.coordsAtPos(
      Math.min(word.start, editor.view.state.doc.content.size),
    );
    return { left, top, height: bottom - top };
  };
  return (
    <SuggestionList
      id={id}
      items={[first, ...more]}
      active={active}
      placeOf={placeOf}
      onPick={pick}
    />
  );
}

/** Return a few relays where a person publishes, as far as known (NIP-19 recommends few). */
function hintsOf(list: VerifiedEvent | undefined): readonly string[] {
  const relays = list ? readRelayList(list).relays : [];
  return relays.flatMap(({ url, write }) => (write ? [url] : [])).slice(0, HINTS);
}

/** Mark the active suggestion in the text for screen readers. */
function useCombobox({ view }: RichEditor, list: string | undefined, active: number): void {
  useEffect(() => {
    if (list === undefined) return undefined;
    view.dom.setAttribute('aria-controls', list);
    view.dom.setAttribute('aria-autocomplete', 'list');
    return () => {
      for (const name of ['aria-controls', 'aria-autocomplete', 'aria-activedescendant'])
        view.dom.removeAttribute(name);
    };
  }, [view, list]);
  useEffect(() => {
    if (list !== undefined) view.dom.setAttribute('aria-activedescendant', `${list}${active}`);
  }, [view, list, active]);
}

/** Replace the word with a person's reference and a space (NIP-21, NIP-27). */
function mention(
  { view }: RichEditor,
  { start, end }: Word,
  pubkey: string,
  hints: readonly string[],
): void {
  const nprofile = nprofileOf(pubkey, hints);
  if (nprofile === undefined) return;
  const reference = richSchema.nodes.reference.create({ uri: `nostr:${nprofile}` });
  const after = view.state.doc.textBetween(
    end,
    Math.min(end + 1, view.state.doc.resolve(end).end()),
    '',
    '\ufffc',
  );
  view.dispatch(
    view.state.tr
      .replaceWith(start, end, /^\s/.test(after) ? [reference] : [reference, richSchema.text(' ')])
      .scrollIntoView(),
  );
  view.focus();
}
