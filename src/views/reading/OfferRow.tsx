import { useId, useState } from 'react';
import { query } from '../../events/connection/verbs.ts';
import { mediaOf } from '../../events/media/media.ts';
import { type Offer, offerPath } from '../../events/reading/offers.ts';
import { useFacesOf } from '../account/faces.ts';
import { AccountLink } from '../account/AccountLink.tsx';
import { useAccount, useCovers, useFacts } from '../app/app-context.ts';
import { AppLink } from '../app/AppLink.tsx';
import { cx } from '../app/class-names.ts';
import { AvatarStack } from '../app/primitives/AvatarStack.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { Words } from '../app/primitives/Words.tsx';
import { useExploreStrings } from '../app/strings/explore.ts';
import text from '../app/styles/text.module.css';
import { AddFeedButton } from './AddFeedButton.tsx';
import styles from './FeedMarket.module.css';
import { MiniNote } from './MiniNote.tsx';
import { OfferActs } from './OfferActs.tsx';
import { useOpeningRow } from './opening-row.ts';
import { useFeed, useFeedItems, useFeedState, type Feed } from './use-feed.ts';

/** Width of the picture, in CSS pixels, for choosing a stored size. */
const PICTURE = 72;
const PREVIEWED = 3;

interface OfferRowProps {
  readonly offer: Offer;
  /** Whom the reader follows of those who did something with it. */
  readonly friends: readonly string[];
  /** Its name leads to its own page, and its first notes can be looked at here. */
  readonly linked?: boolean;
  /** Whoever reads has not seen it in the market before. */
  readonly isNew?: boolean;
}

/** A feed of the market: what it is, who makes it, what it costs and who likes it; looked at in place, and put on a page (EXPLORE-03). */
export function OfferRow({ offer, friends, linked = false, isNew = false }: OfferRowProps) {
  const words = useExploreStrings();
  const account = useAccount();
  const faces = useFacesOf(friends);
  const [isOpen, setIsOpen] = useState(false);
  const nameId = useId();
  const { address, name, about, picture, price, pubkey, isPersonal } = offer;
  const { onKeyDown } = useOpeningRow(offerPath(address));
  return (
    <article className={styles.offer} aria-labelledby={nameId} {...(linked ? { tabIndex: 0, onKeyDown } : {})}>
      <OfferPicture url={picture} />
      <div className={styles.words}>
        <p className={styles.top}>
          {linked ? (
            <AppLink to={offerPath(address)} id={nameId} className={cx(styles.name, text.cut)} data-open>
              <Words text={name} />
            </AppLink>
          ) : (
            <span id={nameId} className={cx(styles.name, text.cut)}>
              <Words text={name} />
            </span>
          )}
          {isNew && <span className={styles.fresh}>{words.newOffer}</span>}
          <span className={cx(styles.price, price !== 'free' && styles.paid)}>{words.price[price]}</span>
        </p>
        <p className={styles.by}>
          <AccountLink pubkey={pubkey} picture="nano" />
          <AccountLink pubkey={pubkey} className={text.cut} />
          {isPersonal && <span>· {words.personal}</span>}
          {account && friends.length > 0 && (
            <span className={styles.friends}>
              <AvatarStack faces={faces} size="nano" />
              {words.friends(friends.length)}
            </span>
          )}
        </p>
        <p className={cx(styles.about, linked && text.clamp2)} dir="auto">
          <Words text={about} />
        </p>
        <div className={styles.foot}>
          <OfferActs offer={offer} />
          <span className={styles.push}>
            {linked && (
              <Button compact tone="quiet" icon="eye" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                {isOpen ? words.hidePreview : words.preview}
              </Button>
            )}
            <AddFeedButton page={offer.page} feed={{ name, spec: offer.spec, feedkind: 'dvm', description: about }} />
          </span>
        </div>
      </div>
      {isOpen && <Glance offer={offer} />}
    </article>
  );
}

/** Its space is kept, with or without a picture. */
function OfferPicture({ url }: { readonly url: string }) {
  const info = useFacts((facts) => mediaOf(facts.media, { text: url, url }));
  const [src] = useCovers()(url, PICTURE, info);
  return (
    <div className={styles.picture}>
      {src === undefined ? <Icon name="list" size="l" /> : <img src={src} alt="" loading="lazy" decoding="async" />}
    </div>
  );
}

/** The newest of a feed, in place. */
function Glance({ offer: { spec, name } }: { readonly offer: Offer }) {
  const words = useExploreStrings();
  const feed = useFeed({
    kind: 'feed',
    key: `feed:glance:${spec}`,
    input: { base: query('mega_feed_directive', { spec }), pageSize: PREVIEWED },
  });
  return (
    <section className={styles.glance} aria-label={words.previewOf(name)}>
      {feed ? <Glanced feed={feed} /> : <Skeleton rows={1} />}
    </section>
  );
}

function Glanced({ feed }: { readonly feed: Feed }) {
  const words = useExploreStrings();
  const { items } = useFeedItems(feed);
  const state = useFeedState(feed);
  if (items.length === 0)
    return state === 'loading' ? <Skeleton rows={1} /> : <p className={cx(text.small, text.muted)}>{words.nothingYet}</p>;
  return (
    <ol>
      {items.slice(0, PREVIEWED).map(({ id }) => (
        <MiniNote key={id} id={id} />
      ))}
    </ol>
  );
}
