import { useLayoutEffect, useMemo, useRef } from 'react';
import { blurredPicture } from '../../events/media/picture-hash.ts';
import styles from './PictureHash.module.css';

/**
 * The blurred picture from an author's description (NIP-92), below a picture until that has loaded
 * (MEDIA-05). It lies beside its picture, in a box with `isolation`.
 */
export function PictureHash({ fields }: { readonly fields: ReadonlyMap<string, string> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const blurred = useMemo(() => blurredPicture(fields), [fields]);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element || !blurred) return undefined;
    const { width, height, rgba } = blurred;
    element.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
    const picture = element.parentElement?.querySelector('img');
    if (!picture) return undefined;
    // a picture with transparent parts would show it
    const hide = () => element.toggleAttribute('hidden', true);
    if (picture.complete && picture.naturalWidth > 0) hide();
    picture.addEventListener('load', hide);
    return () => picture.removeEventListener('load', hide);
  }, [blurred]);
  if (!blurred) return null;
  return (
    <canvas
      ref={canvas}
      className={styles.hash}
      width={blurred.width}
      height={blurred.height}
      aria-hidden
    />
  );
}
