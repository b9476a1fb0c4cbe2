import { useSetting } from '../ui/hooks/app-context.ts';
import { BUILD } from '../ui/hooks/build.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import { Composer } from './Composer.tsx';
import { ComposeContext, type ComposeHandle, useAim, useComposeIntents, useIsComposing } from './use-compose.ts';

/** The composer over whatever is read; the text stays where it is kept when it is closed. */
export function ComposeDialog({ compose }: { readonly compose: ComposeHandle }) {
  const isComposing = useIsComposing(compose);
  return isComposing ? (
    <ComposeContext value={compose}>
      {/* another text begins anew, also where it takes the place of this one at once */}
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
