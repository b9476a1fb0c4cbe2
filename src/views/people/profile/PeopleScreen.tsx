import { useParams } from 'react-router';
import { readProfileParam } from '../../../events/nostr/route-param.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { NotFoundScreen } from '../../ui/layout/NotFoundScreen.tsx';
import { Discover } from '../../reading/explore/Discover.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { usePeopleStrings } from '../../ui/strings/people.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { useProfileScreen } from './use-profile.ts';

/** The people that an account follows, or its followers, linked from the counts of its profile. */
export function PeopleScreen() {
  const { npub = '', people = '' } = useParams();
  const pubkey = readProfileParam(npub);
  if (pubkey === undefined || (people !== 'following' && people !== 'followers'))
    return <NotFoundScreen />;
  return <People key={`${people}:${pubkey}`} pubkey={pubkey} of={people} />;
}

function People({
  pubkey,
  of,
}: {
  readonly pubkey: string;
  readonly of: 'following' | 'followers';
}) {
  const words = usePeopleStrings();
  // The owner's name is known only once the profile has loaded.
  useProfileScreen(pubkey);
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  const title = words.of(words.title[of], name);
  return (
    <>
      <Column title={title} back under={<ConnectionStrip />}>
        <PeopleList order={{ of, pubkey }} label={title} />
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}
