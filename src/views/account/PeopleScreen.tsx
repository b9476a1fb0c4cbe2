import { useParams } from 'react-router';
import { readProfileParam } from '../../events/account/route-param.ts';
import { displayNameOf } from '../../events/account/profile.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { Column } from '../app/Column.tsx';
import { NotFoundScreen } from '../app/NotFoundScreen.tsx';
import { Side } from '../app/Side.tsx';
import { usePeopleStrings } from '../app/strings/people.ts';
import { ConnectionStrip } from '../connection/ConnectionStrip.tsx';
import { PeopleList } from './PeopleList.tsx';
import { useProfileScreen } from './use-profile.ts';

/** Whom an account follows, and who follows it: what the counts of its profile lead to. */
export function PeopleScreen() {
  const { npub = '', people = '' } = useParams();
  const pubkey = readProfileParam(npub);
  if (pubkey === undefined || (people !== 'following' && people !== 'followers')) return <NotFoundScreen />;
  return <People key={`${people}:${pubkey}`} pubkey={pubkey} of={people} />;
}

function People({ pubkey, of }: { readonly pubkey: string; readonly of: 'following' | 'followers' }) {
  const words = usePeopleStrings();
  // whose list it is has a name only once the profile has come
  useProfileScreen(pubkey);
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  const title = words.of(words.title[of], name);
  return (
    <>
      <Column title={title} back under={<ConnectionStrip />}>
        <PeopleList order={{ of, pubkey }} label={title} />
      </Column>
      <Side />
    </>
  );
}
