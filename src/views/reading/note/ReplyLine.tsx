import { useMemo } from 'react';
import { articleOf, noteOf } from '../../../events/facts/selectors.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import type { InlineToken } from '../../../events/reading/content/content-token.ts';
import { replyTarget } from '../../../events/facts/references.ts';
import { lineOf } from '../../../events/reading/content/line-of.ts';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import { firstWords } from '../../../events/reading/content/shorten.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { Inline } from '../../account/text/InlineText.tsx';
import styles from './ReplyLine.module.css';

const WORDS = 12;

/** 'Replying to Name: first words', one line. Renders nothing if the note is not a reply. */
export function ReplyLine({ event }: { readonly event: VerifiedEvent }) {
  const { reading } = useStrings();
  const target = useMemo(() => replyTarget(event), [event]);
  const hides = useHides();
  const answered = useFacts(
    (facts) =>
      target &&
      (target.type === 'address' ? articleOf(facts, target.key) : noteOf(facts, target.key)),
  );
  const parent = answered && hides?.(answered) ? undefined : answered;
  const tokens = useMemo(() => (parent ? beginning(parent) : []), [parent]);
  if (!target || target.type === 'external') return null;
  const author = parent?.pubkey ?? target.author;
  return (
    <p className={cx(styles.line, text.small)}>
      <Icon name="reply" />
      {author !== undefined && <AccountLink pubkey={author} picture="nano" />}
      <span className={text.cut}>
        {reading.replyingToName}{' '}
        {author === undefined ? (
          reading.aNote
        ) : (
          <AccountLink pubkey={author} className={text.strong} />
        )}
        {tokens[0] && ': '}
      </span>
      <span className={text.cut} dir="auto">
        <Inline tokens={tokens} plain />
      </span>
    </p>
  );
}

function beginning(event: VerifiedEvent): readonly InlineToken[] {
  if (warningOf(event) !== undefined) return [];
  const { tokens, cut } = firstWords(tokenize(lineOf(event), location.origin), WORDS);
  return cut ? [...tokens, { type: 'text', text: '…' }] : tokens;
}
