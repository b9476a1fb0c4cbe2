import { useState } from 'react';
import { createPortal } from 'react-dom';
import { inSeconds } from '../../../events/core/time.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useCatchUpStrings } from '../../ui/strings/catch-up.ts';
import text from '../../ui/styles/text.module.css';
import type { Feed } from './use-feed.ts';
import { useReadingPlace } from './use-reading-place.ts';
import styles from './ReadingPlaceMarker.module.css';

/**
 * The last reading position in a feed (BEYOND-11): a line above the notes that were already there,
 * and buttons that go back to the position or to the missed notes. The buttons are in the side
 * column, or above the bottom bar if there is none. The line has its own height in the row that it
 * is above, and the list measures that row again.
 */
export function WasHere({ feed, spec }: { readonly feed: Feed; readonly spec: string }) {
  const words = useCatchUpStrings();
  const { before, mayBeLost, line, resume } = useReadingPlace(feed, spec);
  const [isDismissed, setIsDismissed] = useState(false);
  if (!before) return null;
  // the stored place moves on as soon as the reader sees the line
  const catchUp = `/home/catch-up?feed=${encodeURIComponent(spec)}&since=${inSeconds(before.newest.at)}`;
  return (
    <>
      <SideSection title={words.side}>
        <p className={cx(text.small, text.muted, styles.words)}>
          {words.resumeText} {words.missedText}
        </p>
        <p className={styles.ways}>
          <Button compact onClick={resume}>
            {words.resume}
          </Button>
          <LinkButton compact tone="quiet" to={catchUp}>
            {words.open}
          </LinkButton>
        </p>
      </SideSection>
      {mayBeLost &&
        !isDismissed &&
        createPortal(
          <div className={styles.chip} role="group" aria-label={words.side}>
            <Button
              compact
              onClick={() => {
                setIsDismissed(true);
                resume();
              }}
            >
              {words.resume}
            </Button>
            <LinkButton compact tone="quiet" to={catchUp}>
              {words.open}
            </LinkButton>
            <IconButton
              compact
              icon="x"
              label={words.dismiss}
              onClick={() => setIsDismissed(true)}
            />
          </div>,
          document.body,
        )}
      {line &&
        createPortal(
          <p className={styles.line}>
            <span className={styles.label}>
              <Icon name="bookmark" size="s" />
              {words.here}
              <Time at={before.newest.at} />
              <AppLink to={catchUp} className={cx(text.link, styles.open)}>
                {words.open}
              </AppLink>
            </span>
          </p>,
          line,
        )}
    </>
  );
}
