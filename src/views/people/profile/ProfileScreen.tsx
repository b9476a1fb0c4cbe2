import { use, useState } from 'react';
import { useParams } from 'react-router';
import { readProfileParam } from '../../../events/nostr/route-param.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { NotFoundScreen } from '../../ui/layout/NotFoundScreen.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { Side } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { Unfiltered } from '../../reading/moderation/Unfiltered.tsx';
import { ProfileFeed } from './ProfileFeed.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { useName } from '../../account/profile/use-name-check.ts';
import { type ProfileHandle, useProfileExtra, useProfileScreen, useProfileState } from './use-profile.ts';
import styles from './ProfileHeader.module.css';
import { ProfileSide } from './ProfileSide.tsx';

/** A profile by key (npub, nprofile, hex) or by its verified name (ROUTE-09, ROUTE-16). */
export function ProfileScreen() {
  const { npub, vanityName } = useParams();
  if (vanityName !== undefined) return <NamedProfile name={vanityName.toLowerCase()} />;
  if (npub === undefined) return <OwnProfile />;
  const pubkey = readProfileParam(npub);
  return pubkey === undefined ? <NotFoundScreen /> : <KeyedProfile pubkey={pubkey} />;
}

function NamedProfile({ name }: { readonly name: string }) {
  const { app } = useStrings();
  const pubkey = useName(name);
  if (pubkey === null) return <NotFoundScreen />;
  if (pubkey !== undefined) return <KeyedProfile pubkey={pubkey} />;
  return (
    <>
      <Column title={app.nav.profile} back>
        <Skeleton />
      </Column>
      <Side />
    </>
  );
}

function OwnProfile() {
  const me = useAccount();
  return me ? <KeyedProfile pubkey={me.pubkey} /> : <NoProfile />;
}

/** Nothing that was asked to be shown, or was shown, of one profile to one account holds for another (INV-SCOPE). */
function KeyedProfile({ pubkey }: { readonly pubkey: string }) {
  const me = useAccount();
  return <Profile key={`${me?.pubkey} ${pubkey}`} pubkey={pubkey} />;
}

/**
 * Why what a profile holds is hidden: the own mute list names the account, or a filter that the reader uses does (PROFILE-04, PROFILE-09). Undefined:
 * it is not, as far as anybody knows.
 */
function useHiddenBy(pubkey: string, actor: ProfileHandle | undefined): 'muted' | 'filtered' | undefined {
  const shell = use(ShellContext);
  const hidden = useProfileExtra(actor, pubkey, 'hidden');
  const me = shell?.account?.pubkey;
  const judged = shell?.hides?.judgeUser(pubkey);
  const isBlocked = hidden?.action === 'block';
  // a group's judgement names nobody, and a visitor is nobody
  const isMuted = judged?.reasons.some(({ code }) => code === 'muted') === true || (isBlocked && me !== undefined && hidden.pubkey === me);
  if (isMuted) return 'muted';
  return isBlocked || judged?.verdict === 'hide' ? 'filtered' : undefined;
}

interface WrittenProps {
  readonly pubkey: string;
  readonly name: string;
  readonly hiddenBy: ReturnType<typeof useHiddenBy>;
  /** Whether the reader wants to see it all the same. */
  readonly looks: boolean;
  readonly onLook: () => void;
  /** Nobody knows yet whether it may be shown. */
  readonly waits: boolean;
}

/** What a profile holds: where it is hidden, only once the reader asks for it. Until that is known, which is asked together with it, nothing of it is shown. */
function Written({ pubkey, name, hiddenBy, looks, onLook, waits }: WrittenProps) {
  const words = useProfileStrings();
  if (hiddenBy === undefined)
    return (
      <div className={cx(waits && styles.waits)}>
        <ProfileFeed pubkey={pubkey} waits={waits} />
      </div>
    );
  const said = hiddenBy === 'muted' ? words.muted(name) : words.filtered;
  if (!looks)
    return (
      <EmptyState title={said} action={<Button onClick={onLook}>{words.look}</Button>}>
        {hiddenBy === 'muted' ? words.mutedText : words.filteredText}
      </EmptyState>
    );
  return (
    <Unfiltered>
      <Notice tone="warning">{said}</Notice>
      <ProfileFeed pubkey={pubkey} waits={false} />
    </Unfiltered>
  );
}

/** A visitor has no profile: what is still asked about the last one that was shown is called off. */
function NoProfile() {
  const { app, messages } = useStrings();
  const said = useProfileStrings();
  useProfileScreen('');
  return (
    <>
      <Column title={app.nav.profile}>
        <EmptyState title={said.noProfileYet} action={<LinkButton to="/home">{app.nav.home}</LinkButton>}>
          {messages['act.signIn']}
        </EmptyState>
      </Column>
      <Side />
    </>
  );
}

function Profile({ pubkey }: { readonly pubkey: string }) {
  const account = useProfileStrings();
  const profile = useProfileScreen(pubkey);
  const row = useFacts((facts) => getRow(facts.profiles, pubkey));
  const name = displayNameOf(row, pubkey);
  const hiddenBy = useHiddenBy(pubkey, profile);
  const isJudged = useProfileExtra(profile, pubkey, 'hidden') !== undefined;
  const [looks, setLooks] = useState(false);
  const [wasKnown] = useState(row !== undefined);
  const [wasShown, setWasShown] = useState(false);
  const { isLoading } = useProfileState(profile, pubkey);
  // what was shown once stays, whatever is asked again
  if (profile && !isLoading && !wasShown) setWasShown(true);
  const waits = isLoading && !wasShown;
  // what somebody says of themselves can be long: what stands below it is not shown before
  const waitsAbove = waits && !wasKnown;
  const me = useAccount();
  const isKnownBy = useProfileExtra(profile, pubkey, 'followedBy') !== undefined;
  // above it a line may come or go
  const waitsBelow = waitsAbove || (waits && me !== undefined && me.pubkey !== pubkey && !isKnownBy);
  return (
    <>
      <Column title={name} pageTitle={account.profileTitle(name)} back under={<ConnectionStrip />}>
        {profile && <ProfileHeader pubkey={pubkey} actor={profile} waits={waitsAbove} />}
        <div className={cx(waitsBelow && styles.waits)}>
          <Written pubkey={pubkey} name={name} hiddenBy={hiddenBy} looks={looks} onLook={() => setLooks(true)} waits={waits && !isJudged} />
        </div>
      </Column>
      <Side>
        {profile && hiddenBy === undefined && (isJudged || !waits) && <ProfileSide pubkey={pubkey} actor={profile} />}
        {profile && hiddenBy !== undefined && looks && (
          <Unfiltered>
            <ProfileSide pubkey={pubkey} actor={profile} />
          </Unfiltered>
        )}
      </Side>
    </>
  );
}
