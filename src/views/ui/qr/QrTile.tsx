import { QrCode } from './QrCode.tsx';
import styles from './QrTile.module.css';

/** A QR code on a light tile, large enough to be read from a screen, for a card or a dialog. */
export function QrTile(props: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles.tile} data-theme="ice">
      <QrCode {...props} />
    </div>
  );
}
