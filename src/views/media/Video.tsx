import { useEffect, useMemo, useRef, useState } from 'react';
import { safeMediaUrl } from '../../events/core/url.ts';
import type { Preview, VerifiedEvent } from '../../events/nostr/event.ts';
import { readImeta } from '../../events/media/imeta.ts';
import { mediaOf } from '../../events/media/media-type.ts';
import { mediaSize } from '../../events/media/size.ts';
import type { VideoToken } from '../../events/reading/content/content-token.ts';
import { getRow } from '../../events/core/table.ts';
import { useFacts, usePictures, useSetting } from '../ui/hooks/app-context.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { usePlayerStrings } from '../ui/strings/players.ts';
import styles from './Video.module.css';

interface VideoProps {
  readonly token: VideoToken;
  readonly event: VerifiedEvent | Preview;
}

/**
 * A video in its reserved box: muted, playing only while it is visible (NOTE-06). Data saver users
 * load it on request (BEYOND-15).
 */
export function Video({ token, event }: VideoProps) {
  const words = usePlayerStrings();
  const saves = useSetting('dataSaver');
  const [isWanted, setIsWanted] = useState(false);
  const info = useFacts((facts) => mediaOf(facts.media, token));
  const imeta = useMemo(() => readImeta(event.tags).get(token.text), [event, token]);
  const box = mediaSize({ info, imeta }, 'video');
  return (
    <div
      className={styles.box}
      style={{ aspectRatio: `${box.width} / ${box.height}`, maxWidth: box.width }}
    >
      {saves && !isWanted ? (
        <button type="button" className={styles.load} onClick={() => setIsWanted(true)}>
          <Icon name="play" size="l" />
          {words.loadVideo}
        </button>
      ) : (
        <Player token={token} thumbnail={info?.thumbnail ?? ''} label={imeta?.alt || words.video} />
      )}
    </div>
  );
}

interface PlayerProps {
  readonly token: VideoToken;
  readonly thumbnail: string;
  readonly label: string;
}

function Player({ token, thumbnail, label }: PlayerProps) {
  const words = usePlayerStrings();
  const stream = useFacts((facts) => getRow(facts.hls, token.url));
  const player = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const src = safeMediaUrl(stream ?? token.url, location.origin);
  usePlayWhileSeen(player);
  useStream(player, src, token.hls || stream !== undefined, setFailed);
  const [poster] = usePictures()(thumbnail, POSTER);
  if (failed || src === undefined) return <Notice>{words.videoFailed}</Notice>;
  return (
    <video
      ref={player}
      className={styles.video}
      controls
      muted
      loop
      playsInline
      preload="metadata"
      aria-label={label}
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

function usePlayWhileSeen(player: VideoRef): void {
  useEffect(() => {
    const video = player.current;
    if (!video) return;
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
  }, [player]);
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
