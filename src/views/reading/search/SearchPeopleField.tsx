import { type KeyboardEvent, useId, useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { readProfileParam } from '../../../events/nostr/route-param.ts';
import { npubOf, shortNpub } from '../../../events/nostr/nip19.ts';
import {
  type SearchPeople,
  withoutPerson,
  withPerson,
} from '../../../events/reading/search/search-form.ts';
import type { SearchQuery } from '../../../events/reading/search/search-query.ts';
import { getRow } from '../../../events/core/table.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { useActiveOption } from '../../ui/hooks/use-active-option.ts';
import { usePicture } from '../../account/profile/picture.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useSearchStrings } from '../../ui/strings/search.ts';
import { PersonFace } from './QuickSearchRows.tsx';
import styles from './SearchForm.module.css';
import { useNamedIn, useQuickSearch } from './use-quick-search.ts';

interface SearchPeopleFieldProps {
  readonly field: SearchPeople;
  readonly query: SearchQuery;
  readonly change: (query: SearchQuery) => void;
}

const MOST = 5;

/**
 * People of one field as chips, and an input that adds more. A suggestion is added by its key,
 * other text as written. A name with a blank cannot be written in a command, so it means the best
 * suggestion of that name.
 */
export function SearchPeopleField({ field, query, change }: SearchPeopleFieldProps) {
  const { form } = useSearchStrings();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const found = useQuickSearch(typed).people.slice(0, MOST);
  const namedIn = useNamedIn();
  const { active, move, restart } = useActiveOption(found);
  const write = (text: string) => {
    setTyped(text);
    restart();
    setIsWrong(false);
  };
  const add = (name: string) => {
    const next = withPerson(query, field, name);
    setIsWrong(!next);
    if (!next) return;
    write('');
    change(next);
  };
  const take = (pubkey: string) => add(npubOf(pubkey) ?? pubkey);
  const addTyped = () => {
    const named = withPerson(query, field, typed) ? undefined : namedIn(found, typed);
    if (named === undefined) add(typed);
    else take(named);
  };
  const keys = (event: KeyboardEvent) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    const last = query[field].at(-1);
    if (event.key === 'Escape' && typed !== '') write('');
    else if (event.key === 'Backspace' && typed === '' && last !== undefined)
      change(withoutPerson(query, field, last));
    else if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      if (active === undefined) addTyped();
      else take(active);
    } else if (!move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const label = form.fields[field];
  return (
    <div className={styles.people}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.chips}>
        {query[field].map((name) => (
          <Chip key={name} name={name} onRemove={() => change(withoutPerson(query, field, name))} />
        ))}
        <input
          id={id}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={active && `${id}${active}`}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}wrong` : undefined}
          className={styles.name}
          placeholder={query[field].length === 0 ? form.person : ''}
          value={typed}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={keys}
          onChange={({ target }) => write(target.value)}
          // Leaving the field adds the rest of the text.
          onBlur={() => typed.trim() !== '' && addTyped()}
        />
      </span>
      {found.length > 0 && (
        // The press must not take the focus from the field.
        <div
          id={`${id}list`}
          role="listbox"
          aria-label={label}
          className={styles.list}
          onPointerDown={(event) => event.preventDefault()}
        >
          {found.map((pubkey) => (
            <button
              key={pubkey}
              id={`${id}${pubkey}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={pubkey === active}
              className={styles.option}
              onClick={() => take(pubkey)}
            >
              <PersonFace pubkey={pubkey} search={typed} />
            </button>
          ))}
        </div>
      )}
      {isWrong && (
        <p id={`${id}wrong`} className={styles.wrong} role="alert">
          {form.nobody}
        </p>
      )}
    </div>
  );
}

function Chip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const { form } = useSearchStrings();
  const pubkey = readProfileParam(name);
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey ?? ''));
  const src = usePicture(profile);
  const said =
    pubkey === undefined ? name : profile ? displayNameOf(profile, pubkey) : shortNpub(pubkey);
  return (
    <span className={styles.chip}>
      {pubkey !== undefined && <Avatar pubkey={pubkey} name={said} src={src} size="xs" />}
      <bdi>{said}</bdi>
      <button type="button" aria-label={form.remove(said)} onClick={onRemove}>
        <Icon name="x" size="s" />
      </button>
    </span>
  );
}
