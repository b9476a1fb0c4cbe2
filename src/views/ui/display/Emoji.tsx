import { usePictures } from '../hooks/app-context.ts';
import styles from './Emoji.module.css';
import { useStillHad } from './use-picture-source.ts';

/** Maximum width of a custom emoji, in CSS pixels. */
const EMOJI = 32;

/** NIP-30. Shows the shortcode if the picture may not be loaded or fails. */
export function Emoji({ shortcode, url }: { readonly shortcode: string; readonly url: string }) {
  const { src, onError } = useStillHad(usePictures()(url, EMOJI));
  if (src === undefined) return `:${shortcode}:`;
  return (
    <img
      className={styles.emoji}
      src={src}
      alt={`:${shortcode}:`}
      title={`:${shortcode}:`}
      width={20}
      height={20}
      loading="lazy"
      decoding="async"
      onError={onError}
    />
  );
}
