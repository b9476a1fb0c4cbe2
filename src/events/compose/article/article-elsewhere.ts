import { parseAddress } from '../../nostr/address.ts';
import { tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inMillis, toMillis } from '../../core/time.ts';
import { articleBaseOf, slugOf } from './article-edit.ts';
import { type ArticleVersion, type ArticleVersions, savedAt } from './article-versions.ts';

/** A draft of an article that has no identifier yet. */
interface NewDraft {
  readonly account: string;
  readonly draft: string;
  readonly versions: ArticleVersions;
  readonly mine: ArticleVersion;
}

/**
 * Return the identifier under which another device has published this draft, if `event` says so
 * (COMPOSE-13). An emptied draft names its published article. Other programs name none. For them,
 * an article with the wanted identifier counts if relays had the draft and the article is younger.
 */
export function publishedAs(
  { account, draft, versions, mine }: NewDraft,
  event: VerifiedEvent,
): string | undefined {
  if (event.pubkey !== account) return undefined;
  if (event.kind === KIND.Draft) {
    const article =
      event.content.trim() === '' && tagValue(event, 'd') === draft
        ? parseAddress(tagValue(event, 'a') ?? '')
        : undefined;
    return article?.kind === KIND.LongForm && article.pubkey === account
      ? article.identifier
      : undefined;
  }
  const { identifier, publishedAt } = articleBaseOf(event);
  if (event.kind !== KIND.LongForm || identifier === '' || identifier !== slugOf(mine.text.title))
    return undefined;
  const isYounger = inMillis(toMillis(publishedAt)) + 1_000 > begunAt([...versions.values(), mine]);
  return savedAt(versions) !== undefined && isYounger ? identifier : undefined;
}

/** Return when a draft was begun, as far as its versions tell. Milliseconds. */
function begunAt(versions: readonly ArticleVersion[]): number {
  return Math.min(
    ...versions
      .filter(({ made }) => made !== 'published')
      .flatMap(({ at, seen }) => [inMillis(at), ...Object.values(seen)]),
  );
}
