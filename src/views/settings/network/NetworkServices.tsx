import { useState } from 'react';
import {
  chosenFirst,
  serviceUrl,
  withoutService,
} from '../../../events/connection/service-pool.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import styles from './Network.module.css';
import { AddressForm } from './AddressForm.tsx';
import { NetworkService } from './NetworkService.tsx';
import { useServices } from '../../connection/use-services.ts';

/** CACHE-09: the pool of caching services, with add, choose, test, remove and reset. */
export function NetworkServices() {
  const { cache: words } = useNetworkStrings();
  const services = useServices();
  const { urls, problem } = services;
  const [isLast, setLast] = useState(false);
  const [leaving, setLeaving] = useState<string>();
  const set = (pool: readonly string[] | undefined, url?: string) => {
    setLast(pool === undefined);
    if (pool) services.set(pool, url);
  };
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      <ul>
        {urls.map((url) => (
          <NetworkService
            key={url}
            url={url}
            onUse={() => set(chosenFirst(urls, url), url)}
            onRemove={(isUsed) =>
              isUsed && urls.length > 1 ? setLeaving(url) : set(withoutService(urls, url))
            }
          />
        ))}
      </ul>
      {leaving !== undefined && (
        <ConfirmDialog
          question={{ ...words.removal, title: words.removal.title(leaving), danger: true }}
          onConfirm={() => {
            setLeaving(undefined);
            set(withoutService(urls, leaving));
          }}
          onCancel={() => setLeaving(undefined)}
        />
      )}
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
          services.test(url);
        }}
      />
      <Button
        className={styles.reset}
        icon="refresh"
        onClick={() => {
          setLast(false);
          services.restore();
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

/** Shows 'Invalid url' for a wrong address. */
function AddService({ urls, onAdd }: AddProps) {
  const { cache: words } = useNetworkStrings();
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const url = serviceUrl(typed);
    if (url === undefined) return words.invalid;
    if (urls.includes(url)) return words.known;
    onAdd(url);
    setText('');
    return undefined;
  };
  return (
    <AddressForm
      label={words.label}
      placeholder={words.placeholder}
      confirm={words.add}
      confirmLabel={words.addIt}
      text={text}
      onText={setText}
      onAdd={add}
    />
  );
}
