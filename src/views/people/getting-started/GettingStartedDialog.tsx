import { use } from 'react';
import { firstSteps, type FirstStep } from '../../../events/people/getting-started.ts';
import { listAddress } from '../../../events/account/lists/list-definitions.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { FOLLOWS_SPEC } from '../../../events/reading/feed/home.ts';
import { getRow } from '../../../events/core/table.ts';
import { useChangeSettings, useFacts, useSetting } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useGettingStartedStrings } from '../../ui/strings/getting-started.ts';
import text from '../../ui/styles/text.module.css';
import { useOutboxRecords } from '../../publish/outbox/use-outbox.ts';
import { useChooseFeed } from '../profile/choose-feed.ts';
import styles from './GettingStarted.module.css';
import {
  gettingStartedIntents,
  type GettingStartedHandle,
  useStarter,
} from './use-getting-started.ts';
import { useIsUnsaved } from '../../account/session/use-session.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/** The first steps with an account, each done or open as far as known, with links (ACCOUNT-19). */
export function GettingStartedDialog({ start }: { readonly start: GettingStartedHandle }) {
  const words = useGettingStartedStrings();
  const steps = useFirstSteps(start);
  const go = useWays(start);
  const close = () => gettingStartedIntents.close(start);
  const done = steps.filter(({ isDone }) => isDone).length;
  const isOver = done === steps.length;
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Dialog
      title={words.title}
      subtitle={words.progress(done, steps.length)}
      onClose={close}
      foot={<Button onClick={close}>{isOver ? words.close : words.later}</Button>}
    >
      <ol className={styles.steps}>
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            <button
              type="button"
              className={cx(styles.step, isDone && styles.isDone)}
              data-autofocus={step === next ? true : undefined}
              onClick={() => go(step, isDone)}
            >
              <span className={styles.mark}>{isDone && <Icon name="check" size="s" />}</span>
              <span>
                <span className={styles.title}>{words.steps[step].title}</span>
                {isDone && <span className={text.hidden}>{`, ${words.done}`}</span>}
                <span className={styles.text}>{words.steps[step].text}</span>
              </span>
              <Icon name="right" size="s" className={styles.way} />
            </button>
          </li>
        ))}
      </ol>
      <p className={cx(text.small, text.muted)}>{words.again}</p>
    </Dialog>
  );
}

function useFirstSteps(start: GettingStartedHandle): ReturnType<typeof firstSteps> {
  const { pubkey, method, note } = useStarter(start);
  return firstSteps({
    pubkey,
    method,
    note,
    isUnsaved: useIsUnsaved(pubkey),
    profile: useFacts((facts) => getRow(facts.profiles, pubkey)),
    follows: useFacts((facts) => getRow(facts.lists, listAddress('follows', pubkey))),
    homeFeed: useSetting('selectedHomeFeed'),
    records: useOutboxRecords(),
  });
}

/** Return a function that closes the dialog and opens the place of a step. */
function useWays(start: GettingStartedHandle): (step: FirstStep, isDone: boolean) => void {
  const navigate = useNavigate();
  const change = useChangeSettings();
  const shell = use(ShellContext);
  const { pubkey } = useStarter(start);
  const homeFeed = useSetting('selectedHomeFeed');
  const to = (path: string) => () => navigate(path);
  const people = () => {
    // An empty feed of follows suggests people.
    if (homeFeed !== undefined) change({ selectedHomeFeed: FOLLOWS_SPEC });
    navigate('/home');
  };
  const ways: Readonly<Record<FirstStep, () => void>> = {
    profile: to('/settings/profile'),
    follows: people,
    feed: useChooseFeed(),
    backup: to('/settings/account'),
    note: () => shell?.onNewNote(),
  };
  return (step, isDone) => {
    gettingStartedIntents.close(start);
    if (step === 'follows' && isDone) navigate(`/p/${npubOf(pubkey) ?? pubkey}/following`);
    else ways[step]();
  };
}
