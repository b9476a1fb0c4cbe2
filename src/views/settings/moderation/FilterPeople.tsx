import { useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import {
  allow,
  dropFilterList,
  FILTER_SCOPES,
  type FilterScope,
  filterScopes,
  filterWith,
  type ListIntent,
} from '../../../events/account/lists/list-intents.ts';
import { readProfileParam } from '../../../events/nostr/route-param.ts';
import { getRow } from '../../../events/core/table.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { PersonLine } from '../../account/profile/PersonLine.tsx';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { SettingRow } from '../../ui/controls/SettingRow.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import { type Entry, useListed, useIntents, useOwnList } from '../../publish/outbox/use-intents.ts';
import { useTypedEntry } from '../../publish/outbox/use-typed-entry.ts';
import styles from './FiltersScreen.module.css';
import { SealedNotice } from './LockedListNotice.tsx';
import { useModeration } from './use-moderation.ts';

type PeopleList = 'filterLists' | 'allowlist';

interface PeopleProps {
  readonly list: PeopleList;
  readonly Row: (props: { readonly entry: Entry }) => React.ReactNode;
  readonly empty: string;
}

export function People({ list, Row, empty }: PeopleProps) {
  const { entries, sealed } = useOwnList(list);
  return (
    <>
      {sealed && (
        <div className={styles.padded}>
          <SealedNotice list={list} />
        </div>
      )}
      {entries.length === 0 && <SettingRow title={<span className={text.muted}>{empty}</span>} />}
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.tag[1]}${String(entry.secret)}`}>
            <Row entry={entry} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function FilterRow({ entry }: { readonly entry: Entry }) {
  const { filters: words } = useSettingsStrings();
  const intents = useIntents();
  const { applies } = useModeration();
  const { tag, secret } = entry;
  const [, pubkey = ''] = tag;
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  const { isBusy } = useListed('filterLists', tag);
  const scopes = filterScopes(tag);
  const toggle = (scope: FilterScope) => (on: boolean) => {
    const wanted = FILTER_SCOPES.filter((one) => (one === scope ? on : scopes.includes(one)));
    intents.edit('filterLists', { ...filterWith(pubkey, wanted, tag), secret });
  };
  const switchOf = (scope: FilterScope) => (
    <Toggle
      label={words[scope]}
      on={scopes.includes(scope)}
      disabled={isBusy || !applies}
      onChange={toggle(scope)}
    />
  );
  return (
    <div role="group" aria-label={words.listOf(name)}>
      <PersonRow list="filterLists" entry={entry} remove={dropFilterList(pubkey)} />
      {switchOf('content')}
      {switchOf('trending')}
    </div>
  );
}

export function AllowedRow({ entry }: { readonly entry: Entry }) {
  return <PersonRow list="allowlist" entry={entry} remove={allow(entry.tag[1] ?? '', false)} />;
}

function PersonRow({
  list,
  entry,
  remove,
}: {
  readonly list: PeopleList;
  readonly entry: Entry;
  readonly remove: ListIntent;
}) {
  const { filters: words, muted } = useSettingsStrings();
  const intents = useIntents();
  const [, pubkey = ''] = entry.tag;
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  const { isBusy } = useListed(list, entry.tag);
  const who = (
    <span className={styles.person}>
      <AccountLink pubkey={pubkey} picture="s" />
      <PersonLine pubkey={pubkey} linked secret={entry.secret} />
    </span>
  );
  return (
    <SettingRow title={who}>
      {entry.secret && <Tag>{muted.isSecret}</Tag>}
      <Button
        compact
        busy={isBusy}
        aria-label={words.removeOne(name)}
        onClick={() => intents.edit(list, remove)}
      >
        {words.remove}
      </Button>
    </SettingRow>
  );
}

interface AddFormProps {
  readonly list: PeopleList;
  readonly label: string;
  readonly action: string;
  readonly intent: (pubkey: string) => ListIntent;
}

export function AddForm({ list, label, action, intent }: AddFormProps) {
  const { filters: words } = useSettingsStrings();
  const account = useAccount();
  const intents = useIntents();
  const { text: typed, isEmptied, setText: setTyped, sent } = useTypedEntry(list);
  const [error, setError] = useState<string>();
  const add = (event: React.FormEvent) => {
    event.preventDefault();
    if (isEmptied) return;
    const pubkey = readProfileParam(typed);
    if (pubkey === undefined) return setError(words.wrong);
    if (pubkey === account?.pubkey) return setError(words.own);
    const added = intent(pubkey);
    intents.edit(list, added);
    sent([added]);
  };
  return (
    <form noValidate className={styles.form} onSubmit={add}>
      <Field
        label={label}
        value={typed}
        error={error}
        exact
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Button type="submit">{action}</Button>
    </form>
  );
}
