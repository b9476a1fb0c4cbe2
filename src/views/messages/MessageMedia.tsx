import { useRef } from 'react';
import { FailedMedia } from '../media/FailedMedia.tsx';
import { useRequestedFile } from '../media/use-blob.ts';
import { Spinner } from '../ui/display/Spinner.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { usePlayerStrings } from '../ui/strings/players.ts';
import { useStrings } from '../ui/strings.ts';
import { Medium } from './Medium.tsx';
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
