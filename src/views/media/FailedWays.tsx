import { safeUrl } from '../../events/core/url.ts';
import { Button, buttonClass } from '../ui/controls/Button.tsx';
import { usePlayerStrings } from '../ui/strings/players.ts';

interface FailedWaysProps {
  readonly url: string;
  readonly onAgain: () => void;
}

/** Two ways on for a file that did not load: another try, and its own address. */
export function FailedWays({ url, onAgain }: FailedWaysProps) {
  const words = usePlayerStrings();
  const original = safeUrl(url);
  return (
    <>
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
    </>
  );
}
