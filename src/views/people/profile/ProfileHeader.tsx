import { use, useState } from 'react';
import { displayNameOf, type Profile } from '../../../events/facts/profile.ts';
import { fullNumber, longDate } from '../../../events/core/format.ts';
import { safeMediaUrl } from '../../../events/core/url.ts';
import type { Imeta } from '../../../events/media/imeta.ts';
import { npubOf, shortNpub } from '../../../events/nostr/nip19.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useCovers, useFacts } from '../../ui/hooks/app-context.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { AvatarStack } from '../../ui/display/AvatarStack.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { usePictureSource } from '../../ui/display/use-picture-source.ts';
import { Tag } from '../../ui/display/Tag.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { MoneroButton } from '../../money/monero/MoneroButton.tsx';
import { SubscribeButton } from '../../money/subscriptions/SubscribeButton.tsx';
import { OutLink } from '../../account/text/InlineText.tsx';
import { useFacesOf } from '../../account/profile/faces.ts';
import { FollowButton } from '../../publish/lists/FollowButton.tsx';
import { usePicture } from '../../account/profile/picture.ts';
import { NamePress } from '../../account/profile/NameCheckButton.tsx';
import { MessageButton } from './MessageButton.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { useNameCheck } from '../../account/profile/use-name-check.ts';
import {
  type ProfileHandle,
  profileIntents,
  useProfileExtra,
  useProfileState,
} from './use-profile.ts';
import { useGlow, VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { formatList } from '../../../events/core/format-list.ts';
import { AccountName } from '../../account/profile/AccountName.tsx';
import { About } from './ProfileAbout.tsx';

import text from '../../ui/styles/text.module.css';
import styles from './ProfileHeader.module.css';

const NO_IMETA: ReadonlyMap<string, Imeta> = new Map();

const Viewer = lazyPart(
  () => import('../../media/GalleryViewer.tsx').then(({ GalleryViewer: Part }) => Part),
  {
    close: ({ onClose }) => onClose(),
  },
);

const QrDialog = lazyPart(
  () => import('./ProfileQrDialog.tsx').then(({ ProfileQrDialog: Part }) => Part),
  {
    close: ({ onClose }) => onClose(),
  },
);

/** Banner, picture, names, description, and the service's counts (PROFILE-01). */
export function ProfileHeader({
  pubkey,
  actor,
  waits,
}: {
  readonly pubkey: string;
  readonly actor: ProfileHandle;
  /** True while description and counts are loading. They are not shown in parts. */
  readonly waits: boolean;
}) {
  const account = useProfileStrings();
  const me = useAccount();
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const isUnknown = useProfileExtra(actor, pubkey, 'rejection') === 'notFound';
  const { isFailed } = useProfileState(actor, pubkey);
  const name = displayNameOf(profile, pubkey);
  // PROFILE-12: through the caching service, so that the domain does not learn who is reading.
  useNameCheck(profile?.nip05.toLowerCase() ?? '');
  return (
    <header>
      <Banner profile={profile} />
      <div className={styles.words}>
        <div className={styles.top}>
          <Face profile={profile} pubkey={pubkey} name={name} />
          {/* buttons that appear later come first, so that they move no other one */}
          <span className={styles.support}>
            <SubscribeButton pubkey={pubkey} />
            <MoneroButton profile={profile} />
            <QrButton pubkey={pubkey} />
          </span>
          <ProfileMenu pubkey={pubkey} />
          {me?.pubkey !== pubkey && <MessageButton pubkey={pubkey} />}
          <ZapPlace pubkey={pubkey} />
          <FollowButton pubkey={pubkey} />
          {me?.pubkey === pubkey && <LinkButton to="/settings/profile">{account.edit}</LinkButton>}
        </div>
        <p className={styles.name}>
          <AccountName pubkey={pubkey} profile={profile} />
          {profile && <VerifiedMark profile={profile} size="l" />}
          <NamePress address={profile?.nip05.toLowerCase() ?? ''} compact />
        </p>
        <div className={cx(waits && styles.waits)}>
          <Identity profile={profile} pubkey={pubkey} actor={actor} />
        </div>
        {isUnknown && !profile && <Notice>{account.rejections.notFound}</Notice>}
        {isFailed && (
          <Notice
            tone="warning"
            action={
              <Button compact onClick={() => profileIntents.retry(actor)}>
                {account.loadAgain}
              </Button>
            }
          >
            {account.profileFailed}
          </Notice>
        )}
        {profile && !waits && <About profile={profile} />}
        <div className={cx(waits && styles.waits)}>
          <ProfileFacts pubkey={pubkey} profile={profile} />
          <Counts pubkey={pubkey} />
        </div>
        {me && me.pubkey !== pubkey && <KnownBy pubkey={pubkey} actor={actor} />}
      </div>
    </header>
  );
}

/** The zap button. Visitors see the sign-in prompt. Own profiles have none. */
function ZapPlace({ pubkey }: { readonly pubkey: string }) {
  const { note } = useStrings();
  const shell = use(ShellContext);
  if (shell?.account?.pubkey === pubkey) return null;
  if (shell?.own) return <shell.own.ProfileZap pubkey={pubkey} />;
  return (
    <IconButton
      outline
      icon="zap"
      label={note.zap}
      onClick={() => shell?.onEarly('zap', { pubkey })}
    />
  );
}

function QrButton({ pubkey }: { readonly pubkey: string }) {
  const account = useProfileStrings();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <IconButton
        outline
        icon="qr"
        label={account.qr.open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && <QrDialog pubkey={pubkey} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The banner. Pressing opens it in full (NOTE-07). */
function Banner({ profile }: { readonly profile: Profile | undefined }) {
  const account = useProfileStrings();
  const [open, setOpen] = useState(false);
  const url = profile?.banner ?? '';
  const { src, onError } = usePictureSource(useCovers()(url, 600));
  if (!profile || src === undefined) return <div className={styles.banner} />;
  return (
    <div className={styles.banner}>
      <button type="button" aria-label={account.openBanner} onClick={() => setOpen(true)}>
        <img src={src} alt="" decoding="async" onError={onError} />
      </button>
      {open && <InFull url={url} author={profile.pubkey} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** One picture over the whole screen. */
function InFull({
  url,
  author,
  onClose,
}: {
  readonly url: string;
  readonly author: string;
  readonly onClose: () => void;
}) {
  return (
    <Viewer
      images={[{ type: 'image', text: url, url }]}
      imeta={NO_IMETA}
      author={author}
      start={0}
      onClose={onClose}
    />
  );
}

/** Width of the largest avatar (LIMIT-04), in CSS pixels. */
const WIDEST = 144;

/** The picture. Pressing opens it in full (NOTE-07). */
function Face({
  profile,
  pubkey,
  name,
}: {
  readonly profile: Profile | undefined;
  readonly pubkey: string;
  readonly name: string;
}) {
  const account = useProfileStrings();
  const [open, setOpen] = useState(false);
  const sources = usePicture(profile, WIDEST);
  const src = safeMediaUrl(profile?.picture ?? '', location.origin);
  const avatar = (
    <Avatar pubkey={pubkey} name={name} src={sources} size="xxl" glow={useGlow(pubkey)} />
  );
  if (src === undefined) return <span className={styles.face}>{avatar}</span>;
  return (
    <>
      <button
        type="button"
        className={styles.face}
        aria-label={account.openPicture(name)}
        onClick={() => setOpen(true)}
      >
        {avatar}
      </button>
      {open && <InFull url={src} author={pubkey} onClose={() => setOpen(false)} />}
    </>
  );
}

function Identity({
  profile,
  pubkey,
  actor,
}: {
  readonly profile: Profile | undefined;
  readonly pubkey: string;
  readonly actor: ProfileHandle;
}) {
  const account = useProfileStrings();
  const copyText = useCopy();
  const follows = useProfileExtra(actor, pubkey, 'followsViewer') === true;
  const npub = npubOf(pubkey) ?? pubkey;
  const copy = () => copyText(npub, 'key');
  return (
    <p className={cx(styles.identity, text.muted)}>
      {profile !== undefined &&
        profile.displayName !== '' &&
        profile.name !== '' &&
        profile.displayName !== profile.name && <bdi className={text.cut}>@{profile.name}</bdi>}
      {profile?.nip05 !== undefined && profile.nip05 !== '' && (
        <bdi className={text.cut} dir="ltr">
          {profile.nip05}
        </bdi>
      )}
      <button type="button" className={styles.key} onClick={copy} aria-label={account.copyKey}>
        {shortNpub(pubkey)}
        <Icon name="copy" className={styles.small} />
      </button>
      {follows && <Tag>{account.followsYou}</Tag>}
    </p>
  );
}

function ProfileFacts({
  pubkey,
  profile,
}: {
  readonly pubkey: string;
  readonly profile: Profile | undefined;
}) {
  const locale = useLocale();
  const account = useProfileStrings();
  const joined = useFacts((facts) => getRow(facts.userStats, pubkey)?.timeJoined);
  const website =
    profile && profile.website !== ''
      ? safeMediaUrl(
          profile.website.includes('://') ? profile.website : `https://${profile.website}`,
        )
      : undefined;
  return (
    <ul className={cx(styles.facts, text.small, text.muted)}>
      {website !== undefined && (
        <li>
          <Icon name="link" className={styles.small} />
          <OutLink url={website} />
        </li>
      )}
      {profile && profile.lud16 !== '' && (
        <li>
          <Icon name="zap" className={styles.small} />
          <bdi dir="ltr">{profile.lud16}</bdi>
        </li>
      )}
      {joined !== undefined && (
        <li>
          <Icon name="clock" className={styles.small} />
          {account.joined(longDate(joined, locale))}
        </li>
      )}
    </ul>
  );
}

function Counts({ pubkey }: { readonly pubkey: string }) {
  const locale = useLocale();
  const account = useProfileStrings();
  const stats = useFacts((facts) => getRow(facts.userStats, pubkey));
  const npub = npubOf(pubkey) ?? pubkey;
  return (
    <ul className={cx(styles.counts, text.muted)}>
      <li>
        <AppLink to={`/p/${npub}/following`}>
          <b>{stats ? fullNumber(stats.follows, locale) : '–'}</b> {account.tabs.following}
        </AppLink>
      </li>
      <li>
        <AppLink to={`/p/${npub}/followers`}>
          <b>{stats ? fullNumber(stats.followers, locale) : '–'}</b>{' '}
          {account.followersOf(stats?.followers ?? 0)}
        </AppLink>
      </li>
      {stats !== undefined && stats.satszapped > 0 && (
        <li>
          <b>{fullNumber(stats.satszapped, locale)}</b> {account.tabs.satsReceived}
        </li>
      )}
    </ul>
  );
}

const FACES = 3;

/**
 * The follows of the account that follow this person. Their line is reserved until they are known.
 */
function KnownBy({ pubkey, actor }: { readonly pubkey: string; readonly actor: ProfileHandle }) {
  const account = useProfileStrings();
  const locale = useLocale();
  const followers = useProfileExtra(actor, pubkey, 'followedBy');
  const faces = useFacesOf(followers ?? []);
  const shown = faces.slice(0, 2).map(({ name }) => name ?? '');
  if (followers?.length === 0) return null;
  return (
    <p className={cx(styles.known, text.small, text.muted)}>
      {faces.length > 0 && (
        <>
          <AvatarStack faces={faces} most={FACES} />
          <span className={text.clamp1} dir="auto">
            {account.followedBy(formatList(shown, locale), faces.length - shown.length)}
          </span>
        </>
      )}
    </p>
  );
}
