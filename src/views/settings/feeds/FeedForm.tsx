import { useState } from 'react';
import { opensAccount } from '../../../events/core/opening-secrets.ts';
import { addedFeed, feedWith } from '../../../events/reading/feed/feed-edit.ts';
import { typedFeed } from '../../../events/reading/feed/typed-feed.ts';
import type { FeedsName } from '../../../events/settings/saved-record.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { useFeedsStrings } from '../../ui/strings/feeds.ts';
import type { OwnFeeds } from '../../reading/feed/use-own-feeds.ts';
import styles from './FeedForm.module.css';

interface FeedFormProps extends Pick<OwnFeeds, 'feeds' | 'edit'> {
  readonly page: FeedsName;
}

type Wrong = 'noName' | 'secretName' | 'secretSpec' | 'noSpec' | 'sameName' | 'sameFeed';

/**
 * Adds a feed by its specification or by a search (SETTINGS-13). A name that is taken is refused
 * (FEED-06).
 */
export function FeedForm({ page, feeds, edit }: FeedFormProps) {
  const { add } = useFeedsStrings();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<Wrong>();
  const isOfSpec = wrong === 'noSpec' || wrong === 'secretSpec' || wrong === 'sameFeed';
  const submit = () => {
    const found = typedFeed(typed, page === 'homeFeeds' ? 'notes' : 'reads');
    const named = name.trim();
    if (named === '') return setWrong('noName');
    if (opensAccount(named)) return setWrong('secretName');
    if (!found) return setWrong('noSpec');
    if (opensAccount(typed)) return setWrong('secretSpec');
    const feed = { name: named, description: '', enabled: true, ...found };
    if (addedFeed(feeds, feed) === feeds) return setWrong('sameName');
    const there = feedWith(feeds, feed.spec);
    if (there && there.enabled !== false) return setWrong('sameFeed');
    edit((all) => addedFeed(all, feed));
    setName('');
    setTyped('');
    return setWrong(undefined);
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label={add.name}
        value={name}
        maxLength={100}
        error={isOfSpec || !wrong ? undefined : add[wrong]}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setWrong(undefined);
        }}
      />
      <Field
        label={add.spec}
        hint={add.specHint}
        exact
        value={typed}
        maxLength={20_000}
        error={isOfSpec ? add[wrong] : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(undefined);
        }}
      />
      <div className={styles.acts}>
        <Button type="submit">{add.submit}</Button>
        <LinkButton to="/explore">{add.explore}</LinkButton>
      </div>
    </form>
  );
}
