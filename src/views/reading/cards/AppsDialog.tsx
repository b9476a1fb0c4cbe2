import { useMemo } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  type AppHandler,
  handlersFor,
  handlersQuery,
  nostrLink,
} from '../../../events/reading/cards/app-handler.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts, usePictures } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button, buttonClass } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import styles from './Cards.module.css';

/**
 * Lists the apps that can show an event (NIP-89), each with its site, and the device's own app for
 * `nostr:` links.
 */
export function AppsDialog({
  event,
  onClose,
}: {
  readonly event: VerifiedEvent;
  readonly onClose: () => void;
}) {
  const said = useKindStrings();
  const { app } = useStrings();
  const { answer, isLoading, isFailed, retry } = useLookup('handlers', handlersQuery);
  const apps = useMemo(() => handlersFor(event, answer?.events ?? []), [event, answer]);
  return (
    <Dialog title={said.openWith} onClose={onClose}>
      {isLoading && !answer && <Skeleton rows={2} />}
      {apps.length > 0 && (
        <ul aria-label={said.apps}>
          {apps.map((each) => (
            <App key={each.id} app={each} />
          ))}
        </ul>
      )}
      {!isLoading && !isFailed && apps.length === 0 && (
        <p className={text.muted}>{said.noApps(said.kind(event.kind))}</p>
      )}
      {isFailed && !answer && (
        <p className={text.muted}>
          {said.appsFailed}{' '}
          <Button compact onClick={retry}>
            {app.action.retry}
          </Button>
        </p>
      )}
      <p className={styles.ways}>
        <a className={buttonClass({})} href={nostrLink(event)}>
          <Icon name="external" /> {said.openOnDevice}
        </a>
      </p>
    </Dialog>
  );
}

function App({ app }: { readonly app: AppHandler }) {
  const profile = useFacts((facts) => getRow(facts.profiles, app.pubkey));
  const src = usePictures()(app.picture || (profile?.picture ?? ''), 44);
  const name = app.name || displayNameOf(profile, app.pubkey);
  return (
    <li>
      <a className={styles.app} href={app.url} target="_blank" rel="noopener noreferrer nofollow">
        <Avatar pubkey={app.pubkey} name={name} src={src} size="m" />
        <span className={styles.fileWords}>
          <IsolatedText className={cx(text.strong, text.cut)}>{name}</IsolatedText>
          <bdi className={cx(text.small, text.muted, text.cut)} dir="ltr">
            {URL.parse(app.url)?.host}
          </bdi>
        </span>
        <Icon name="external" size="s" />
      </a>
    </li>
  );
}
