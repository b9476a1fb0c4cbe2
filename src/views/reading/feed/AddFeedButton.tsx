import type { ReactNode } from 'react';
import type { OwnFeed } from '../../../events/reading/feed/own-feeds.ts';
import type { FeedsName } from '../../../events/settings/saved-record.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useFeedsStrings } from '../../ui/strings/feeds.ts';
import { useFeedToggle, useHomeFeeds, useReadsFeeds } from './use-own-feeds.ts';

interface AddFeedButtonProps {
  readonly page: FeedsName;
  /**
   * `feedkind`: 'user' for the feed of an account, 'search' for a search, 'dvm' for a feed that
   * somebody offers.
   */
  readonly feed: Pick<OwnFeed, 'name' | 'spec' | 'feedkind' | 'description'>;
  /** Content that asks for a name, shown while the feed is not on the page. */
  readonly naming?: ReactNode;
}

/**
 * Adds a feed to the home or the reads page. If the feed is on the page, the button says so and
 * removes it (FEED-07).
 */
export function AddFeedButton({ page, ...feed }: AddFeedButtonProps) {
  return page === 'homeFeeds' ? <AddToHome {...feed} /> : <AddToReads {...feed} />;
}

function AddToHome({ feed, naming }: Omit<AddFeedButtonProps, 'page'>) {
  const { toHome, onHome, fromHome } = useFeedsStrings();
  return (
    <Pressed
      {...useFeedToggle('homeFeeds', useHomeFeeds(), feed)}
      add={toHome}
      there={onHome}
      remove={fromHome}
      naming={naming}
    />
  );
}

function AddToReads({ feed, naming }: Omit<AddFeedButtonProps, 'page'>) {
  const { toReads, onReads, fromReads } = useFeedsStrings();
  return (
    <Pressed
      {...useFeedToggle('readsFeeds', useReadsFeeds(), feed)}
      add={toReads}
      there={onReads}
      remove={fromReads}
      naming={naming}
    />
  );
}

interface PressedProps extends ReturnType<typeof useFeedToggle> {
  readonly add: string;
  readonly there: string;
  readonly remove: string;
  readonly naming: ReactNode;
}

function Pressed({ isThere, toggle, busy, add, there, remove, naming }: PressedProps) {
  return (
    <>
      {!isThere && naming}
      <Button
        compact
        tone={isThere ? 'quiet' : 'plain'}
        icon={isThere ? 'check' : 'plus'}
        aria-pressed={isThere}
        busy={busy}
        title={isThere ? remove : undefined}
        onClick={toggle}
      >
        {isThere ? there : add}
      </Button>
    </>
  );
}
