import { safeMediaUrl } from '../../events/core/url.ts';
import { usePlayerStrings } from '../ui/strings/players.ts';
import styles from './Sound.module.css';

/** A sound file with the browser's own player. Nothing is loaded before a press. */
export function Sound({ url }: { readonly url: string }) {
  const words = usePlayerStrings();
  const src = safeMediaUrl(url, location.origin);
  if (src === undefined) return null;
  return (
    <audio className={styles.sound} controls preload="none" src={src} aria-label={words.sound} />
  );
}
