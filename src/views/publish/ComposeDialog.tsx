import { useSelector } from '@xstate/react';
import type { CitizenActor } from '../../machines/account/citizen.machine.ts';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import { Composer } from './Composer.tsx';

const NO_INBOXES: ReadonlyMap<string, readonly string[]> = new Map();

/** The composer over whatever is read; the text stays where it is kept when it is closed. */
export function ComposeDialog({ citizen }: { readonly citizen: CitizenActor }) {
  const { titles } = useComposeStrings();
  const compose = useSelector(citizen, ({ children }) => children.compose);
  const mention = useSelector(citizen, ({ children }) => children.mention);
  const aim = useSelector(compose, (snapshot) => snapshot?.context.aim.type ?? 'note');
  if (!compose || !mention) return null;
  const where = () => ({ relays: citizen.getSnapshot().context.relays, inboxes: NO_INBOXES });
  return (
    <Dialog size="wide" title={titles[aim]} onClose={() => compose.send({ type: 'compose.close' })}>
      <Composer compose={compose} mention={mention} where={where} />
    </Dialog>
  );
}
