import { type PointerEvent, useRef, useState } from 'react';
import { opensAccount } from '../../../events/core/opening-secrets.ts';
import {
  enabledFeed,
  isServices,
  movedFeed,
  removedFeed,
  renamedFeed,
} from '../../../events/reading/feed/feed-edit.ts';
import type { OwnFeed } from '../../../events/reading/feed/own-feeds.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useFeedsStrings } from '../../ui/strings/feeds.ts';
import text from '../../ui/styles/text.module.css';
import toggle from '../../ui/controls/Toggle.module.css';
import type { OwnFeeds } from '../../reading/feed/use-own-feeds.ts';
import styles from './FeedRows.module.css';

interface FeedRowsProps extends Pick<OwnFeeds, 'feeds' | 'edit'> {
  /** Announces the change to screen readers. */
  readonly say: (words: string) => void;
}

/** A dragged feed and its target position. */
interface Drag {
  readonly spec: string;
  readonly place: number;
}

/**
 * A list of feeds that are moved by their handles, with the pointer or the arrow keys
 * (SETTINGS-13).
 */
export function FeedRows({ feeds, edit, say }: FeedRowsProps) {
  const words = useFeedsStrings();
  const { reading } = useStrings();
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const shown = drag ? movedFeed(feeds, drag.spec, drag.place) : feeds;
  const move = ({ spec, name }: OwnFeed, place: number) => {
    const at = Math.max(0, Math.min(feeds.length - 1, place));
    if (feeds[at]?.spec === spec) return;
    edit((all) => movedFeed(all, spec, at));
    say(words.moved(reading.feed(name), at + 1, feeds.length));
  };
  /** Return the row below the pointer, by the centers of all rows. */
  const placeAt = (y: number) => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const above = rows.filter(({ top, height }) => top + height / 2 < y).length;
    return Math.min(rows.length - 1, above);
  };
  const drop = (feed: OwnFeed) => {
    if (drag) move(feed, drag.place);
    setDrag(undefined);
  };
  return (
    <ol ref={list}>
      {shown.map((feed) => {
        const at = feeds.indexOf(feed);
        const steps: Readonly<Record<string, number>> = {
          ArrowUp: at - 1,
          ArrowDown: at + 1,
          Home: 0,
          End: feeds.length - 1,
        };
        return (
          <li
            key={feed.spec}
            className={cx(styles.row, drag?.spec === feed.spec && styles.dragged)}
          >
            <IconButton
              icon="grip"
              compact
              label={words.move(reading.feed(feed.name))}
              className={styles.grip}
              onKeyDown={(press) => {
                if (press.key === 'Escape' && drag) {
                  press.preventDefault();
                  setDrag(undefined);
                }
                const to = steps[press.key];
                if (to === undefined) return;
                press.preventDefault();
                move(feed, to);
              }}
              onPointerDown={(press) => {
                hold(press);
                setDrag({ spec: feed.spec, place: at });
              }}
              onPointerMove={({ clientY }) =>
                drag?.spec === feed.spec && setDrag({ spec: feed.spec, place: placeAt(clientY) })
              }
              onPointerUp={() => drop(feed)}
              onPointerCancel={() => setDrag(undefined)}
            />
            <FeedRow feed={feed} edit={edit} />
          </li>
        );
      })}
    </ol>
  );
}

/** Capture the pointer on the handle until release, even while the handle moves. */
function hold(press: PointerEvent<HTMLElement>): void {
  press.currentTarget.setPointerCapture?.(press.pointerId);
}

function FeedRow({ feed, edit }: { readonly feed: OwnFeed } & Pick<OwnFeeds, 'edit'>) {
  const words = useFeedsStrings();
  const [isNaming, setIsNaming] = useState(false);
  const { reading } = useStrings();
  const { spec, description, enabled } = feed;
  const name = reading.feed(feed.name);
  if (isNaming) return <NameForm feed={feed} edit={edit} onClose={() => setIsNaming(false)} />;
  return (
    <>
      <span className={styles.words}>
        <IsolatedText className={text.cut}>{name}</IsolatedText>
        {typeof description === 'string' && description !== '' && (
          <span className={cx(text.small, text.muted, text.cut)} dir="auto">
            {reading.feed(description)}
          </span>
        )}
      </span>
      {!isServices(feed) && (
        <span className={styles.acts}>
          <IconButton
            icon="pen"
            compact
            label={words.rename(name)}
            onClick={() => setIsNaming(true)}
          />
          <IconButton
            icon="trash"
            compact
            label={words.remove(name)}
            onClick={() => edit((all) => removedFeed(all, spec))}
          />
        </span>
      )}
      <input
        type="checkbox"
        role="switch"
        className={toggle.toggle}
        aria-label={words.show(name)}
        checked={enabled !== false}
        aria-checked={enabled !== false}
        onChange={(event) => {
          const on = event.target.checked;
          edit((all) => enabledFeed(all, spec, on));
        }}
      />
    </>
  );
}

interface NameFormProps extends Pick<OwnFeeds, 'edit'> {
  readonly feed: OwnFeed;
  readonly onClose: () => void;
}

function NameForm({ feed: { name, spec }, edit, onClose }: NameFormProps) {
  const words = useFeedsStrings();
  const [typed, setTyped] = useState(name);
  const isSecret = opensAccount(typed);
  return (
    <form
      noValidate
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault();
        edit((all) => renamedFeed(all, spec, typed));
        onClose();
      }}
      onKeyDown={(press) => {
        if (press.key !== 'Escape' || isInputMethodKey(press.nativeEvent)) return;
        press.preventDefault();
        onClose();
      }}
    >
      <Field
        label={words.newName}
        labelHidden
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed gave way to it
        autoFocus
        value={typed}
        maxLength={100}
        error={isSecret ? words.add.secretName : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" compact disabled={typed.trim() === '' || isSecret}>
        {words.save}
      </Button>
      <Button compact tone="quiet" onClick={onClose}>
        {words.cancel}
      </Button>
    </form>
  );
}
