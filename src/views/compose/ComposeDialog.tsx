import { useSetting } from '../ui/hooks/app-context.ts';
import { BUILD } from '../ui/hooks/build.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import { Composer } from './Composer.tsx';
import {
  ComposeContext,
  type ComposeHandle,
  useAim,
  useComposeIntents,
  useIsComposing,
} from './use-compose.ts';

/** The composer as an overlay. Closing it keeps the saved text. */
export function ComposeDialog({ compose }: { readonly compose: ComposeHandle }) {
  const isComposing = useIsComposing(compose);
  return isComposing ? (
    <ComposeContext value={compose}>
      {/* A new text remounts the composer, even if it replaces this one directly. */}
      <OpenDialog key={compose.sessionId} />
    </ComposeContext>
  ) : null;
}

function OpenDialog() {
  const { titles } = useComposeStrings();
  const { type } = useAim();
  const { close, leave } = useComposeIntents();
  const isNamed = useSetting('clientTag');
  return (
    <Dialog size="wide" title={titles[type]} onClose={close} onBack={leave}>
      <Composer client={isNamed ? BUILD.version : undefined} />
    </Dialog>
  );
}
