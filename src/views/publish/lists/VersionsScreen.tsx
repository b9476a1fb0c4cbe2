import { useId, useMemo, useState } from 'react';
import {
  entriesBetween,
  missingOf,
  partsOf,
  programOf,
} from '../../../events/account/lists/list-history.ts';
import {
  entryKey,
  LIST_DEFINITIONS,
  LIST_NAMES,
  type ListName,
} from '../../../events/account/lists/list-definitions.ts';
import { entriesOf } from '../../../events/publish/outbox/list-versions.ts';
import { exactTime } from '../../../events/core/format.ts';
import type { Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useQueryParam } from '../../ui/navigation/query-param.ts';
import { useStrings } from '../../ui/strings.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import { useIntents, useOwnList } from '../outbox/use-intents.ts';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import styles from './Versions.module.css';
import { Difference, ListEntry } from '../../account/lists/ListDifference.tsx';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import { type ListsHandle, useLists, useListVersions } from '../../account/lists/use-lists.ts';
import { useRowParts } from '../../ui/hooks/use-row-parts.ts';

/**
 * BEYOND-02 at /settings/versions: every seen version of every list, with its changes, and its
 * entries that are missing now.
 */
export function VersionsScreen() {
  const { sections, versions: words } = useSettingsStrings();
  const canAct = useActingSoon();
  const lists = useLists();
  return (
    <>
      <Column title={sections.versions.title} back>
        {canAct && lists ? (
          <Lists lists={lists} />
        ) : (
          <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Lists({ lists }: { readonly lists: ListsHandle }) {
  const { versions: words } = useSettingsStrings();
  const [named, choose] = useQueryParam('list');
  const list = LIST_NAMES.find((one) => one === named) ?? 'follows';
  return (
    <div className={styles.lists}>
      <p className={text.muted}>{words.text}</p>
      <Select
        label={words.list}
        options={LIST_NAMES.map((value) => ({ value, label: words.lists[value] }))}
        value={list}
        onChange={choose}
      />
      <Versions key={list} lists={lists} list={list} />
    </div>
  );
}

function Versions({ lists, list }: { readonly lists: ListsHandle; readonly list: ListName }) {
  const { versions: words } = useSettingsStrings();
  const { versions, isRead } = useListVersions(list);
  const { shown, rest, more, ref } = useRowParts(versions, { first: 10, next: 10 });
  if (versions.length === 0 && !isRead) return <Skeleton />;
  if (versions.length === 0) return <EmptyState title={words.none}>{words.noneText}</EmptyState>;
  return (
    <>
      <ul ref={ref}>
        {shown.map((version, at) => (
          <li key={version.id} tabIndex={-1}>
            <Version lists={lists} list={list} version={version} before={versions[at + 1]} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button tone="quiet" compact onClick={more}>
          {words.more(rest)}
        </Button>
      )}
    </>
  );
}

interface VersionProps {
  readonly lists: ListsHandle;
  readonly list: ListName;
  readonly version: VerifiedEvent;
  /** The next older version that was seen. */
  readonly before: VerifiedEvent | undefined;
}

function Version({ lists, list, version, before }: VersionProps) {
  const { versions: words } = useSettingsStrings();
  const { locale } = useStrings();
  const panel = useId();
  const [isOpen, setIsOpen] = useState(false);
  const missing = useMissing(list, version);
  const { edit } = useIntents();
  const { version: now } = useOwnList(list);
  const { secretOf } = useListVersions(list);
  const secret = secretOf(version);
  const program = programOf(version);
  const state =
    version.id === now?.id
      ? words.now
      : missing.length > 0
        ? words.missing(missing.length)
        : words.same;
  const hint = [
    ...(program === undefined ? [] : [words.program(program)]),
    words.entries(entriesOf(list, version).size + secretEntries(list, secret)),
    ...(hasSealedPart(list, version) && secret === undefined ? [words.andPrivate] : []),
    state,
  ].join(' · ');
  return (
    <>
      <SettingRow title={exactTime(version.created_at, locale)} hint={<bdi>{hint}</bdi>}>
        {missing.length > 0 && (
          <Button compact onClick={() => edit(list, ...missing.map(({ intent }) => intent))}>
            {words.restore}
          </Button>
        )}
        <Button
          compact
          tone="quiet"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
        >
          {words.details}
        </Button>
      </SettingRow>
      <div id={panel} hidden={!isOpen} className={styles.details}>
        {isOpen && <Details lists={lists} list={list} version={version} before={before} />}
      </div>
    </>
  );
}

/** True if a part of the version is encrypted. */
function hasSealedPart(list: ListName, { content }: VerifiedEvent): boolean {
  return LIST_DEFINITIONS[list].hasSecret && content !== '';
}

/** Return the number of private entries, each counted once. */
function secretEntries(list: ListName, secret: readonly Tag[] = []): number {
  return new Set(secret.flatMap((tag) => entryKey(list, tag) ?? [])).size;
}

/** Return the entries of a version that the current list lacks. */
function useMissing(list: ListName, version: VerifiedEvent) {
  const { secretOf } = useListVersions(list);
  const { version: now } = useOwnList(list);
  const [current, then] = [secretOf(now), secretOf(version)];
  return useMemo(
    () => missingOf(list, partsOf(now, current), partsOf(version, then)),
    [list, now, current, version, then],
  );
}

function Details({ lists, list, version, before }: VersionProps) {
  const { versions: words } = useSettingsStrings();
  const { secretOf, open } = useListVersions(list);
  const missing = useMissing(list, version);
  const [then, earlier] = [secretOf(version), secretOf(before)];
  const diff = useMemo(
    () =>
      entriesBetween(
        list,
        partsOf(before, earlier),
        partsOf(version, then && earlier ? then : undefined),
      ),
    [list, before, earlier, version, then],
  );
  const isSame = diff.added.length + diff.removed.length + diff.changed.length === 0;
  const isSealed = hasSealedPart(list, version) && then === undefined;
  const unseal = (
    <Button compact onClick={() => open(version)}>
      {words.unseal}
    </Button>
  );
  return (
    <>
      {isSealed && <Notice action={unseal}>{words.sealed}</Notice>}
      <h3 className={text.strong}>{words.before}</h3>
      {!before && <p className={text.muted}>{words.first}</p>}
      {before &&
        (isSame ? (
          <p className={text.muted}>{words.unchanged}</p>
        ) : (
          <Difference lists={lists} list={list} diff={diff} />
        ))}
      {missing.length > 0 && (
        <>
          <h3 className={text.strong}>{words.lacks}</h3>
          <ul className={styles.entries}>
            {missing.map(({ tag, secret, intent }) => (
              <li key={`${String(secret)} ${tag.join(' ')}`} className={styles.entry}>
                <MissingEntry list={list} tag={tag} secret={secret} intent={intent} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Button
        compact
        icon="download"
        className={styles.act}
        onClick={() =>
          saveFile(
            `${list}-${version.id.slice(0, 8)}.json`,
            'application/json',
            JSON.stringify(version),
          )
        }
      >
        {words.save}
      </Button>
    </>
  );
}

interface MissingProps {
  readonly list: ListName;
  readonly tag: Tag;
  readonly secret: boolean;
  readonly intent: ReturnType<typeof missingOf>[number]['intent'];
}

function MissingEntry({ list, tag, secret, intent }: MissingProps) {
  const { versions: words } = useSettingsStrings();
  const { edit } = useIntents();
  return (
    <>
      <ListEntry list={list} tag={tag} secret={secret} />
      <Button
        compact
        aria-label={`${words.back}: ${tag[1] ?? ''}`}
        onClick={() => edit(list, intent)}
      >
        {words.back}
      </Button>
    </>
  );
}
