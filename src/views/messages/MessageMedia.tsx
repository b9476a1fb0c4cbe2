import { useRef } from 'react';
import { FailedMedia } from '../media/FailedMedia.tsx';
import { useRequestedFile } from '../media/use-blob.ts';
import { Spinner } from '../ui/display/Spinner.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { usePlayerStrings } from '../ui/strings/players.ts';
import { useStrings } from '../ui/strings.ts';
import styles from './MessageFile.module.css';

interface MessageMediaProps {
  readonly type: 'image' | 'video' | 'audio';
  readonly url: string;
}

/**
 * A picture, video or sound that a private message links to, after the user asked for it. The
 * page's service does not learn its address, so it is fetched from its own host.
 */
export function MessageMedia({ type, url }: MessageMediaProps) {
  const words = usePlayerStrings();
  const { state } = useStrings().app;
  const place = useRef<HTMLDivElement>(null);
  const { src, isMissing, onError, onAgain } = useRequestedFile(url);
  const again = () => {
    // the button is replaced by the busy sign
    place.current?.focus({ preventScroll: true });
    onAgain();
  };
  const named = NAMED[type];
  const isBusy = src === undefined && !isMissing;
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={cx(
        styles.place,
        isBusy && styles.waiting,
        isBusy && type !== 'audio' && styles.tall,
      )}
    >
      {isBusy && (
        <span role="status" aria-label={state.loading} className={styles.busy}>
          <Spinner />
        </span>
      )}
      {isMissing && (
        <FailedMedia announce url={url} onAgain={again}>
          {words[FAILED[type]]}
        </FailedMedia>
      )}
      {src !== undefined && (
        <Medium type={type} src={src} name={named ? words[named] : ''} onError={onError} />
      )}
    </div>
  );
}

/** A picture has no description. */
const NAMED = { image: undefined, video: 'video', audio: 'sound' } as const;
const FAILED = { image: 'pictureFailed', video: 'videoFailed', audio: 'voiceFailed' } as const;

interface MediumProps {
  readonly type: 'image' | 'video' | 'audio';
  readonly src: string;
  readonly name: string;
  readonly onError?: () => void;
}

/** A picture, video or sound of a private message, with the browser's own controls. */
export function Medium({ type, name, ...source }: MediumProps) {
  const common = { className: styles.shown, ...source };
  if (type === 'image') return <img alt={name} {...common} />;
  if (type === 'video') return <video controls playsInline aria-label={name} {...common} />;
  return <audio controls aria-label={name} {...common} />;
}
