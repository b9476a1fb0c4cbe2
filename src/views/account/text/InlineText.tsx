import { articlePath, notePath } from '../../../events/account/profile/profile-path.ts';
import { parseAddress } from '../../../events/nostr/address.ts';
import type {
  AddressToken,
  EventToken,
  HashtagToken,
  InlineToken,
} from '../../../events/reading/content/content-token.ts';
import { AccountLink } from '../profile/AccountLink.tsx';
import { Emoji } from '../../ui/display/Emoji.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
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
      return <BreakableText text={token.text} />;
    case 'linebreak':
      return plain ? ' ' : '\n'.repeat(Math.min(2, token.count));
    case 'link':
      return plain ? shownUrl(token.url) : <OutLink url={token.url} />;
    case 'profile':
      return (
        <span className={styles.mention}>
          @<AccountLink pubkey={token.pubkey} />
        </span>
      );
    case 'emoji':
      return <Emoji text={token.text} url={token.url} />;
    default: {
      const words =
        token.type === 'hashtag' ? (
          <IsolatedText>{token.text}</IsolatedText>
        ) : token.type === 'event' ? (
          reading.aNote
        ) : (
          reading.anArticle
        );
      const to = plain ? undefined : pathOf(token);
      return to === undefined ? (
        words
      ) : (
        <AppLink to={to} className={styles.tag}>
          {words}
        </AppLink>
      );
    }
  }
}

/** A search for a hashtag finds only notes with the tag. Without it, search for the word. */
function pathOf(token: HashtagToken | EventToken | AddressToken): string | undefined {
  if (token.type === 'hashtag')
    return `/search/${encodeURIComponent((token.isTagged ? '#' : '') + token.tag)}`;
  if (token.type === 'event') return notePath(token.id);
  const address = parseAddress(token.address);
  return address && articlePath(address);
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
  const bare = url.replace(/^https?:\/\/(?:([^/]+)\/$)?/, '$1');
  return bare.length > SHOWN
    ? `${bare.slice(0, Math.max(SHOWN - 1, bare.indexOf('/') + 1))}…`
    : bare;
}
