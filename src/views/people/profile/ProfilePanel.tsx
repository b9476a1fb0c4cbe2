import { useProfileStrings } from '../../ui/strings/profile.ts';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { ProfileDrafts } from './ProfileDrafts.tsx';
import { ProfileRelays } from './ProfileRelays.tsx';
import { ProfileZaps } from './ProfileZaps.tsx';

interface ProfilePanelProps {
  readonly pubkey: string;
  readonly tab: 'drafts' | 'zaps' | 'followers' | 'following' | 'relays';
}

/** What a tab of a profile holds that is no feed (PROFILE-02): fetched with the first of these tabs. */
export function ProfilePanel({ pubkey, tab }: ProfilePanelProps) {
  const { tabs } = useProfileStrings();
  if (tab === 'drafts') return <ProfileDrafts />;
  if (tab === 'zaps') return <ProfileZaps pubkey={pubkey} />;
  if (tab === 'relays') return <ProfileRelays pubkey={pubkey} />;
  return <PeopleList order={{ of: tab, pubkey }} label={tabs[tab]} />;
}
