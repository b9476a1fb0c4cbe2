import { useState } from 'react';
import { messagesPath } from '../../events/account/profile/profile-path.ts';
import { PersonFace } from '../reading/search/QuickSearchRows.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { AppLink } from '../ui/navigation/AppLink.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import styles from './ContactList.module.css';
import { ContactRows } from './ContactRows.tsx';
import { NewMessageDialog } from './NewMessageDialog.tsx';
import type { useFoundConversations } from './use-conversation-list.ts';
import type { MessagesHandle } from './use-messages.ts';

/** Finds a conversation by its person or a loaded message. Esc clears it. */
export function ListSearch({
  search,
  onSearch,
}: {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}) {
  const words = useDirectMessageStrings();
  return (
    <div className={styles.search}>
      <Field
        type="search"
        exact
        icon="search"
        label={words.search}
        labelHidden
        placeholder={words.searchShort}
        maxLength={200}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || search === '') return;
          event.preventDefault();
          event.stopPropagation();
          onSearch('');
        }}
        after={
          search !== '' && (
            <IconButton compact icon="x" label={words.clear} onClick={() => onSearch('')} />
          )
        }
      />
    </div>
  );
}

interface FoundConversationsProps {
  readonly messages: MessagesHandle;
  readonly search: string;
  readonly found: NonNullable<ReturnType<typeof useFoundConversations>>;
  readonly peer: string | undefined;
  readonly scroller: string;
}

/** The conversations that a search finds, and people without a conversation. */
export function FoundConversations({
  messages,
  search,
  found: { contacts, lines, people },
  peer,
  scroller,
}: FoundConversationsProps) {
  const words = useDirectMessageStrings();
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <p className={styles.lost} role="status">
        {contacts.length === 0 && `${words.noMatch} `}
        {words.searched}
      </p>
      <ContactRows
        messages={messages}
        shown={contacts}
        lines={lines}
        peer={peer}
        scroller={scroller}
      />
      {people.length > 0 && (
        <section aria-label={words.withoutConversation}>
          <h2 className={styles.heading}>{words.withoutConversation}</h2>
          <ul>
            {people.map((pubkey) => (
              <li key={pubkey}>
                <AppLink to={messagesPath(pubkey)} className={styles.person}>
                  <PersonFace pubkey={pubkey} search={search} />
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={styles.more}>
        <Button compact tone="quiet" icon="search" onClick={() => setIsWriting(true)}>
          {words.findPeople}
        </Button>
      </p>
      {isWriting && (
        <NewMessageDialog messages={messages} search={search} onClose={() => setIsWriting(false)} />
      )}
    </>
  );
}
