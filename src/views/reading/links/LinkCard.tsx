import { useLayoutEffect, useRef, useState } from 'react';
import type { LinkPreview } from '../../../events/connection/claims.ts';
import { usePictures, useSetting } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import text from '../../ui/styles/text.module.css';
import styles from './LinkCard.module.css';

/**
 * NOTE-08: attempts to load the picture from its last address, which is the original or the copy of
 * the page's own service, before the card goes without.
 */
const TRIES = 3;
const WIDTH = 180;
const HEIGHT = 120;
/** A title that is higher than this, in pixels, has more than one line. */
const ONE_LINE = 25;

interface LinkCardProps {
  readonly preview: LinkPreview;
  /** A url that passed the url policy. */
  readonly href: string;
}

/**
 * A card of fixed height: picture (180 by 120), site, title, and a description that is shorter
 * below a title of two lines (NOTE-08).
 */
export function LinkCard({ preview, href }: LinkCardProps) {
  const title = useRef<HTMLSpanElement>(null);
  const [isTall, setIsTall] = useState(false);
  useLayoutEffect(() => {
    const measured = title.current;
    if (!measured) return;
    const measure = () => setIsTall(measured.offsetHeight > ONE_LINE);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(measured);
    return () => watch.disconnect();
  }, []);
  const picture = usePreviewPicture(preview.image);
  return (
    <a
      data-link-card=""
      className={cx(styles.card, picture && styles.pictured)}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {picture && (
        <img
          key={picture.failures}
          className={styles.picture}
          src={picture.src}
          onError={picture.onError}
          alt=""
          width={WIDTH}
          height={HEIGHT}
          loading="lazy"
          decoding="async"
        />
      )}
      <span className={styles.words}>
        <bdi className={cx(text.small, text.muted, text.cut)} dir="ltr">
          {URL.parse(href)?.host}
        </bdi>
        <span ref={title} className={cx(styles.title, text.clamp2)} dir="auto">
          {preview.title}
        </span>
        <span className={cx(text.small, text.muted, isTall ? text.clamp2 : text.clamp3)} dir="auto">
          {preview.description}
        </span>
      </span>
    </a>
  );
}

/**
 * Return the picture from the best source, after an error from the last one, then none. With data
 * saving there is no picture.
 */
function usePreviewPicture(image: string) {
  const saves = useSetting('dataSaver');
  const [failures, setFailures] = useState(0);
  const sources = usePictures()(image, WIDTH);
  const src = failures === 0 ? sources[0] : sources.at(-1);
  if (src === undefined || saves || failures > TRIES) return undefined;
  return { failures, src, onError: () => setFailures(failures + 1) };
}
