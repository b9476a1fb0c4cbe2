import { useSelector } from '@xstate/react';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import { useSetting } from '../app/app-context.ts';
import { BUILD } from '../app/build.ts';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import { Composer } from './Composer.tsx';

/** The composer over whatever is read; the text stays where it is kept when it is closed. */
export function ComposeDialog({ compose }: { readonly compose: ComposeActor }) {
  const { titles } = useComposeStrings();
  const mention = useSelector(compose, ({ children }) => children.mention);
  const { aim } = compose.getSnapshot().context;
  const isNamed = useSetting('clientTag');
  if (!mention) return null;
  const close = () => compose.send({ type: 'compose.close' });
  /** What is written is kept without a question, unless a file is on its way that would be given up. */
  const back = () => {
    close();
    if (compose.getSnapshot().context.uploading === 0) compose.send({ type: 'compose.save' });
  };
  return (
    <Dialog size="wide" title={titles[aim.type]} onClose={close} onBack={back}>
      <Composer compose={compose} mention={mention} client={isNamed ? BUILD.version : undefined} />
    </Dialog>
  );
}
