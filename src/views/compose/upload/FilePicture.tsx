import { type RefCallback, useCallback, useState } from 'react';
import { isAt } from '../../../events/core/origin.ts';
import { safeMediaUrl } from '../../../events/core/url.ts';
import { useOwnPicture } from '../../media/use-blob.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useMediaFromHere } from '../../ui/hooks/use-copies-offered.ts';
import styles from '../ComposeFiles.module.css';

interface FilePictureProps {
  readonly file: File | undefined;
  readonly url: string | undefined;
  readonly mime: string;
  /** Uploaded part, from 0 to 1. `undefined` if no upload is running. */
  readonly part: number | undefined;
  readonly name: string;
  /** Why no part is uploaded yet. */
  readonly wait: string | undefined;
}

/** Length of the ring's path, in its own units. */
const ROUND = 100;

/** A thumbnail of a file, with a ring that fills during the upload. */
export function FilePicture({ file, url, mime, part, name, wait }: FilePictureProps) {
  const [failed, setFailed] = useState(false);
  const shown = useFileSource(file);
  const isVideo = mime.startsWith('video/');
  const isHere = useMediaFromHere();
  const stored = file || url === undefined ? undefined : safeMediaUrl(url, location.origin);
  const picture = useOwnPicture(isVideo ? '' : (stored ?? ''), 64);
  const video = isHere && stored && !isAt(stored, location.origin) ? undefined : stored;
  const src = isVideo ? video : picture.src;
  const isShown =
    !failed && (file !== undefined || src !== undefined) && (isVideo || mime.startsWith('image/'));
  const isStored = file === undefined && !isVideo;
  const onError = isStored ? picture.onError : () => setFailed(true);
  const source = { src, className: styles.image, onError };
  return (
    <span className={styles.picture}>
      {!isShown && <Icon name={isVideo ? 'play' : 'image'} />}
      {isShown && isVideo && <video ref={shown} muted playsInline preload="metadata" {...source} />}
      {isShown && !isVideo && (
        <img ref={shown} alt="" decoding="async" draggable={false} {...source} />
      )}
      {part !== undefined && (
        <span
          className={styles.going}
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={ROUND}
          aria-valuenow={Math.round(part * ROUND)}
          aria-valuetext={part === 0 ? wait : undefined}
        >
          <svg viewBox="0 0 36 36" className={styles.ring} aria-hidden>
            <circle cx="18" cy="18" r="15" className={styles.track} />
            <circle
              cx="18"
              cy="18"
              r="15"
              pathLength={ROUND}
              strokeDasharray={`${part * ROUND} ${ROUND}`}
              className={styles.part}
            />
          </svg>
        </span>
      )}
    </span>
  );
}

/** Show a local file in an element. Its object URL lives as long as the element. */
function useFileSource(file: File | undefined): RefCallback<HTMLImageElement | HTMLVideoElement> {
  return useCallback(
    (element: HTMLImageElement | HTMLVideoElement | null) => {
      if (!file || !element) return undefined;
      const url = URL.createObjectURL(file);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
}
