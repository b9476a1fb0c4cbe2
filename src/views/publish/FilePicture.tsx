import { useEffect, useState } from 'react';
import { safeMediaUrl } from '../../events/connection/url.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './ComposeFiles.module.css';

interface FilePictureProps {
  readonly file: File | undefined;
  readonly url: string | undefined;
  readonly mime: string;
  /** How much of it is gone, of one; undefined: it is there, or not going. */
  readonly part: number | undefined;
  readonly name: string;
}

/** Of the ring, in its own units. */
const ROUND = 100;

/** A file as a small picture, with a ring that fills while it is on its way. */
export function FilePicture({ file, url, mime, part, name }: FilePictureProps) {
  const { files: words } = useComposeStrings();
  const own = useFileUrl(file);
  const [failed, setFailed] = useState(false);
  const src = own ?? (url === undefined ? undefined : safeMediaUrl(url, location.origin));
  const isVideo = mime.startsWith('video/');
  return (
    <span className={styles.picture}>
      {src === undefined || failed || !(isVideo || mime.startsWith('image/')) ? (
        <Icon name={isVideo ? 'play' : 'image'} />
      ) : isVideo ? (
        <video className={styles.image} src={src} muted playsInline preload="metadata" onError={() => setFailed(true)} />
      ) : (
        <img className={styles.image} src={src} alt="" decoding="async" draggable={false} onError={() => setFailed(true)} />
      )}
      {part !== undefined && (
        <span
          className={styles.going}
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={ROUND}
          aria-valuenow={Math.round(part * ROUND)}
          aria-valuetext={part === 0 ? words.waiting : undefined}
        >
          <svg viewBox="0 0 36 36" className={styles.ring} aria-hidden>
            <circle cx="18" cy="18" r="15" className={styles.track} />
            <circle cx="18" cy="18" r="15" pathLength={ROUND} strokeDasharray={`${part * ROUND} ${ROUND}`} className={styles.part} />
          </svg>
        </span>
      )}
    </span>
  );
}

/** An address of a file of this page, as long as it is shown. */
function useFileUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives as long as the effect
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return file ? url : undefined;
}
