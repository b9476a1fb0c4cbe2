import { useId, useState } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { mediaOf } from '../../../events/media/media-type.ts';
import { type MarketFeed, offerPath } from '../../../events/reading/explore/feed-market.ts';
import { useFacesOf } from '../../account/profile/faces.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { usePictureSource } from '../../ui/display/use-picture-source.ts';
import { useAccount, useCovers, useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { AvatarStack } from '../../ui/display/AvatarStack.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import text from '../../ui/styles/text.module.css';
import { AddFeedButton } from '../feed/AddFeedButton.tsx';
import styles from './FeedMarket.module.css';
import { MiniNote } from '../note/MiniNote.tsx';
import { OfferActs } from './OfferActs.tsx';
import { useOpeningRow } from '../note/use-row-link.ts';
import { useFeed, useFeedItems, useFeedState, type Feed } from '../feed/use-feed.ts';

/** Width of the picture, in CSS pixels, for choosing a stored size. */
const PICTURE = 72;
const PREVIEWED = 3;

interface OfferRowProps {
  readonly offer: MarketFeed;
  /** Follows of the current user who interacted with the feed. */
  readonly friends: readonly string[];
  /** True if its name links to its own page, and a button previews its first notes. */
  readonly linked?: boolean;
  /** True if the user has not seen the feed in the market before. */
  readonly isNew?: boolean;
}

/**
 * A market feed: description, maker, price and likes. It can be previewed, and added to a page
 * (EXPLORE-03).
 */
export function OfferRow({ offer, friends, linked = false, isNew = false }: OfferRowProps) {
  const words = useExploreStrings();
  const account = useAccount();
  const faces = useFacesOf(friends);
  const [isOpen, setIsOpen] = useState(false);
  const nameId = useId();
  const { address, name, about, picture, price, pubkey, isPersonal } = offer;
  const { onKeyDown } = useOpeningRow(offerPath(address));
  return (
    <article
      className={styles.offer}
      aria-labelledby={nameId}
      {...(linked ? { tabIndex: 0, onKeyDown } : {})}
    >
      <OfferPicture url={picture} />
      <div className={styles.words}>
        <p className={styles.top}>
          {linked ? (
            <AppLink
              to={offerPath(address)}
              id={nameId}
              className={cx(styles.name, text.cut)}
              dir="auto"
              data-open
            >
              <BreakableText text={name} />
            </AppLink>
          ) : (
            <span id={nameId} className={cx(styles.name, text.cut)} dir="auto">
              <BreakableText text={name} />
            </span>
          )}
          {isNew && <span className={styles.fresh}>{words.newOffer}</span>}
          <span className={cx(styles.price, price !== 'free' && styles.paid)}>
            {words.price[price]}
          </span>
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
          <BreakableText text={about} />
        </p>
        <div className={styles.foot}>
          <OfferActs offer={offer} />
          <span className={styles.push}>
            {linked && (
              <Button
                compact
                tone="quiet"
                icon="eye"
                aria-expanded={isOpen}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? words.hidePreview : words.preview}
              </Button>
            )}
            <AddFeedButton
              page={offer.page}
              feed={{ name, spec: offer.spec, feedkind: 'dvm', description: about }}
            />
          </span>
        </div>
      </div>
      {isOpen && <Glance offer={offer} />}
    </article>
  );
}

/** Reserves the space of the picture. */
function OfferPicture({ url }: { readonly url: string }) {
  const info = useFacts((facts) => mediaOf(facts.media, { text: url, url }));
  const { src, onError } = usePictureSource(useCovers()(url, PICTURE, info));
  return (
    <div className={styles.picture}>
      {src === undefined ? (
        <Icon name="list" size="l" />
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" onError={onError} />
      )}
    </div>
  );
}

/** A preview of the newest notes of a feed. */
function Glance({ offer: { spec, name } }: { readonly offer: MarketFeed }) {
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
    return state === 'loading' ? (
      <Skeleton rows={1} />
    ) : (
      <p className={cx(text.small, text.muted)}>{words.nothingYet}</p>
    );
  return (
    <ol>
      {items.slice(0, PREVIEWED).map(({ id }) => (
        <MiniNote key={id} id={id} />
      ))}
    </ol>
  );
}
