import { articlePath, notePath } from '../../../events/account/profile/profile-path.ts';
import { parseAddress } from '../../../events/nostr/address.ts';
import type { InlineToken } from '../../../events/reading/content/content-token.ts';
import { AccountLink } from '../profile/AccountLink.tsx';
import { Emoji } from '../../ui/display/Emoji.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Isolate } from '../../ui/display/IsolatedText.tsx';
import { Words } from '../../ui/display/BreakableText.tsx';
import { useStrings } from '../../ui/strings.ts';
import styles from './InlineText.module.css';

/**
 * Running text: words as typed, links, mentions, hashtags, emoji. Text is never HTML (NOTE-09).
 * `plain`: without links.
 */
export function Inline({
  tokens,
  plain = false,
}: {
  readonly tokens: readonly InlineToken[];
  readonly plain?: boolean;
}) {
  return tokens.map((token, at) => <Piece key={at} token={token} plain={plain} />);
}

function Piece({ token, plain }: { readonly token: InlineToken; readonly plain: boolean }) {
  const { reading } = useStrings();
  switch (token.type) {
    case 'text':
      return <Words text={token.text} />;
    case 'linebreak':
      return plain ? ' ' : '\n'.repeat(Math.min(2, token.count));
    case 'link':
      return plain ? shownUrl(token.url) : <OutLink url={token.url} />;
    case 'hashtag':
      return plain ? (
        <Isolate>{token.text}</Isolate>
      ) : (
        // A search for the hashtag finds only notes with the tag. Otherwise search for the word.
        <AppLink
          to={`/search/${encodeURIComponent(token.isTagged ? `#${token.tag}` : token.tag)}`}
          className={styles.tag}
        >
          <Isolate>{token.text}</Isolate>
        </AppLink>
      );
    case 'profile':
      return (
        <span className={styles.mention}>
          @<AccountLink pubkey={token.pubkey} />
        </span>
      );
    case 'event':
      return plain ? (
        reading.aNote
      ) : (
        <AppLink to={notePath(token.id)} className={styles.tag}>
          {reading.aNote}
        </AppLink>
      );
    case 'address': {
      const address = parseAddress(token.address);
      if (!address || plain) return reading.anArticle;
      return (
        <AppLink to={articlePath(address)} className={styles.tag}>
          {reading.anArticle}
        </AppLink>
      );
    }
    case 'emoji':
      return <Emoji shortcode={token.shortcode} url={token.url} />;
  }
}

/** An external link, opened without a referrer (E-09). */
export function OutLink({
  url,
  className,
}: {
  readonly url: string;
  readonly className?: string | undefined;
}) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={className ?? styles.link}
    >
      <bdi dir="ltr">{shownUrl(url)}</bdi>
    </a>
  );
}

const SHOWN = 60;

/** The domain is always complete. A long path is shortened (E-07). */
function shownUrl(url: string): string {
  const bare = url.replace(/^https?:\/\//, '');
  return bare.length > SHOWN
    ? `${bare.slice(0, Math.max(SHOWN - 1, bare.indexOf('/') + 1))}…`
    : bare;
}
