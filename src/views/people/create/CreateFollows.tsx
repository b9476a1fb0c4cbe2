import { useId, useState } from 'react';
import type { FollowPack } from '../../../events/people/follow-packs.ts';
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
import { AboutLine } from '../../account/profile/AboutLine.tsx';
import { AccountName } from '../../account/profile/AccountName.tsx';
import { AddressOf } from '../../account/profile/PersonLine.tsx';
import { usePicture } from '../../account/profile/picture.ts';
import { useCover } from '../../media/use-cover.ts';
import { Faces } from '../../reading/cards/Faces.tsx';
import styles from './CreateFollows.module.css';
import {
  type CreateHandle,
  useAreChosen,
  useCountOfChosen,
  useCreateIntents,
  useFollowPacks,
} from './use-create.ts';

const FACES = 5;
/** CSS pixels. */
const IMAGE_WIDTH = 72;

/**
 * Follow packs by interest. Each is chosen whole or by person. Without any, the step can be
 * skipped.
 */
export function CreateFollows({ create }: { readonly create: CreateHandle }) {
  const { create: words } = useOwnAccountStrings();
  const { packs, isAsking, isFailed } = useFollowPacks(create);
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
  if (packs.length === 0) return <EmptyState title={words.nobody}>{words.nobodyText}</EmptyState>;
  return (
    <div className={styles.packs}>
      {packs.map((pack) => (
        <Pack key={pack.id} pack={pack} isOnly={packs.length === 1} create={create} />
      ))}
    </div>
  );
}

function Pack({
  pack,
  isOnly,
  create,
}: {
  readonly pack: FollowPack;
  readonly isOnly: boolean;
  readonly create: CreateHandle;
}) {
  const { create: words } = useOwnAccountStrings();
  const { title, about, image, people } = pack;
  const id = useId();
  const list = useId();
  const [isOpen, setOpen] = useState(isOnly);
  const count = useCountOfChosen(create, people);
  const isAll = count === people.length;
  const act = isAll ? words.followNone : words.followAll;
  const { follow } = useCreateIntents(create);
  const cover = useCover(image, IMAGE_WIDTH);
  return (
    <section className={styles.pack} aria-labelledby={id} data-chosen={count > 0 || undefined}>
      <div className={styles.image}>
        {cover.src !== undefined && (
          <img src={cover.src} alt="" loading="lazy" decoding="async" onError={cover.onError} />
        )}
      </div>
      <div>
        <h3 id={id} className={styles.title}>
          <IsolatedText>{title}</IsolatedText>
        </h3>
        {about !== '' && (
          <p className={cx(text.small, text.muted, text.clamp2)}>
            <IsolatedText>{about}</IsolatedText>
          </p>
        )}
      </div>
      <Button
        compact
        className={styles.all}
        aria-label={`${act}: ${title}`}
        icon={isAll ? undefined : 'plus'}
        onClick={() => follow(people, !isAll)}
      >
        {act}
      </Button>
      <div className={styles.who}>
        <Faces
          people={people}
          most={FACES}
          words={count > 0 ? words.someOf(count, people.length) : words.people(people.length)}
        />
        <Button
          compact
          tone="quiet"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={list}
          aria-label={`${isOpen ? words.hidePeople : words.showPeople}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.hidePeople : words.showPeople}
        </Button>
      </div>
      {isOpen && (
        <ul id={list} className={styles.people}>
          {people.map((pubkey) => (
            <Person key={pubkey} pubkey={pubkey} create={create} />
          ))}
        </ul>
      )}
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
