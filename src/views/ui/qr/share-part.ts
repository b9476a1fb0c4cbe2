import { lazyPart } from '../overlays/lazy-part.tsx';

/** The dialog with the code of QR codes, loaded when it is opened. */
export const ShareDialog = lazyPart(
  () => import('./ShareDialog.tsx').then(({ ShareDialog: Part }) => Part),
  { close: ({ onClose }) => onClose() },
);

/** The dialog with the code of a card, loaded when it is opened. */
export const QrDialog = lazyPart(() => import('./QrDialog.tsx').then((code) => code.QrDialog), {
  close: ({ onClose }) => onClose(),
});
