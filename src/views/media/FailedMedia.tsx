import { safeUrl } from '../../events/core/url.ts';
import { Button, buttonClass } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { usePlayerStrings } from '../ui/strings/players.ts';
import styles from './FailedMedia.module.css';

interface FailedMediaProps {
  readonly url: string;
  readonly children: string;
  readonly announce?: boolean;
  readonly onAgain: () => void;
}

/** A file that did not load: another try, or the way to its own address. */
export function FailedMedia({ url, children, announce = false, onAgain }: FailedMediaProps) {
  const words = usePlayerStrings();
  const original = safeUrl(url);
  return (
    <Notice announce={announce}>
      <span className={styles.body}>
        {children}
        <span className={styles.ways}>
          <Button compact onClick={onAgain}>
            {words.again}
          </Button>
          {original !== undefined && (
            <a
              className={buttonClass({ compact: true, tone: 'quiet' })}
              href={original}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {words.openLink}
            </a>
          )}
        </span>
      </span>
    </Notice>
  );
}
