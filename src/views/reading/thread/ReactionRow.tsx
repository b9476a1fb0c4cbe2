import { useMemo } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import type { HidesEvent } from '../../../events/reading/moderation/moderation.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { readZap } from '../../../events/facts/zap.ts';
import type { InteractionKind } from '../../../events/reading/thread/interactions.ts';
import { readReaction } from '../../../events/reading/thread/reaction.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useReactionStrings } from '../../ui/strings/reactions.ts';
import rows from '../../ui/styles/person-row.module.css';
import text from '../../ui/styles/text.module.css';
import { useIsVerified } from '../../money/zaps/use-verified-zaps.ts';
import { ZapCheck } from '../../money/zaps/ZapCheck.tsx';
import { Inline } from '../../account/text/InlineText.tsx';
import { MiniNote } from '../note/MiniNote.tsx';
import styles from './ReactionsDialog.module.css';
import { useLocale } from '../../ui/strings.ts';

interface ReactionRowProps {
  readonly id: string;
  readonly tab: InteractionKind;
  readonly hides: HidesEvent | undefined;
}

/**
 * One reaction and its author. Renders nothing if it was deleted, or if the reader has muted the
 * author.
 */
export function ReactionRow({ id, tab, hides }: ReactionRowProps) {
  const event = useFacts((facts) => noteOf(facts, id));
  if (!event || hides?.(event)) return null;
  if (tab === 'quotes') return <MiniNote id={id} />;
  if (tab === 'zaps') return <ZapRow receipt={event} />;
  return (
    <Row pubkey={event.pubkey} at={event.created_at}>
      {tab === 'likes' && <Feeling event={event} />}
    </Row>
  );
}

/** The emoji of a like, or a custom picture (NIP-30). Renders nothing for a plain like. */
function Feeling({ event }: { readonly event: VerifiedEvent }) {
  const reaction = useMemo(() => readReaction(event), [event]);
  if (!reaction || reaction.like) return null;
  const { content, emojiUrl: url } = reaction;
  if (url === undefined) return <bdi className={text.cut}>{content}</bdi>;
  return (
    <Inline tokens={[{ type: 'emoji', text: content, shortcode: content.slice(1, -1), url }]} />
  );
}

function ZapRow({ receipt }: { readonly receipt: VerifiedEvent }) {
  const locale = useLocale();
  const words = useReactionStrings();
  const zap = useMemo(() => readZap(receipt), [receipt]);
  const isListed = useIsVerified(zap);
  if (!zap || !isListed) return null;
  return (
    <Row pubkey={zap.sender} at={zap.createdAt} message={zap.message}>
      <ZapCheck zap={zap} />
      <span className={cx(rows.amount, styles.sum)}>
        <Icon name="zap" className={styles.bolt} />
        {words.sats(fullNumber(Math.floor(zap.amountMsats / 1_000), locale))}
      </span>
    </Row>
  );
}

interface RowProps {
  readonly pubkey: string;
  readonly at: Seconds;
  readonly message?: string;
  readonly children?: React.ReactNode;
}

function Row({ pubkey, at, message = '', children }: RowProps) {
  return (
    <li className={rows.row}>
      <AccountLink pubkey={pubkey} picture="s" />
      <div className={rows.words}>
        <p className={rows.line}>
          <AccountLink pubkey={pubkey} className={cx(text.strong, text.cut)} />
          <Time at={at} />
        </p>
        {message !== '' && (
          <p className={cx(text.small, text.muted, rows.message)} dir="auto">
            {message}
          </p>
        )}
      </div>
      {children}
    </li>
  );
}
