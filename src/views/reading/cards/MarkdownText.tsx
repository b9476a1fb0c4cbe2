import { useMemo } from 'react';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import styles from './Cards.module.css';

const Body = lazyPart(() =>
  import('../article/ArticleBody.tsx').then(({ ArticlePreviewBody }) => ArticlePreviewBody),
);

/** The Markdown text of an event that is no article. */
export function MarkdownText({
  event,
  content,
}: {
  readonly event: VerifiedEvent;
  readonly content: string;
}) {
  const written = useMemo<Preview>(
    () => ({ kind: event.kind, pubkey: event.pubkey, tags: event.tags, content }),
    [event, content],
  );
  return content === '' ? null : (
    <div className={styles.prose}>
      <Body event={written} />
    </div>
  );
}
