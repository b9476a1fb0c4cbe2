import { articlePath, notePath } from '../../events/account/verified-name.ts';
import { parseAddress } from '../../events/address.ts';
import { KIND } from '../../events/kinds.ts';
import type { AddressToken, EventToken } from '../../events/reading/content-token.ts';
import { articleOf, noteOf } from '../../events/selectors.ts';
import { AccountLink } from '../account/AccountLink.tsx';
import { useFacts } from '../app/app-context.ts';
import { AppLink } from '../app/AppLink.tsx';
import { useStrings } from '../app/strings.ts';
import { ArticleCard } from './ArticleCard.tsx';
import { NoteHead } from './NoteHead.tsx';
import { NoteText } from './NoteText.tsx';
import styles from './Quote.module.css';

/** NOTE-11: two levels of quotes are drawn, deeper ones are links. */
const DEEPEST = 2;

/** A quoted note or article inside a note; a link until its event arrives, and where it never does. */
export function Quote({ token, depth }: { readonly token: EventToken | AddressToken; readonly depth: number }) {
  const { reading } = useStrings();
  const event = useFacts((facts) => (token.type === 'event' ? noteOf(facts, token.id) : articleOf(facts, token.address)));
  const to = pathOf(token);
  if (!event || depth > DEEPEST) {
    return (
      <p className={styles.link}>
        {to === undefined ? token.text : <AppLink to={to}>{token.type === 'event' ? reading.quotedNote : reading.quotedArticle}</AppLink>}
      </p>
    );
  }
  if (event.kind === KIND.LongForm) return <ArticleCard event={event} />;
  return (
    <blockquote className={styles.quote} aria-label={reading.quotedNote}>
      <div className={styles.head}>
        <AccountLink pubkey={event.pubkey} picture="xs" />
        <NoteHead event={event} menu={false} />
      </div>
      <NoteText event={event} shortened depth={depth} />
    </blockquote>
  );
}

function pathOf(token: EventToken | AddressToken): string | undefined {
  if (token.type === 'event') return notePath(token.id);
  const address = parseAddress(token.address);
  return address && articlePath(address);
}
