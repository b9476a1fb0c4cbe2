import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { readProfileParam } from '../../events/nostr/route-param.ts';
import { messagesPath } from '../../events/account/profile/profile-path.ts';
import { getRow } from '../../events/core/table.ts';
import { PersonFace } from '../reading/search/QuickSearchRows.tsx';
import { useQuickSearch } from '../reading/search/use-quick-search.ts';
import { useAccount, useFacts } from '../ui/hooks/app-context.ts';
import { isInputMethodKey } from '../ui/hooks/input-method.ts';
import { useActiveOption } from '../ui/hooks/use-active-option.ts';
import { useNavigate } from '../ui/navigation/use-navigate.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import styles from './NewMessageDialog.module.css';
import { type MessagesHandle, useFollows, useKnownPeers } from './use-messages.ts';

const MOST = 8;

interface NewMessageDialogProps {
  readonly messages: MessagesHandle;
  /** The name that is searched for first. */
  readonly search?: string;
  readonly onClose: () => void;
}

/**
 * Begins a conversation with anybody, found by name or by key. An empty field lists people whom the
 * user knows.
 */
export function NewMessageDialog({ messages, search = '', onClose }: NewMessageDialogProps) {
  const { newMessage: words } = useDirectMessageStrings();
  const id = useId();
  const navigate = useNavigate();
  const me = useAccount()?.pubkey;
  const [typed, setTyped] = useState(search);
  const known = useKnownPeople(messages);
  const named = useQuickSearch(typed).people.filter((pubkey) => pubkey !== me);
  const exact = readProfileParam(typed.trim());
  const isSearch = typed.trim() !== '';
  const people = (exact ? [exact] : isSearch ? named : known).slice(0, MOST);
  const { active: chosen, move, restart } = useActiveOption(people, people[0]);
  const open = (pubkey: string) => {
    onClose();
    navigate(messagesPath(pubkey));
  };
  const press = (event: KeyboardEvent) => {
    if (isInputMethodKey(event.nativeEvent) || people.length === 0) return;
    if (event.key === 'Enter' && chosen !== undefined) open(chosen);
    else if (!move(event.key)) return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className={styles.box}>
        <Field
          data-autofocus
          role="combobox"
          exact
          icon="search"
          label={words.to}
          placeholder={words.hint}
          maxLength={500}
          aria-expanded={people.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}${chosen}`}
          value={typed}
          onKeyDown={press}
          onChange={({ target }) => {
            setTyped(target.value);
            restart();
          }}
        />
        <div id={`${id}list`} role="listbox" aria-label={words.people} className={styles.list}>
          {people.map((pubkey) => (
            <button
              key={pubkey}
              id={`${id}${pubkey}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={pubkey === chosen}
              className={styles.option}
              onClick={() => open(pubkey)}
            >
              <PersonFace pubkey={pubkey} search={exact ? '' : typed} />
            </button>
          ))}
        </div>
        <p className={styles.none} role="status">
          {isSearch && people.length === 0 && words.nobody}
        </p>
      </div>
    </Dialog>
  );
}

/** Return people of the conversations, the latest first, then followed people with a name. */
function useKnownPeople(messages: MessagesHandle): readonly string[] {
  const peers = useKnownPeers(messages);
  const follows = useFollows();
  const profiles = useFacts((facts) => facts.profiles);
  return useMemo(
    () => [...new Set([...peers, ...[...follows].filter((pubkey) => getRow(profiles, pubkey))])],
    [peers, follows, profiles],
  );
}
