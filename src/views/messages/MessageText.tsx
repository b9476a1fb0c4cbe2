import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { query } from '../../events/connection/verbs.ts';
import type { Preview } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { type Block, blocksOf } from '../../events/reading/content/note-blocks.ts';
import { tokenize } from '../../events/reading/content/content.ts';
import type { AddressToken, EventToken } from '../../events/reading/content/content-token.ts';
import { firstPart } from '../../events/reading/content/shorten.ts';
import { parseAddress } from '../../events/nostr/address.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { useStrings } from '../ui/strings.ts';
import { useLookup } from '../ui/hooks/use-lookup.ts';
import { Gallery } from '../media/Gallery.tsx';
import { useMediaFromHere } from '../ui/hooks/use-copies-offered.ts';
import { MessageMedia } from './MessageMedia.tsx';
import { CarriedPlace } from '../reading/note/AttachmentPlaceholder.tsx';
import { Inline, OutLink } from '../account/text/InlineText.tsx';
import { Quote } from '../reading/note/NoteText.tsx';
import styles from './MessageText.module.css';

/** Messages are rendered in parts of this size, in UTF-16 units. */
const PART = 4_000;
const NO_TAGS: readonly never[] = [];

/**
 * The text of a message (DM-07): words, links and mentions at once. Content that needs a request is
 * loaded on a press, after naming the host that learns of it (E-21). Tags of the event are not
 * encrypted, so they add nothing.
 */
export function MessageText({ text, from }: { readonly text: string; readonly from: string }) {
  const { reading } = useStrings();
  const [parts, setParts] = useState(1);
  const { blocks, cut } = useMemo(() => {
    const part = firstPart(
      tokenize({ content: text, tags: NO_TAGS }, location.origin),
      parts * PART,
    );
    return { blocks: blocksOf(part.tokens), cut: part.cut };
  }, [text, parts]);
  const event: Preview = useMemo(
    () => ({ kind: KIND.PrivateMessage, pubkey: from, content: text, tags: NO_TAGS }),
    [text, from],
  );
  return (
    <>
      {blocks.map((block, at) =>
        block.type === 'paragraph' ? (
          <p key={at} className={styles.paragraph} dir="auto">
            <Inline tokens={block.tokens} />
          </p>
        ) : block.type === 'preview' ? (
          !block.inText && (
            <p key={at}>
              <OutLink url={block.token.url} />
            </p>
          )
        ) : (
          <Held key={at} block={block} event={event} />
        ),
      )}
      {cut && (
        <button
          type="button"
          className={styles.more}
          onClick={() => setParts((count) => count + 1)}
        >
          {reading.seeMore}
        </button>
      )}
    </>
  );
}

type HeldBlock = Exclude<Block, { readonly type: 'paragraph' | 'preview' }>;

/** Content that is shown on request. */
function Held({ block, event }: { readonly block: HeldBlock; readonly event: Preview }) {
  const words = useDirectMessageStrings();
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted)
    return (
      <FocusedBox>
        <Shown block={block} event={event} />
      </FocusedBox>
    );
  const { label, told } = labelOf(block, words);
  return (
    <button type="button" className={styles.held} title={told} onClick={() => setIsWanted(true)}>
      <Icon name={block.type === 'gallery' ? 'image' : 'link'} size="s" />
      <span>
        {label}
        <span className={styles.told}>{told}</span>
      </span>
    </button>
  );
}

/** Receives the focus in place of the button that it replaces. */
function FocusedBox({ children }: { readonly children: ReactNode }) {
  const focus = useCallback(
    (box: HTMLDivElement | null) => box?.focus({ preventScroll: true }),
    [],
  );
  return (
    <div ref={focus} tabIndex={-1} className={styles.opened}>
      {children}
    </div>
  );
}

function Shown({ block, event }: { readonly block: HeldBlock; readonly event: Preview }) {
  const isHere = useMediaFromHere();
  // only the named host learns the address of a private file
  if (isHere && block.type === 'gallery')
    return block.images.map(({ url }, at) => <MessageMedia key={at} type="image" url={url} />);
  if (isHere && (block.type === 'video' || block.type === 'audio'))
    return <MessageMedia type={block.type} url={block.token.url} />;
  if (block.type === 'gallery') return <Gallery images={block.images} event={event} />;
  if (block.type === 'quote') return <Referenced token={block.token} />;
  return <CarriedPlace token={block.token} event={event} />;
}

/** A note or article that a message references, as a card. */
function Referenced({ token }: { readonly token: EventToken | AddressToken }) {
  const key = token.type === 'event' ? token.id : token.address;
  useLookup(`reference:${key}`, (viewer) => {
    const address = token.type === 'address' ? parseAddress(token.address) : undefined;
    if (!address)
      return query('events', {
        event_ids: token.type === 'event' ? [token.id] : [],
        extended_response: true,
        user_pubkey: viewer,
      });
    const { kind, pubkey, identifier } = address;
    return query('parametrized_replaceable_event', {
      kind,
      pubkey,
      identifier,
      extended_response: true,
      user_pubkey: viewer,
    });
  });
  return <Quote token={token} depth={1} />;
}

function labelOf(
  block: HeldBlock,
  { load, told, toldService }: ReturnType<typeof useDirectMessageStrings>,
) {
  if (block.type === 'quote') return { label: load[block.token.type], told: toldService };
  if (block.type === 'invoice' || block.type === 'ecash')
    return { label: load[block.type], told: undefined };
  const [type, url] =
    block.type === 'gallery'
      ? (['image', block.images[0]?.url ?? ''] as const)
      : ([block.type, block.token.url] as const);
  const host = hostOf(url);
  return { label: load[type](host), told: told(host) };
}

/** The addresses passed the url policy. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
