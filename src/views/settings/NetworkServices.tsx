import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { chosenFirst, serviceUrl, withoutService } from '../../events/connection/service-pool.ts';
import { useCache } from '../app/app-context.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Field } from '../app/primitives/Field.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { SettingGroup } from '../app/primitives/SettingRow.tsx';
import { useNetworkStrings } from '../app/strings/network.ts';
import styles from './Network.module.css';
import { NetworkService } from './NetworkService.tsx';

/** CACHE-09: the pool of caching services is seen, added to, chosen from, tested, removed from and reset. */
export function NetworkServices() {
  const { cache: words } = useNetworkStrings();
  const cache = useCache();
  const urls = useSelector(cache, ({ context }) => context.urls);
  const problem = useSelector(cache, ({ context }) => context.said.problem);
  const [isLast, setLast] = useState(false);
  const set = (pool: readonly string[] | undefined, url?: string) => {
    setLast(pool === undefined);
    if (pool) cache.send({ type: 'cache.pool', urls: pool, url });
  };
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      <ul>
        {urls.map((url) => (
          <NetworkService
            key={url}
            url={url}
            onUse={() => set(chosenFirst(urls, url), url)}
            onRemove={() => set(withoutService(urls, url))}
          />
        ))}
      </ul>
      {isLast && (
        <Notice tone="warning" announce>
          {words.last}
        </Notice>
      )}
      {problem && (
        <Notice tone="warning" announce>
          {words[problem]}
        </Notice>
      )}
      <AddService
        urls={urls}
        onAdd={(url) => {
          set([...urls, url]);
          cache.send({ type: 'cache.test', url });
        }}
      />
      <Button
        className={styles.reset}
        icon="refresh"
        onClick={() => {
          setLast(false);
          cache.send({ type: 'cache.restore' });
        }}
      >
        {words.reset}
      </Button>
    </SettingGroup>
  );
}

interface AddProps {
  readonly urls: readonly string[];
  readonly onAdd: (url: string) => void;
}

/** 'Invalid url' leaves the text as it is; nothing typed is nothing wanted. */
function AddService({ urls, onAdd }: AddProps) {
  const { cache: words } = useNetworkStrings();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const url = serviceUrl(text);
    if (url === undefined || urls.includes(url)) return setError(url === undefined ? words.invalid : words.known);
    onAdd(url);
    setText('');
  };
  return (
    <form className={styles.add} onSubmit={submit} noValidate>
      <Field
        label={words.label}
        placeholder={words.placeholder}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" aria-label={words.addIt}>
        {words.add}
      </Button>
    </form>
  );
}
