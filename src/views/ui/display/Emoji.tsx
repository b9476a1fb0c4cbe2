import { usePictures } from '../hooks/app-context.ts';
import styles from './Emoji.module.css';
import { usePictureSource } from './use-picture-source.ts';

/** Maximum width of a custom emoji, in CSS pixels. */
const EMOJI = 32;

/** NIP-30. `text` is the shortcode between colons, shown if the picture fails or is refused. */
export function Emoji({ text, url }: { readonly text: string; readonly url: string }) {
  const { src, onError } = usePictureSource(usePictures()(url, EMOJI));
  if (src === undefined) return text;
  return (
    <img
      className={styles.emoji}
      src={src}
      alt={text}
      title={text}
      width={20}
      height={20}
      loading="lazy"
      decoding="async"
      onError={onError}
    />
  );
}
