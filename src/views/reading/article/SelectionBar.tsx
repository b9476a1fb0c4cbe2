import {
  type CSSProperties,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { buildHighlight, type MarkedPassage } from '../../../events/compose/acts/build-acts.ts';
import type { Intent } from '../../../machines/app/features.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { now } from '../../ui/hooks/now.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { useFound, useIntents } from '../../publish/outbox/use-intents.ts';
import { PassageDialog } from './PassageDialog.tsx';
import { paragraphOf, selectedText } from './selected-text.ts';
import styles from './SelectionBar.module.css';

/** Messages about a highlight. */
const HIGHLIGHT = {
  failed: { code: 'highlight.failed' },
  doing: { code: 'highlight.doing' },
} as const;

interface SelectionBarProps {
  /** The element whose text can be selected. */
  readonly within: RefObject<HTMLElement | null>;
  readonly event: VerifiedEvent;
}

/** Actions on the selected text: highlight, comment, quote, copy (THREAD-05). */
export function SelectionBar({ within, event }: SelectionBarProps) {
  const words = useThreadStrings();
  const shell = use(ShellContext);
  const canAct = useActingSoon();
  const intents = useIntents();
  const find = useFound();
  const copy = useCopy();
  const selected = useSelected(within);
  const [commented, setCommented] = useState<MarkedPassage>();
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (selected) bar.current?.showPopover?.();
  }, [selected]);
  const act = (does: () => void, intent: Intent) => {
    if (canAct) does();
    else shell?.onRefused({ code: 'act.signIn' }, intent);
    getSelection()?.removeAllRanges();
  };
  const mark = (marked: MarkedPassage) => {
    const draft = buildHighlight(find(event), marked);
    act(() => intents.publishSoon(draft, HIGHLIGHT), {
      type: 'intents.publish',
      draft,
      now: now(),
      failed: HIGHLIGHT.failed,
    });
  };
  const quote = ({ text }: MarkedPassage) => {
    const found = find(event);
    act(() => intents.quote(found, text), {
      type: 'compose.open',
      aim: { type: 'quote', found, passage: text },
    });
  };
  const place: (CSSProperties & Record<`--${string}`, string>) | undefined = selected && {
    '--x': `${selected.at.x}px`,
    '--y': `${selected.at.y}px`,
  };
  return (
    <>
      {selected && (
        // A press must not clear the selection.
        <div
          ref={bar}
          popover="manual"
          role="toolbar"
          aria-label={words.selection}
          className={styles.bar}
          style={place}
          onPointerDown={(press) => press.preventDefault()}
        >
          <Button compact tone="quiet" icon="mark" onClick={() => mark(selected.marked)}>
            {words.highlight}
          </Button>
          <Button compact tone="quiet" icon="reply" onClick={() => setCommented(selected.marked)}>
            {words.comment}
          </Button>
          <Button compact tone="quiet" icon="quote" onClick={() => quote(selected.marked)}>
            {words.quote}
          </Button>
          <Button
            compact
            tone="quiet"
            icon="copy"
            onClick={() => copy(selected.marked.text, 'text')}
          >
            {words.copy}
          </Button>
        </div>
      )}
      {commented && (
        <PassageDialog
          text={commented.text}
          onPublish={(comment) => {
            setCommented(undefined);
            mark({ ...commented, comment });
          }}
          onClose={() => setCommented(undefined)}
        />
      )}
    </>
  );
}

interface Selected {
  readonly marked: MarkedPassage;
  /** Position in the window: above the center of the selection. */
  readonly at: { readonly x: number; readonly y: number };
}

/** Return the selection within a part of the page, and the paragraph in which it starts. */
function useSelected(within: RefObject<HTMLElement | null>): Selected | undefined {
  const [selected, setSelected] = useState<Selected>();
  useEffect(() => {
    const look = () => setSelected(within.current ? read(within.current) : undefined);
    document.addEventListener('selectionchange', look);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      document.removeEventListener('selectionchange', look);
      window.removeEventListener('scroll', look);
    };
  }, [within]);
  return selected;
}

function read(box: HTMLElement): Selected | undefined {
  const selection = getSelection();
  const spoken = selection?.toString() ?? '';
  if (
    !selection ||
    spoken.trim() === '' ||
    !box.contains(selection.anchorNode) ||
    !box.contains(selection.focusNode)
  )
    return undefined;
  const range = selection.getRangeAt(0);
  const text = selectedText(range, spoken);
  if (text === '') return undefined;
  const { left, width, top } = range.getBoundingClientRect();
  return {
    marked: { text, context: paragraphOf(range) },
    at: { x: left + width / 2, y: top },
  };
}
