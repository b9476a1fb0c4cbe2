import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { draftOf } from '../../events/publish/compose.ts';
import type { Inboxes } from '../../events/publish/inboxes.ts';
import { toldBy } from '../../events/publish/targets.ts';
import type { CitizenActor } from '../../machines/account/citizen.machine.ts';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import type { InboxesActor } from '../../machines/publish/inboxes.machine.ts';
import { useSetting } from '../app/app-context.ts';
import { BUILD } from '../app/build.ts';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import { Composer } from './Composer.tsx';
import { now } from './orders.ts';

const NO_INBOXES: Inboxes = new Map();

/** The composer over whatever is read; the text stays where it is kept when it is closed. */
export function ComposeDialog({ citizen }: { readonly citizen: CitizenActor }) {
  const { titles } = useComposeStrings();
  const compose = useSelector(citizen, ({ children }) => children.compose);
  const mention = useSelector(citizen, ({ children }) => children.mention);
  const aim = useSelector(compose, (snapshot) => snapshot?.context.aim.type ?? 'note');
  const isNamed = useSetting('clientTag');
  const inboxes = useSelector(citizen, ({ children }) => children.inboxes);
  useMentioned(compose, inboxes);
  if (!compose || !mention) return null;
  const where = () => ({
    relays: citizen.getSnapshot().context.relays,
    inboxes: inboxes?.getSnapshot().context.known ?? NO_INBOXES,
    client: isNamed ? BUILD.version : undefined,
  });
  const close = () => compose.send({ type: 'compose.close' });
  /** What is written is kept without a question, unless a file is on its way that would be given up. */
  const back = () => {
    close();
    if (compose.getSnapshot().context.uploading === 0) compose.send({ type: 'compose.save' });
  };
  return (
    <Dialog size="wide" title={titles[aim]} onClose={close} onBack={back}>
      <Composer compose={compose} mention={mention} where={where} />
    </Dialog>
  );
}

/** Where those read whom the text will tell is learned while it is written (BEYOND-14). */
function useMentioned(compose: ComposeActor | undefined, inboxes: InboxesActor | undefined): void {
  const people = useSelector(compose, (snapshot) => snapshot?.context.writing.people);
  useEffect(() => {
    if (!compose || !people) return;
    const { aim, writing, account } = compose.getSnapshot().context;
    const told = toldBy(draftOf(aim, { ...writing, people }, account));
    if (told.length > 0) inboxes?.send({ type: 'inboxes.learn', people: told, now: now() });
  }, [inboxes, compose, people]);
}
