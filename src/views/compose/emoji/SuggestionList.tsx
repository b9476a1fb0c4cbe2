import { useLayoutEffect, useRef } from 'react';
import { AddressOf } from '../../account/profile/PersonLine.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import type { Place } from '../caret-place.ts';
import styles from './SuggestionList.module.css';
import type { Suggestion } from './use-completion.ts';

interface SuggestionListProps {
  readonly id: string;
  readonly items: readonly [Suggestion, ...Suggestion[]];
  readonly active: number;
  /** Returns the start of the word in the window. */
  readonly placeOf: () => Place | null;
  readonly onPick: (suggestion: Suggestion) => void;
}

const GAP = 6;
const EDGE = 8;

/**
 * Completions of the current word, in an overlay below it that shifts no layout. The focus stays in
 * the text, which handles arrows and Enter.
 */
export function SuggestionList({ id, items, active, placeOf, onPick }: SuggestionListProps) {
  const { suggestions } = useComposeStrings();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.showPopover?.(), []);
  // Its size depends on its content.
  useLayoutEffect(() => {
    const word = placeOf();
    if (box.current && word) place(box.current, word);
  });
  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      className={styles.list}
      role="listbox"
      aria-label={suggestions[items[0].kind]}
    >
      {items.map((item, at) => (
        <button
          key={keyOf(item)}
          id={`${id}${at}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.item}
          // The press must not take the focus from the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
        >
          <Face item={item} />
        </button>
      ))}
    </div>
  );
}

function Face({ item }: { readonly item: Suggestion }) {
  switch (item.kind) {
    case 'mention':
      return (
        <>
          <Avatar pubkey={item.face.pubkey} name={item.face.name} src={item.face.src} size="s" />
          <span className={styles.person}>
            <IsolatedText className={styles.name}>{item.face.name}</IsolatedText>
            <AddressOf pubkey={item.face.pubkey} />
          </span>
        </>
      );
    case 'emoji':
      return (
        <>
          <span className={styles.sign} aria-hidden>
            {item.emoji.sign}
          </span>
          <span className={styles.name} dir="auto">
            {item.emoji.name.replaceAll('_', ' ')}
          </span>
        </>
      );
    case 'hashtag':
      return (
        <>
          <Icon name="hash" className={styles.hash} />
          <IsolatedText className={styles.name}>{item.tag}</IsolatedText>
        </>
      );
  }
}

function keyOf(item: Suggestion): string {
  return item.kind === 'mention'
    ? item.face.pubkey
    : item.kind === 'emoji'
      ? item.emoji.sign
      : item.tag;
}

/** Place the list below the word if there is room, else above, always inside the window. */
function place(list: HTMLElement, word: Place): void {
  const { width, height } = list.getBoundingClientRect();
  const below = word.top + word.height + GAP;
  const top =
    below + height <= window.innerHeight - EDGE ? below : Math.max(EDGE, word.top - GAP - height);
  list.style.setProperty(
    '--left',
    `${Math.max(EDGE, Math.min(word.left, window.innerWidth - width - EDGE))}px`,
  );
  list.style.setProperty('--top', `${top}px`);
}
