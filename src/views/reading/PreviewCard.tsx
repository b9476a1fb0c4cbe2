import { type ReactNode, useState } from 'react';
import { safeUrl } from '../../events/connection/url.ts';
import type { LinkToken } from '../../events/reading/content-token.ts';
import { getRow } from '../../events/table.ts';
import { useFacts, usePictures } from '../app/app-context.ts';
import { useReturned } from '../app/use-returned.ts';
import { cx } from '../app/class-names.ts';
import text from '../app/styles/text.module.css';
import styles from './PreviewCard.module.css';

/** NOTE-08: the picture of a card is tried this often, then the card goes without. */
const TRIES = 3;
const WIDTH = 180;

/** What a linked page says of itself, as a card of fixed height (NOTE-08); without a preview just the url. */
export function PreviewCard({ link: { text: written, url }, fallback }: { readonly link: LinkToken; readonly fallback: ReactNode }) {
  // the caching service keys by the url as it was written
  const preview = useFacts((facts) => getRow(facts.previews, written) ?? getRow(facts.previews, url));
  const [failures, setFailures] = useState(0);
  useReturned(failures >= TRIES, () => setFailures(0));
  const href = safeUrl(url);
  const [image] = usePictures()(preview?.image ?? '', WIDTH);
  if (!preview || href === undefined || (preview.title === '' && preview.description === '')) return fallback;
  const shown = image !== undefined && failures < TRIES;
  return (
    <a className={cx(styles.card, shown && styles.pictured)} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {shown && (
        <img
          key={failures}
          className={styles.picture}
          src={image}
          alt=""
          width={WIDTH}
          height={120}
          loading="lazy"
          decoding="async"
          onError={() => setFailures((count) => count + 1)}
        />
      )}
      <span className={styles.words}>
        <bdi className={cx(text.small, text.muted, text.cut)} dir="ltr">
          {URL.parse(href)?.host}
        </bdi>
        <span className={cx(styles.title, text.cut)} dir="auto">
          {preview.title}
        </span>
        <span className={cx(text.small, text.muted, text.clamp3)} dir="auto">
          {preview.description}
        </span>
      </span>
    </a>
  );
}
