import { useState } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { useQrStrings } from '../strings/qr.ts';
import { ShareDialog } from './share-part.ts';

/** The button that shares the address of a relay. */
export function ShareRelay({ url, name }: { readonly url: string; readonly name: string }) {
  const words = useQrStrings();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton compact icon="qr" label={words.shareOf(name)} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <ShareDialog
          name={name}
          forms={[{ form: 'relay', text: url, copied: 'relay' }]}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
