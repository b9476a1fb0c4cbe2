import { useId } from 'react';
import type { SuggestedGroup } from '../../../events/account/profile/suggestions.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Create.module.css';
import { AddressOf } from '../../account/profile/PersonLine.tsx';
import { usePicture } from '../../account/profile/picture.ts';
import { type CreateHandle, useAreChosen, useCreateIntents, useSuggestions } from './use-create.ts';
import { AccountName } from '../../account/profile/AccountName.tsx';
import { AboutLine } from '../../account/profile/AboutLine.tsx';

/**
 * The people that the caching service suggests, by group. Without suggestions, the step can be
 * skipped.
 */
export function CreateFollows({ create }: { readonly create: CreateHandle }) {
  const { create: words } = useOwnAccountStrings();
  const { groups, isAsking, isFailed } = useSuggestions(create);
  const { again } = useCreateIntents(create);
  if (isAsking) return <Skeleton />;
  if (isFailed)
    return (
      <Notice
        tone="warning"
        action={
          <Button compact onClick={again}>
            {words.again}
          </Button>
        }
      >
        {words.noAnswer}. {words.nobodyText}
      </Notice>
    );
  if (groups.length === 0) return <EmptyState title={words.nobody}>{words.nobodyText}</EmptyState>;
  return groups.map((group) => <Group key={group.name} group={group} create={create} />);
}

function Group({
  group: { name, members },
  create,
}: {
  readonly group: SuggestedGroup;
  readonly create: CreateHandle;
}) {
  const { create: words } = useOwnAccountStrings();
  const id = useId();
  const isAll = useAreChosen(create, members);
  const { follow } = useCreateIntents(create);
  return (
    <section aria-labelledby={id}>
      <div className={styles.group}>
        <h3 id={id} className={styles.name}>
          <IsolatedText>{name}</IsolatedText>
        </h3>
        <Button
          compact
          aria-label={`${isAll ? words.followNone : words.followAll}: ${name}`}
          onClick={() => follow(members, !isAll)}
        >
          {isAll ? words.followNone : words.followAll}
        </Button>
      </div>
      <ul>
        {members.map((pubkey) => (
          <Person key={pubkey} pubkey={pubkey} create={create} />
        ))}
      </ul>
    </section>
  );
}

function Person({ pubkey, create }: { readonly pubkey: string; readonly create: CreateHandle }) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const isChosen = useAreChosen(create, [pubkey]);
  const { follow } = useCreateIntents(create);
  const id = useId();
  const name = displayNameOf(profile, pubkey);
  return (
    <li>
      <label className={styles.person} htmlFor={id}>
        <Avatar pubkey={pubkey} name={name} src={usePicture(profile)} />
        <span className={styles.words}>
          <AccountName pubkey={pubkey} profile={profile} className={cx(text.strong, text.cut)} />
          <AddressOf pubkey={pubkey} />
          {profile && profile.about !== '' && (
            <span className={cx(text.small, text.muted, text.clamp2)} dir="auto">
              <AboutLine profile={profile} />
            </span>
          )}
        </span>
        <input
          id={id}
          type="checkbox"
          checked={isChosen}
          onChange={(event) => follow([pubkey], event.currentTarget.checked)}
        />
      </label>
    </li>
  );
}
