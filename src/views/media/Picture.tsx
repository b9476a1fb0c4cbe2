import { useState } from 'react';
import type { MediaInfo } from '../../events/connection/claims.ts';
import { KIND } from '../../events/kinds.ts';
import { fallbackUrls } from '../../events/media/blob.ts';
import type { Imeta } from '../../events/media/imeta.ts';
import type { ImageToken } from '../../events/reading/content-token.ts';
import { listOf } from '../../events/selectors.ts';
import { useFacts, usePictures } from '../app/app-context.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { cx } from '../app/class-names.ts';
import { useReturned } from '../app/use-returned.ts';
import { useStrings } from '../app/strings.ts';
import frame from './frame.module.css';
import styles from './Picture.module.css';

interface PictureProps {
  readonly image: ImageToken;
  readonly info: MediaInfo | undefined;
  readonly imeta: Imeta | undefined;
  readonly author: string;
  /** Width of the box in CSS pixels, for choosing a stored size (MEDIA-04). */
  readonly width: number;
  readonly onOpen: () => void;
}

/** A picture that fills the box it is in; where it fails its author's other servers are tried (NOTE-05). */
export function Picture({ image, info, imeta, author, width, onOpen }: PictureProps) {
  const { media } = useStrings();
  const { src, failed, onError } = useSource(image, info, imeta, author, width);
  const alt = imeta?.alt ?? '';
  return (
    <button
      type="button"
      className={cx(frame.open, styles.open)}
      aria-label={alt === '' ? media.openPicture : media.openNamed(alt)}
      onClick={onOpen}
    >
      {failed || src === undefined ? (
        <span className={styles.failed}>
          <Icon name="image" size="l" />
          {media.pictureFailed}
        </span>
      ) : (
        <img className={frame.image} src={src} alt={alt} loading="lazy" decoding="async" draggable={false} onError={onError} />
      )}
      {alt !== '' && !failed && (
        <span className={styles.alt} title={alt} aria-hidden>
          {media.alt}
        </span>
      )}
    </button>
  );
}

/** NOTE-05: so often are the addresses of a picture gone through, each time but the first when the connection has come back. */
const ROUNDS = 3;
/** So many addresses are tried, one after the other. */
const MOST = 4;

/** The address to show, and the next one when it fails: stored size, by the media server, original, the author's file hosts. */
export function useSource(image: ImageToken, info: MediaInfo | undefined, imeta: Imeta | undefined, author: string, width: number) {
  const [{ failures, round }, setTried] = useState({ failures: 0, round: 1 });
  const servers = useFacts((facts) => listOf(facts, KIND.BlossomServers, author));
  const home = location.origin;
  const pictures = usePictures()(image.url, width, info);
  const hosts = servers?.tags.flatMap((tag) => (tag[0] === 'server' && tag[1] ? [tag[1]] : [])) ?? [];
  const others = fallbackUrls(image.url, [...hosts, home], { fallbacks: imeta?.fallbacks ?? [], home });
  const sources = [...new Set([...pictures, ...others])].slice(0, MOST);
  const failed = failures >= sources.length;
  useReturned(failed && round < ROUNDS, () => setTried({ failures: 0, round: round + 1 }));
  return { src: sources[failures], failed, onError: () => setTried((tried) => ({ ...tried, failures: tried.failures + 1 })) };
}
