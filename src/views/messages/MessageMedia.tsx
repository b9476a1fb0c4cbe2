import { safeUrl } from '../../events/core/url.ts';
import { useOwnPicture } from '../media/use-blob.ts';
import { buttonClass } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { usePlayerStrings } from '../ui/strings/players.ts';
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
  const { src, isMissing, onError } = useOwnPicture(url);
  const original = safeUrl(url);
  if (isMissing)
    return (
      <Notice
        action={
          original !== undefined && (
            <a
              className={buttonClass({ compact: true, tone: 'quiet' })}
              href={original}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {words.openLink}
            </a>
          )
        }
      >
        {words[FAILED[type]]}
      </Notice>
    );
  if (src === undefined) return null;
  const common = { className: styles.shown, src, onError };
  if (type === 'image') return <img alt="" {...common} />;
  if (type === 'video') return <video controls playsInline aria-label={words.video} {...common} />;
  return <audio controls aria-label={words.sound} {...common} />;
}

const FAILED = { image: 'pictureFailed', video: 'videoFailed', audio: 'voiceFailed' } as const;
