import { use, useState } from 'react';
import { useParams } from 'react-router';
import { entryKey } from '../../../events/account/lists/list-definitions.ts';
import { dropFilterList, filterWith } from '../../../events/account/lists/list-intents.ts';
import { readProfileParam } from '../../../events/nostr/route-param.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import type { Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { note1Of, npubOf } from '../../../events/nostr/nip19.ts';
import { listOf } from '../../../events/facts/selectors.ts';
import { clipLine } from '../../../events/core/text.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { NotFoundScreen } from '../../ui/layout/NotFoundScreen.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { ShareDialog } from '../../ui/qr/share-part.ts';
import { useQrStrings } from '../../ui/strings/qr.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Tag as Chip } from '../../ui/display/Tag.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { Discover } from '../../reading/explore/Discover.tsx';
import { useSharedEvent } from '../../reading/thread/use-shared-event.ts';
import { Side } from '../../ui/layout/Side.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { usePeopleStrings } from '../../ui/strings/people.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { useIntents, useListed } from '../../publish/outbox/use-intents.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import styles from './MuteListScreen.module.css';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { PersonLine } from '../../account/profile/PersonLine.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import { useProfileScreen } from './use-profile.ts';

/**
 * ROUTE-10 at /mutelist/:npub: the public mute list of another account, and a button that uses it
 * as a filter.
 */
export function MuteListScreen() {
  const { npub = '' } = useParams();
  const { muteList } = usePeopleStrings();
  const pubkey = readProfileParam(npub);
  if (pubkey === undefined) return <NotFoundScreen />;
  return (
    <>
      <Column title={muteList.title} back under={<ConnectionStrip />}>
        <MuteList key={pubkey} pubkey={pubkey} />
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}

function MuteList({ pubkey }: { readonly pubkey: string }) {
  const { muteList } = usePeopleStrings();
  // The owner's name is known only once the profile has loaded.
  useProfileScreen(pubkey);
  const list = useFacts((facts) => listOf(facts, KIND.MuteList, pubkey));
  const entries = (name: string) => entriesNamed(name, list?.tags ?? []);
  return (
    <>
      <header className={styles.head}>
        <AccountLink pubkey={pubkey} picture="m" />
        <PersonLine pubkey={pubkey} linked />
        <ShareList pubkey={pubkey} list={list} />
        <UseList pubkey={pubkey} />
      </header>
      <p className={styles.hint}>{muteList.hint}</p>
      <Section
        title={muteList.words}
        entries={entries('word').map((word) => ({ key: word, said: word }))}
      />
      <Section
        title={muteList.hashtags}
        entries={entries('t').map((tag) => ({ key: tag, said: `#${tag.replace(/^#/, '')}` }))}
      />
      <Section
        title={muteList.threads}
        entries={entries('e').map((id) => ({
          key: id,
          said: `${(note1Of(id) ?? id).slice(0, 16)}…`,
          to: notePath(id),
        }))}
      />
      <section aria-label={muteList.people}>
        <h2 className={styles.title}>{muteList.people}</h2>
        <PeopleList
          order={{ of: 'muted', pubkey }}
          label={muteList.people}
          empty={<EmptyState title={muteList.nobody} />}
        />
      </section>
    </>
  );
}

/** Shares the page of the list, and the list itself. */
function ShareList({
  pubkey,
  list,
}: {
  readonly pubkey: string;
  readonly list: VerifiedEvent | undefined;
}) {
  const words = useQrStrings();
  const { muteList } = usePeopleStrings();
  const [isOpen, setIsOpen] = useState(false);
  const link = `${location.origin}/mutelist/${npubOf(pubkey) ?? pubkey}`;
  const { nostr } = useSharedEvent(list);
  return (
    <>
      <IconButton outline icon="qr" label={words.share} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <ShareDialog
          name={muteList.title}
          forms={[{ form: 'link', text: link, copied: 'list' }, ...nostr]}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** Return the values of the entries with that tag, each once. */
function entriesNamed(name: string, tags: readonly Tag[]): readonly string[] {
  const found = tags.flatMap((tag) => {
    const key = tag[0] === name ? entryKey('mutes', tag) : undefined;
    return key === undefined ? [] : [[key, tag[1]?.trim().toLowerCase() ?? ''] as const];
  });
  return [...new Map(found).values()];
}

/**
 * Uses another account's list as a filter, or stops using it (ACCOUNT-11). Renders nothing for the
 * own list.
 */
function UseList({ pubkey }: { readonly pubkey: string }) {
  const { mute } = useActionStrings();
  const shell = use(ShellContext);
  const account = useAccount();
  const canAct = useActingSoon();
  const intents = useIntents();
  const { isListed, isKnown, isBusy } = useListed('filterLists', dropFilterList(pubkey).tag);
  if (account?.pubkey === pubkey) return null;
  const press = () => {
    if (!canAct) shell?.onRefused({ code: 'act.signIn' });
    else
      intents.edit(
        'filterLists',
        isListed ? dropFilterList(pubkey) : filterWith(pubkey, ['content', 'trending']),
      );
  };
  return (
    <Button compact busy={isBusy} disabled={canAct && !isKnown} onClick={press}>
      {isListed ? mute.unfollowMuteList : mute.followMuteList}
    </Button>
  );
}

interface SectionProps {
  readonly title: string;
  readonly entries: readonly {
    readonly key: string;
    readonly said: string;
    readonly to?: string;
  }[];
}

/**
 * Entries per page, one page more on each press, and the maximum length of an entry in UTF-16
 * units.
 */
const PAGE = 100;
const LONGEST = 120;

function Section({ title, entries }: SectionProps) {
  const { muteList } = usePeopleStrings();
  const [most, setMost] = useState(PAGE);
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.entries}>
        {entries.slice(0, most).map(({ key, said, to }) => (
          <li key={key}>
            {to === undefined ? (
              <Chip>
                <bdi>{clipLine(said, LONGEST)}</bdi>
              </Chip>
            ) : (
              <AppLink to={to} className={styles.thread}>
                {said}
              </AppLink>
            )}
          </li>
        ))}
      </ul>
      {entries.length > most && (
        <Button compact onClick={() => setMost(most + PAGE)}>
          {muteList.more}
        </Button>
      )}
    </section>
  );
}
