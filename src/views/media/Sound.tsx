import { useMediaAddress } from './use-media-address.ts';
import { usePlayerStrings } from '../ui/strings/players.ts';
import styles from './Sound.module.css';

/** A sound file with the browser's own player. Nothing is loaded before a press. */
export function Sound({ url }: { readonly url: string }) {
  const words = usePlayerStrings();
  const src = useMediaAddress(url);
  if (src === undefined) return null;
  return (
    <audio className={styles.sound} controls preload="none" src={src} aria-label={words.sound} />
  );
}
