import { query } from '../../../events/connection/verbs.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { usePeopleStrings } from '../../ui/strings/people.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { ShareRelay } from '../../ui/qr/ShareRelay.tsx';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { FailedCause } from '../../connection/FailedCause.tsx';
import styles from './ProfileTabs.module.css';

/** The write and read relays of an account (PROFILE-02), as the service knows them. */
export function ProfileRelays({ pubkey }: { readonly pubkey: string }) {
  const { nothing, relays: words } = useProfileStrings();
  const people = usePeopleStrings();
  const { answer, isFailed, isLoading, retry } = useLookup(`relays:${pubkey}`, () =>
    query('get_user_relays', { pubkey }),
  );
  const relays = (answer?.claims ?? []).flatMap((claim) =>
    claim.claim === 'userRelays' && claim.pubkey === pubkey ? claim.relays : [],
  );
  if (relays.length > 0)
    return (
      <ul>
        {relays.map(({ url, read, write }) => (
          <li key={url} className={styles.relay}>
            <Icon name="relay" />
            <bdi dir="ltr" className={styles.url}>
              {url}
            </bdi>
            <span className={styles.use}>
              {read === write ? words.both : read ? words.read : words.write}
            </span>
            <ShareRelay url={url} name={url} />
          </li>
        ))}
      </ul>
    );
  if (isLoading) return <Skeleton />;
  if (isFailed)
    return (
      <ErrorState title={people.failed} onRetry={retry}>
        <FailedCause />
      </ErrorState>
    );
  return <EmptyState title={nothing.relays} />;
}
