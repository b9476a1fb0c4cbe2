import { Welcome } from '../../account/session/Welcome.tsx';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Recommended } from '../moderation/Recommended.tsx';
import { TrendingSection } from './TrendingSection.tsx';
import type { Feed } from './use-feed.ts';
import { WasHere } from './ReadingPlaceMarker.tsx';

/**
 * The side column of the home feed: the welcome for visitors, the last reading position, and
 * trending notes. Loaded after the
 * notes are rendered.
 */
export function HomeBeside({
  feed,
  spec,
}: {
  readonly feed: Feed | undefined;
  readonly spec: string;
}) {
  const account = useAccount();
  return (
    <>
      {!account && <Welcome />}
      {feed && <WasHere key={spec} feed={feed} spec={spec} />}
      <Recommended>
        <TrendingSection />
      </Recommended>
    </>
  );
}
