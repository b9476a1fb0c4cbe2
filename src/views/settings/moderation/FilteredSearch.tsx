import { useState } from 'react';
import { readProfileParam } from '../../../events/nostr/route-param.ts';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FilterReasonLine } from '../../account/profile/FilterReasonLine.tsx';
import { PersonLine } from '../../account/profile/PersonLine.tsx';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { ReasonLine } from '../../reading/moderation/ModerationReason.tsx';
import styles from './FiltersScreen.module.css';

const MOST_FOUND = 10;

/** Finds people by name or key, filtered or not, and names the filters of each (SETTINGS-08). */
export function FilteredSearch() {
  const { filters: words } = useSettingsStrings();
  const [typed, setTyped] = useState('');
  const [asked, ask] = useState('');
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    ask(typed.trim());
  };
  return (
    <>
      <form noValidate className={styles.form} role="search" onSubmit={submit}>
        <Field
          label={words.searchFor}
          value={typed}
          exact
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{words.searchIt}</Button>
      </form>
      <div role="status">{asked !== '' && <Found key={asked} asked={asked} />}</div>
    </>
  );
}

function Found({ asked }: { readonly asked: string }) {
  const { filters: words } = useSettingsStrings();
  const key = readProfileParam(asked);
  const { answer, isFailed, isLoading } = useLookup(`filtered:${asked}`, () =>
    key === undefined
      ? query('user_search', { query: asked, limit: MOST_FOUND })
      : query('user_infos', { pubkeys: [key] }),
  );
  if (isFailed)
    return <SettingRow title={<span className={text.muted}>{words.searchFailed}</span>} />;
  if (isLoading)
    return <SettingRow title={<span className={text.muted}>{words.searching}</span>} />;
  const named = (answer?.events ?? []).flatMap(({ kind, pubkey }) =>
    kind === KIND.Metadata ? [pubkey] : [],
  );
  const found = key === undefined ? [...new Set(named)].slice(0, MOST_FOUND) : [key];
  if (found.length === 0)
    return <SettingRow title={<span className={text.muted}>{words.nobodyFound}</span>} />;
  return (
    <ul aria-label={words.found}>
      {found.map((pubkey) => (
        <li key={pubkey}>
          <FoundRow pubkey={pubkey} />
        </li>
      ))}
    </ul>
  );
}

function FoundRow({ pubkey }: { readonly pubkey: string }) {
  const who = (
    <span className={styles.person}>
      <AccountLink pubkey={pubkey} picture="s" />
      <PersonLine pubkey={pubkey} linked />
    </span>
  );
  return <SettingRow title={who} hint={<Reason pubkey={pubkey} />} />;
}

/** Local judgements come first. Only the service knows groups of people. */
function Reason({ pubkey }: { readonly pubkey: string }) {
  const { filters: words } = useSettingsStrings();
  const me = useAccount();
  const reasons = useHides()?.recommended().moderateUser(pubkey).reasons ?? [];
  if (reasons.length > 0)
    return reasons.map((reason) => (
      <span key={reason.code} className={styles.reason} dir="auto">
        <ReasonLine reason={reason} />
      </span>
    ));
  return (
    <FilterReasonLine pubkey={pubkey} viewer={me?.pubkey ?? ''}>
      {words.unfiltered}
    </FilterReasonLine>
  );
}
