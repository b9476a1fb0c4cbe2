import { useProfileStrings } from '../../ui/strings/profile.ts';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { ProfileDrafts } from './ProfileDrafts.tsx';
import { ProfileRelays } from './ProfileRelays.tsx';
import { ProfileZaps } from './ProfileZaps.tsx';

interface ProfilePanelProps {
  readonly pubkey: string;
  readonly tab: 'drafts' | 'zaps' | 'followers' | 'following' | 'relays';
}

/**
 * The tabs of a profile that are not feeds (PROFILE-02). Their code loads with the first of them.
 */
export function ProfilePanel({ pubkey, tab }: ProfilePanelProps) {
  const { tabs } = useProfileStrings();
  if (tab === 'drafts') return <ProfileDrafts />;
  if (tab === 'zaps') return <ProfileZaps pubkey={pubkey} />;
  if (tab === 'relays') return <ProfileRelays pubkey={pubkey} />;
  return <PeopleList order={{ of: tab, pubkey }} label={tabs[tab]} />;
}
