import { use, useState } from 'react';
import { useParams } from 'react-router';
import { pathOfCode } from '../../../events/nostr/code-path.ts';
import { readProfileParam } from '../../../events/nostr/route-param.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { NotFoundScreen } from '../../ui/layout/NotFoundScreen.tsx';
import { Redirect } from '../../ui/navigation/Redirect.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { Discover } from '../../reading/explore/Discover.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { Unfiltered } from '../../reading/moderation/Unfiltered.tsx';
import { ProfileFeed } from './ProfileFeed.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { useName } from '../../account/profile/use-name-check.ts';
import {
  type ProfileHandle,
  useProfileExtra,
  useProfileScreen,
  useProfileState,
} from './use-profile.ts';
import styles from './ProfileHeader.module.css';
import { ProfileSide } from './ProfileSide.tsx';

/** A profile by key (npub, nprofile, hex) or by its verified name (ROUTE-09, ROUTE-16). */
export function ProfileScreen() {
  const { npub, vanityName } = useParams();
  const path = vanityName === undefined ? undefined : pathOfCode(vanityName);
  if (path !== undefined) return <Redirect to={path} />;
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
      <Side>
        <Discover />
      </Side>
    </>
  );
}

function OwnProfile() {
  const me = useAccount();
  return me ? <KeyedProfile pubkey={me.pubkey} /> : <NoProfile />;
}

/** Remounts per profile and account, so that revealed content never carries over (INV-SCOPE). */
function KeyedProfile({ pubkey }: { readonly pubkey: string }) {
  const me = useAccount();
  return <Profile key={`${me?.pubkey} ${pubkey}`} pubkey={pubkey} />;
}

/**
 * Return why the content of a profile is hidden: by the own mute list, or by a filter of the reader
 * (PROFILE-04, PROFILE-09). `undefined` if it is not hidden, as far as known.
 */
function useHiddenBy(
  pubkey: string,
  actor: ProfileHandle | undefined,
): 'muted' | 'filtered' | undefined {
  const shell = use(ShellContext);
  const hidden = useProfileExtra(actor, pubkey, 'hidden');
  const me = shell?.account?.pubkey;
  const judged = shell?.hides?.moderateUser(pubkey);
  const isBlocked = hidden?.action === 'block';
  // A group's judgement names no list, and a visitor has no list.
  const isMuted =
    judged?.reasons.some(({ code }) => code === 'muted') === true ||
    (isBlocked && me !== undefined && hidden.pubkey === me);
  if (isMuted) return 'muted';
  return isBlocked || judged?.verdict === 'hide' ? 'filtered' : undefined;
}

interface WrittenProps {
  readonly pubkey: string;
  readonly name: string;
  readonly hiddenBy: ReturnType<typeof useHiddenBy>;
  /** True if the reader wants to see it anyway. */
  readonly looks: boolean;
  readonly onLook: () => void;
  /** True while it is unknown whether it may be shown. */
  readonly waits: boolean;
}

/**
 * The content of a profile. Hidden content is shown only on request. Until it is known whether it
 * is hidden, nothing is shown.
 */
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

/** A visitor has no profile. Cancels pending requests about the last shown one. */
function NoProfile() {
  const { app, messages } = useStrings();
  const said = useProfileStrings();
  useProfileScreen('');
  return (
    <>
      <Column title={app.nav.profile}>
        <NeedsAccount title={said.noProfileYet}>{messages['act.signIn']}</NeedsAccount>
      </Column>
      <Side>
        <Discover />
      </Side>
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
  // Content that was shown once stays, even during further requests.
  if (profile && !isLoading && !wasShown) setWasShown(true);
  const waits = isLoading && !wasShown;
  // A description can be long, so the content below waits for it.
  const waitsAbove = waits && !wasKnown;
  const me = useAccount();
  const isKnownBy = useProfileExtra(profile, pubkey, 'followedBy') !== undefined;
  // A line above it may still appear or disappear.
  const waitsBelow =
    waitsAbove || (waits && me !== undefined && me.pubkey !== pubkey && !isKnownBy);
  return (
    <>
      <Column title={name} pageTitle={account.profileTitle(name)} back under={<ConnectionStrip />}>
        {profile && <ProfileHeader pubkey={pubkey} actor={profile} waits={waitsAbove} />}
        <div className={cx(waitsBelow && styles.waits)}>
          <Written
            pubkey={pubkey}
            name={name}
            hiddenBy={hiddenBy}
            looks={looks}
            onLook={() => setLooks(true)}
            waits={waits && !isJudged}
          />
        </div>
      </Column>
      <Side>
        {profile && hiddenBy === undefined && (isJudged || !waits) && (
          <ProfileSide pubkey={pubkey} actor={profile} />
        )}
        {profile && hiddenBy !== undefined && looks && (
          <Unfiltered>
            <ProfileSide pubkey={pubkey} actor={profile} />
          </Unfiltered>
        )}
        <Discover />
      </Side>
    </>
  );
}
