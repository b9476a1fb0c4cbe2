import { useState } from 'react';
import type { MediaInfo } from '../../events/connection/claims.ts';
import type { Imeta } from '../../events/media/imeta.ts';
import type { ImageToken } from '../../events/reading/content/content-token.ts';
import { usePictures, useSetting } from '../ui/hooks/app-context.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { lazyPart } from '../ui/overlays/lazy-part.tsx';
import { useStrings } from '../ui/strings.ts';
import frame from './frame.module.css';
import { LazyPictureHash } from './LazyPictureHash.tsx';
import styles from './Picture.module.css';

export interface PictureProps {
  readonly image: ImageToken;
  readonly info: MediaInfo | undefined;
  readonly imeta: Imeta | undefined;
  readonly author: string;
  /** Width of the box in CSS pixels, for choosing a stored size (MEDIA-04). */
  readonly width: number;
  readonly onOpen: () => void;
}

/** Placeholder for a picture that is not loaded yet, or failed to load. */
const PictureStandIn = lazyPart(() =>
  import('./PictureStandIn.tsx').then((code) => code.PictureStandIn),
);

/**
 * A picture that fills its box. If it fails, the author's other servers are tried (NOTE-05). Data
 * saver users load it on request.
 */
export function Picture(props: PictureProps) {
  const saves = useSetting('dataSaver');
  const [isWanted, setIsWanted] = useState(false);
  const [{ failures, round }, setTried] = useState({ failures: 0, round: 1 });
  const src = usePictures()(props.image.url, props.width, props.info)[failures];
  if (src === undefined || (saves && !isWanted)) {
    const show = () => {
      setIsWanted(true);
      setTried({ failures: 0, round: round + 1 });
    };
    return <PictureStandIn {...props} isFailed={src === undefined} round={round} onShow={show} />;
  }
  return (
    <ShownPicture
      {...props}
      src={src}
      onError={() => setTried({ failures: failures + 1, round })}
    />
  );
}

/** The loaded picture, which opens in full on a press. */
export function ShownPicture({
  imeta,
  src,
  onError,
  onOpen,
}: PictureProps & { readonly src: string; readonly onError: () => void }) {
  const { media } = useStrings();
  const alt = imeta?.alt ?? '';
  return (
    <button
      type="button"
      className={cx(frame.open, styles.open)}
      aria-label={alt === '' ? media.openPicture : media.openNamed(alt)}
      onClick={onOpen}
    >
      {imeta && <LazyPictureHash fields={imeta.fields} />}
      <img
        className={frame.image}
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={onError}
      />
      {alt !== '' && (
        <span className={styles.alt} title={alt} aria-hidden>
          {media.alt}
        </span>
      )}
    </button>
  );
}
