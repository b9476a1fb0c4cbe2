import { Recommended } from '../moderation/Recommended.tsx';
import { TrendingSection } from './TrendingSection.tsx';
import type { Feed } from './use-feed.ts';
import { WasHere } from './ReadingPlaceMarker.tsx';

/** What stands beside the home feed, fetched once its notes are drawn: where the reader was, and what many read. */
export function HomeBeside({ feed, spec }: { readonly feed: Feed | undefined; readonly spec: string }) {
  return (
    <>
      {feed && <WasHere key={spec} feed={feed} spec={spec} />}
      <Recommended>
        <TrendingSection />
      </Recommended>
    </>
  );
}
