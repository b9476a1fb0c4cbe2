import { useMemo, useState } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Imeta, readImeta } from '../../../events/media/imeta.ts';
import { mediaOf } from '../../../events/media/media-type.ts';
import { stillOf } from '../../../events/media/video-plan.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import type { ImageToken, VideoToken } from '../../../events/reading/content/content-token.ts';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import type { FeedItem } from '../../../events/facts/feed-items.ts';
import { withMedia } from '../../../events/reading/content/text-kinds.ts';
import { isRowHidden, shownOf } from '../../../events/facts/selectors.ts';
import { clipLine } from '../../../events/core/text.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { useFacts, usePictures, useSetting } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import frame from '../../media/frame.module.css';
import { LazyPictureHash } from '../../media/LazyPictureHash.tsx';
import { useBlob } from '../../media/use-blob.ts';
import { noteTarget } from '../note/note-link.ts';
import { useCover } from '../../media/use-cover.ts';
import styles from './MediaGridRow.module.css';

/** Maximum length of a tile's accessible name, in UTF-16 units. */
const NAME = 80;

/** A line of the media grid: squares that link to their notes (PROFILE-02). */
export function MediaLine({
  items,
  place,
}: {
  readonly items: readonly FeedItem[];
  readonly place: number;
}) {
  return (
    <div className={cx(styles.line, place === 1 && styles.first)}>
      {items.map((item, at) => (
        <Tile key={item.id} item={item} place={place + at} />
      ))}
    </div>
  );
}

/** Placeholder of three lines. */
export function MediaSkeleton() {
  const { state } = useStrings().app;
  return (
    <div role="status" aria-label={state.loading}>
      {[0, 1, 2].map((line) => (
        <MediaWaiting key={line} first={line === 0} />
      ))}
    </div>
  );
}

/** Placeholder of one line. */
export function MediaWaiting({ first = false }: { readonly first?: boolean }) {
  return (
    <div className={cx(styles.line, first && styles.first)} aria-hidden>
      {[0, 1, 2].map((tile) => (
        <span key={tile} className={styles.tile} />
      ))}
    </div>
  );
}

function Tile({ item, place }: { readonly item: FeedItem; readonly place: number }) {
  const { id } = item;
  const words = useProfileStrings();
  const hides = useHides();
  const event = useFacts((facts) =>
    hides && isRowHidden(facts, item, hides) ? undefined : shownOf(facts, id, hides),
  );
  const tokens = useMemo(() => (event ? tokenize(withMedia(event), location.origin) : []), [event]);
  if (!event) return null;
  const media = tokens.filter((token) => token.type === 'image' || token.type === 'video');
  const [first] = media;
  const said = clipLine(
    tokens
      .map((token) => (token.type === 'image' || token.type === 'video' ? '' : token.text))
      .join(''),
    NAME,
  );
  const isCovered = warningOf(event) !== undefined;
  const kind = isCovered ? 'covered' : first?.type === 'video' ? 'video' : 'picture';
  return (
    <article
      className={styles.tile}
      tabIndex={-1}
      data-note={id}
      aria-posinset={place}
      aria-setsize={-1}
      aria-label={words.tile[kind]}
    >
      <AppLink
        to={noteTarget(event)}
        className={cx(frame.open, styles.open)}
        aria-label={words.tileNamed(words.tile[kind], isCovered ? '' : said)}
      >
        {isCovered ? (
          <Icon name="eye-off" className={styles.cover} />
        ) : first?.type === 'image' ? (
          <Still image={first} event={event} />
        ) : (
          first && <Poster video={first} event={event} />
        )}
        {kind === 'video' && <Icon name="play" className={styles.mark} />}
        {media.length > 1 && !isCovered && (
          <span className={styles.mark} aria-hidden>
            {media.length}
          </span>
        )}
      </AppLink>
    </article>
  );
}

/** Width of a tile on a wide screen, in CSS pixels, for choosing a stored size. */
const TILE = 200;

function Still({ image, event }: { readonly image: ImageToken; readonly event: VerifiedEvent }) {
  const info = useFacts((facts) => mediaOf(facts.media, image));
  const imeta = useMemo(() => readImeta(event.tags).get(image.text), [event, image]);
  const [failures, setFailures] = useState(0);
  const saves = useSetting('dataSaver');
  const src = usePictures()(image.url, TILE, info)[failures];
  const alt = imeta?.alt ?? '';
  // The tile opens the picture itself.
  if (saves) return <Icon name="image" className={styles.cover} />;
  if (src === undefined) return <FoundStill url={image.url} imeta={imeta} author={event.pubkey} />;
  return (
    <>
      {imeta && <LazyPictureHash fields={imeta.fields} />}
      <StillImage src={src} alt={alt} onError={() => setFailures(failures + 1)} />
    </>
  );
}

/** A picture that is missing at its address and is looked up elsewhere. */
function FoundStill({
  url,
  imeta,
  author,
}: {
  readonly url: string;
  readonly imeta: Imeta | undefined;
  readonly author: string;
}) {
  const { src, onError } = useBlob(url, imeta, author);
  if (src === undefined) return <Icon name="image" className={styles.cover} />;
  return <StillImage src={src} alt={imeta?.alt ?? ''} onError={onError} />;
}

function StillImage({
  alt,
  ...props
}: {
  readonly src: string;
  readonly alt: string;
  readonly onError: () => void;
}) {
  return (
    <img
      className={frame.image}
      loading="lazy"
      decoding="async"
      draggable={false}
      alt={alt}
      {...props}
    />
  );
}

function Poster({ video, event }: { readonly video: VideoToken; readonly event: VerifiedEvent }) {
  const info = useFacts((facts) => mediaOf(facts.media, video));
  const described = useMemo(() => readImeta(event.tags), [event]);
  const still = stillOf({ info, described, address: video.text }, event);
  const { src, onError } = useCover(still, TILE);
  return src === undefined ? null : (
    <img
      className={frame.image}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={onError}
    />
  );
}
