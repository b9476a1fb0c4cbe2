import { Dialog } from '../overlays/Dialog.tsx';
import { QrTile } from './QrTile.tsx';

interface QrDialogProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly onClose: () => void;
}

/** The QR code of a card. A card in a note is too narrow for codes that cameras can read. */
export function QrDialog({ title, text, label, onClose }: QrDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <QrTile text={text} label={label} />
    </Dialog>
  );
}
