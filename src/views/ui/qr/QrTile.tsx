import { QrCode } from './QrCode.tsx';
import styles from './QrTile.module.css';

/** A QR code in the middle of a dialog. */
export function QrTile(props: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles.tile}>
      <QrCode {...props} />
    </div>
  );
}
