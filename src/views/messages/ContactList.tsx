import { npubOf } from '../../events/nip19.ts';
import { RELATIONS, type Contact } from '../../events/messages/contacts.ts';
import { displayNameOf } from '../../events/account/profile.ts';
import { getRow } from '../../events/table.ts';
import { usePicture } from '../account/picture.ts';
import { AddressOf } from '../account/PersonLine.tsx';
import { VerifiedMark } from '../account/VerifiedMark.tsx';
import { useFacts } from '../app/app-context.ts';
import { AppLink } from '../app/AppLink.tsx';
import { cx } from '../app/class-names.ts';
import { Avatar } from '../app/primitives/Avatar.tsx';
import { Badge } from '../app/primitives/Badge.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { LinkButton } from '../app/primitives/LinkButton.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { Tabs } from '../app/primitives/Tabs.tsx';
import { Time } from '../app/primitives/Time.tsx';
import { useDirectMessageStrings } from '../app/strings/direct-messages.ts';
import text from '../app/styles/text.module.css';
import { useIsProxied } from '../settings/use-network.ts';
import styles from './ContactList.module.css';
import { Asked } from './Asked.tsx';
import { ContactNames } from './ContactNames.tsx';
import {
  type MessagesHandle,
  messagesIntents,
  useContacts,
  useIsAsked,
  useMessagesState,
  usePrivateState,
  useUnreadByRelation,
} from './use-messages.ts';

/** With whom there are conversations (DM-01), by how they stand to who is here. */
export function ContactList({ messages, peer }: { readonly messages: MessagesHandle; readonly peer: string | undefined }) {
  const words = useDirectMessageStrings();
  const { relation } = useMessagesState(messages);
  const { shown, isLoading, isFailed, isClosed, hasMore, more } = useContacts(messages, relation);
  const unread = useUnreadByRelation(messages);
  const isAskedBeside = useIsAsked(messages, peer);
  return (
    <>
      <Tabs
        label={words.relations}
        tabs={RELATIONS.map((id) => ({ id, label: words.relation[id], ...(unread[id] > 0 ? { count: words.count(unread[id]) } : {}) }))}
        current={relation}
        onSelect={(id) => {
          const chosen = RELATIONS.find((one) => one === id);
          if (chosen) messagesIntents.relate(messages, chosen);
        }}
        panel="contacts"
      />
      <div id="contacts" role="tabpanel" aria-label={words.relation[relation]}>
        <ContactNames messages={messages} />
        <PrivateState messages={messages} isClosed={isClosed} />
        {isFailed ? (
          <ErrorState title={words.failed} onRetry={more}>
            {words.notLoadedText}
          </ErrorState>
        ) : isClosed ? (
          // one button shows both
          isAskedBeside ? (
            <p className={styles.lost}>{words.lockedList}</p>
          ) : (
            <Asked messages={messages} />
          )
        ) : (
          shown.length === 0 && (isLoading ? <Skeleton /> : <EmptyState title={words.none[relation]}>{words.noneText}</EmptyState>)
        )}
        <ul>
          {shown.map((contact) => (
            <li key={contact.peer}>
              <Row contact={contact} isCurrent={contact.peer === peer} />
            </li>
          ))}
        </ul>
        {hasMore && (
          <p className={styles.more}>
            <Button compact busy={isLoading} onClick={more}>
              {words.more}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

/** What is still sealed of private messages, of which it is not known who wrote them, and what cannot be read (DM-06). */
function PrivateState({ messages, isClosed }: { readonly messages: MessagesHandle; readonly isClosed: boolean }) {
  const words = useDirectMessageStrings();
  const { sealed, lost, isSealed, isUnproved, isAsking, read, stop } = usePrivateState(messages);
  const [isProxied] = useIsProxied();
  const isToRead = isSealed && sealed > 0;
  return (
    <>
      {isProxied && (
        <Notice
          action={
            <LinkButton compact to="/settings/network">
              {words.network}
            </LinkButton>
          }
        >
          {words.privateProxied}
        </Notice>
      )}
      {isAsking && (
        <Notice
          action={
            <Button compact onClick={stop}>
              {words.stop}
            </Button>
          }
        >
          {words.privateReading(sealed)}
        </Notice>
      )}
      {(isToRead || (isUnproved && !isClosed)) && (
        <Notice
          action={
            <Button compact onClick={read}>
              {words.read}
            </Button>
          }
        >
          {isToRead ? words.privateClosed(sealed) : words.privateUnproved}
        </Notice>
      )}
      {lost > 0 && (
        <p className={styles.lost}>
          {words.privateLost(lost)}{' '}
          <Button compact tone="quiet" onClick={read}>
            {words.again}
          </Button>
        </p>
      )}
    </>
  );
}

function Row({ contact: { peer, unread, latestAt }, isCurrent }: { readonly contact: Contact; readonly isCurrent: boolean }) {
  const profile = useFacts((facts) => getRow(facts.profiles, peer));
  const src = usePicture(profile);
  const name = displayNameOf(profile, peer);
  return (
    <AppLink
      to={`/dms/${npubOf(peer) ?? peer}`}
      className={cx(styles.row, unread > 0 && styles.unread)}
      aria-current={isCurrent ? 'true' : undefined}
      replace={isCurrent}
    >
      <Avatar pubkey={peer} name={name} src={src} size="m" />
      <span className={styles.words}>
        <span className={styles.top}>
          <Isolate className={cx(text.strong, text.cut)}>{name}</Isolate>
          {profile && <VerifiedMark profile={profile} />}
          <Time at={latestAt} className={styles.time} />
        </span>
        <span className={styles.below}>
          <AddressOf pubkey={peer} />
          <span className={styles.badge}>
            <Badge count={unread} />
          </span>
        </span>
      </span>
    </AppLink>
  );
}
