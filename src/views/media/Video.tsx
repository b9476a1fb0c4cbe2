import { useEffect, useMemo, useRef, useState } from 'react';
import type { Preview, VerifiedEvent } from '../../events/nostr/event.ts';
import { readImeta } from '../../events/media/imeta.ts';
import { mediaOf } from '../../events/media/media-type.ts';
import { mediaSize } from '../../events/media/size.ts';
import { isLoadedAtOnce, stillOf } from '../../events/media/video-plan.ts';
import type { VideoToken } from '../../events/reading/content/content-token.ts';
import { getRow } from '../../events/core/table.ts';
import { useFacts, usePictures, useSetting } from '../ui/hooks/app-context.ts';
import { useMediaFromHere } from '../ui/hooks/use-copies-offered.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { usePlayerStrings } from '../ui/strings/players.ts';
import { FailedMedia } from './FailedMedia.tsx';
import { LazyPictureHash } from './LazyPictureHash.tsx';
import { useCover } from './use-cover.ts';
import { useMediaAddress } from './use-media-address.ts';
import styles from './Video.module.css';

interface VideoProps {
  readonly token: VideoToken;
  readonly event: VerifiedEvent | Preview;
  /** True if the user asked for it already. */
  readonly isAsked?: boolean | undefined;
}

/**
 * A video in its reserved box: muted, playing only while it is visible (NOTE-06). Data saver users
 * load it on request (BEYOND-15). So does everybody if it is long, or a stream, and comes through
 * the page's own service (MEDIA-05).
 */
export function Video({ token, event, isAsked = false }: VideoProps) {
  const saves = useSetting('dataSaver');
  const isHere = useMediaFromHere();
  const [isWanted, setIsWanted] = useState(isAsked);
  const info = useFacts((facts) => mediaOf(facts.media, token));
  const stream = useFacts((facts) => getRow(facts.hls, token.url));
  const described = useMemo(() => readImeta(event.tags), [event]);
  const imeta = described.get(token.text);
  const still = stillOf({ info, described, address: token.text }, event);
  const box = mediaSize({ info, imeta }, 'video');
  const url = stream ?? token.url;
  const isStream = token.hls || stream !== undefined;
  const waits =
    !isWanted && (saves || (isHere && !isLoadedAtOnce({ url, isStream, info, imeta }, HOME)));
  return (
    <div
      className={styles.box}
      style={{ aspectRatio: `${box.width} / ${box.height}`, maxWidth: box.width }}
    >
      {waits ? (
        <WaitingVideo still={still} fields={imeta?.fields} onLoad={() => setIsWanted(true)} />
      ) : (
        <Player url={url} isStream={isStream} still={still} alt={imeta?.alt ?? ''} />
      )}
    </div>
  );
}

const HOME = location.origin;

interface WaitingVideoProps {
  readonly still: string;
  readonly fields: ReadonlyMap<string, string> | undefined;
  readonly onLoad: () => void;
}

/** A video that is loaded on request: a button on its still. */
function WaitingVideo({ still, fields, onLoad }: WaitingVideoProps) {
  const words = usePlayerStrings();
  const { src, onError } = useCover(still, POSTER);
  return (
    <button type="button" className={styles.load} onClick={onLoad}>
      {fields && <LazyPictureHash fields={fields} />}
      {src !== undefined && (
        <img
          className={styles.still}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={onError}
        />
      )}
      <span className={styles.press}>
        <Icon name="play" size="l" />
        {words.loadVideo}
      </span>
    </button>
  );
}

interface PlayerProps {
  readonly url: string;
  readonly isStream: boolean;
  readonly still: string;
  readonly alt: string;
}

function Player({ url, isStream, still, alt }: PlayerProps) {
  const words = usePlayerStrings();
  const src = useMediaAddress(url, isStream);
  const player = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const isShown = !failed && src !== undefined;
  usePlayWhileSeen(player, isShown);
  useStream(player, isShown ? src : undefined, isStream, setFailed);
  const [poster] = usePictures()(still, POSTER);
  if (!isShown)
    return (
      <FailedMedia url={url} onAgain={() => setFailed(false)}>
        {words.videoFailed}
      </FailedMedia>
    );
  return (
    <video
      ref={player}
      className={styles.video}
      controls
      muted
      loop
      playsInline
      preload="metadata"
      aria-label={alt || words.video}
      onError={() => setFailed(true)}
      {...(poster === undefined ? {} : { poster })}
    />
  );
}

/** Width of a poster, in CSS pixels. */
const POSTER = 540;

/** The visible share of a video, or of the window, from which it plays. */
const SEEN = 0.6;

type VideoRef = React.RefObject<HTMLVideoElement | null>;

function usePlayWhileSeen(player: VideoRef, isShown: boolean): void {
  useEffect(() => {
    const video = player.current;
    if (!video || !isShown) return;
    const still =
      matchMedia('(prefers-reduced-motion: reduce)').matches ||
      document.documentElement.dataset['motion'] === 'off';
    let isSeen: boolean | undefined;
    const seen = new IntersectionObserver(
      ([entry]) => {
        // of a video that is taller than the window only a smaller share can be visible
        const share = entry
          ? Math.max(entry.intersectionRatio, entry.intersectionRect.height / window.innerHeight)
          : 0;
        if (share >= SEEN === isSeen) return;
        isSeen = share >= SEEN;
        if (!isSeen) video.pause();
        else if (!still) video.play().catch(() => undefined);
      },
      { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5, SEEN] },
    );
    const show = () => video.scrollIntoView({ block: 'center' });
    seen.observe(video);
    video.addEventListener('fullscreenchange', show);
    return () => {
      seen.disconnect();
      video.removeEventListener('fullscreenchange', show);
    };
  }, [player, isShown]);
}

/** Playlists need a player if the browser has none of its own. It is loaded only then. */
function useStream(
  player: VideoRef,
  src: string | undefined,
  hls: boolean,
  onFailed: (failed: boolean) => void,
): void {
  useEffect(() => {
    const video = player.current;
    if (!video || src === undefined) return;
    if (!hls || video.canPlayType('application/vnd.apple.mpegurl') !== '') {
      video.setAttribute('src', src);
      return;
    }
    let stop: (() => void) | undefined;
    let left = false;
    const coming = import('hls.js/light').then(({ default: Hls }) => {
      if (left) return;
      const stream = new Hls();
      stream.on(Hls.Events.ERROR, (_, { fatal }) => fatal && onFailed(true));
      stream.loadSource(src);
      stream.attachMedia(video);
      stop = () => stream.destroy();
    });
    // without its code the video counts as failed
    coming.catch(() => left || onFailed(true));
    return () => {
      left = true;
      stop?.();
    };
  }, [player, src, hls, onFailed]);
}
