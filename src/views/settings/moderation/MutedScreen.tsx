import { opensAccount } from '../../../events/core/opening-secrets.ts';
import { useId, useState } from 'react';
import { type ListIntent, mute } from '../../../events/account/lists/list-intents.ts';
import { type MutedKind, readMuted } from '../../../events/account/lists/muted-entry.ts';
import { articlePath, notePath } from '../../../events/account/profile/profile-path.ts';
import { addressOf, parseAddress } from '../../../events/nostr/address.ts';
import { isHex } from '../../../events/core/hex.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { PersonLine } from '../../account/profile/PersonLine.tsx';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { SettingRow } from '../../ui/controls/SettingRow.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { type Entry, useListed, useIntents, useOwnList } from '../../publish/outbox/use-intents.ts';
import { useTypedEntry } from '../../publish/outbox/use-typed-entry.ts';
import { ThreadWords } from '../../account/text/ThreadTitle.tsx';
import styles from './MutedScreen.module.css';
import { SealedNotice } from './LockedListNotice.tsx';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';

/** SETTINGS-06 at /settings/muted. */
export function MutedScreen() {
  const { sections, muted } = useSettingsStrings();
  const canAct = useActingSoon();
  return (
    <>
      <Column title={sections.muted.title} back>
        {canAct ? (
          <MutedSettings />
        ) : (
          <NeedsAccount title={muted.needs}>{muted.needsText}</NeedsAccount>
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

const KINDS: readonly MutedKind[] = ['p', 'word', 't', 'e'];

function MutedSettings() {
  const { muted: words, versions } = useSettingsStrings();
  const panel = useId();
  const [kind, setKind] = useState<MutedKind>('p');
  const { entries, sealed } = useOwnList('mutes');
  const threads = useThreadRows(entries);
  const of = (one: MutedKind): readonly ThreadRow[] =>
    one === 'e'
      ? threads
      : entries
          .filter(({ tag: [name] }) => name === one)
          .map((entry) => ({ entry, versions: NONE }));
  const shown = of(kind);
  const tabs = KINDS.map((id) => ({
    id,
    label: words.tabs[id],
    count: of(id).length || undefined,
  }));
  return (
    <>
      <Tabs
        label={words.tabsLabel}
        tabs={tabs}
        current={kind}
        panel={panel}
        onSelect={(id) => setKind(KINDS.find((one) => one === id) ?? 'p')}
      />
      <div id={panel} role="tabpanel" aria-label={words.tabs[kind]} className={styles.panel}>
        <SealedNotice list="mutes" />
        <AddForm key={kind} kind={kind} />
        {shown.length === 0 && sealed ? (
          <EmptyState title={words.closed}>{words.closedText}</EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState title={words.empty[kind]}>{words.emptyText}</EmptyState>
        ) : (
          <ul>
            {shown.map(({ entry, versions: ids }) => (
              <li key={`${entry.tag.join(' ')}${String(entry.secret)}`}>
                <MutedRow entry={entry} versions={ids} />
              </li>
            ))}
          </ul>
        )}
        <LinkButton to="/settings/versions?list=mutes" tone="quiet">
          {versions.open}
        </LinkButton>
      </div>
    </>
  );
}

function AddForm({ kind }: { readonly kind: MutedKind }) {
  const { muted: words } = useSettingsStrings();
  const intents = useIntents();
  const { text, isEmptied, setText, sent } = useTypedEntry('mutes');
  const [isSecret, setIsSecret] = useState(false);
  const [isWrong, setIsWrong] = useState(false);
  // an npub is asked for, and a private mute is encrypted
  const isRevealing = !isSecret && (kind === 'word' || kind === 't') && opensAccount(text);
  const add = () => {
    if (isEmptied || isRevealing) return;
    const what = readMuted(kind, text);
    setIsWrong(!what);
    if (!what) return;
    const intent = mute(what, { secret: isSecret });
    intents.edit('mutes', intent);
    sent([intent]);
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field
        label={words.add[kind]}
        value={text}
        error={isRevealing ? words.isSecretKey : isWrong ? words.wrong[kind] : undefined}
        exact
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIsWrong(false);
        }}
      />
      <Button type="submit">{words.addIt}</Button>
      <div className={styles.whole}>
        <Toggle
          label={words.secretly}
          hint={words.secretlyHint}
          on={isSecret}
          onChange={setIsSecret}
        />
      </div>
    </form>
  );
}

interface ThreadRow {
  readonly entry: Entry;
  /** Entries for versions of the article whose address is the entry. */
  readonly versions: readonly Entry[];
}

const NONE: readonly Entry[] = [];
const THREAD_TAGS: ReadonlySet<string | undefined> = new Set(['e', 'a', 'i']);

/** Return the muted threads. An article has one row for its address and its versions. */
function useThreadRows(entries: readonly Entry[]): readonly ThreadRow[] {
  const threads = entries.filter(({ tag: [name] }) => THREAD_TAGS.has(name));
  const addresses = useFactsShallow((facts) =>
    threads.map(({ tag: [name, value = ''] }) => {
      const event = name === 'e' ? noteOf(facts, value) : undefined;
      return event ? (addressOf(event) ?? '') : '';
    }),
  );
  const listed = new Set(
    threads.flatMap(({ tag: [name, value] }) => (name === 'a' ? [value] : [])),
  );
  return threads.flatMap((entry, at) =>
    listed.has(addresses[at] ?? '')
      ? []
      : [
          {
            entry,
            versions: threads.filter(
              (_, other) => entry.tag[0] === 'a' && addresses[other] === entry.tag[1],
            ),
          },
        ],
  );
}

function MutedRow({ entry: { tag, secret }, versions }: ThreadRow) {
  const { muted: words } = useSettingsStrings();
  const intents = useIntents();
  const [kind = '', value = ''] = tag;
  const { isListed, isBusy } = useListed('mutes', tag);
  const name =
    kind === 'p' ? (
      <PersonLine pubkey={value} linked secret={secret} />
    ) : THREAD_TAGS.has(kind) ? (
      <ThreadLink id={value} />
    ) : (
      <bdi>{kind === 't' ? `#${value}` : value}</bdi>
    );
  return (
    <SettingRow title={<span className={styles.value}>{name}</span>}>
      {secret && <Tag>{words.isSecret}</Tag>}
      <Button
        compact
        busy={isBusy && !isListed}
        onClick={() => intents.edit('mutes', ...[{ tag, secret }, ...versions].map(unmuted))}
      >
        {words.unmute}
      </Button>
    </SettingRow>
  );
}

function unmuted({ tag: [kind = '', value = ''], secret }: Entry): ListIntent {
  return { act: 'remove', tag: [kind, value], ...(secret ? { secret } : {}) };
}

function ThreadLink({ id }: { readonly id: string }) {
  const address = parseAddress(id);
  const path = address ? articlePath(address) : isHex(id, 64) ? notePath(id) : undefined;
  return path === undefined ? (
    <ThreadWords id={id} />
  ) : (
    <AppLink to={path}>
      <ThreadWords id={id} />
    </AppLink>
  );
}
