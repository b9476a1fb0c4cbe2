import { useMemo } from 'react';
import { openingWords } from '../../../events/reading/content/plain-words.ts';
import { formatPrice, readClassified } from '../../../events/reading/cards/classified.ts';
import { safeMediaUrl } from '../../../events/core/url.ts';
import { Gallery } from '../../media/Gallery.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useLocale } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { CardAbout, CardTitle } from './CardParts.tsx';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';
import { MarkdownText } from './MarkdownText.tsx';

/** A classified listing (NIP-99): pictures, title, price, place, and its text. */
export function ClassifiedCard({ event, lead = false }: KindProps) {
  const said = useKindStrings();
  const locale = useLocale();
  const listing = useMemo(() => readClassified(event), [event]);
  const images = useMemo(
    () =>
      listing.images.flatMap((written) => {
        const url = safeMediaUrl(written, location.origin);
        return url === undefined ? [] : [{ type: 'image' as const, text: written, url }];
      }),
    [listing],
  );
  const { price, isSold } = listing;
  return (
    <section className={styles.card} aria-label={said.name(event.kind)}>
      <div className={styles.inside}>
        <p className={cx(text.small, text.muted)}>
          {[said.name(event.kind), listing.location].filter((part) => part !== '').join(' · ')}
        </p>
        <CardTitle event={event} lead={lead} title={listing.title} />
        {(price || isSold) && (
          <p className={styles.cost}>
            {price && (
              <span className={cx(text.num, isSold && styles.former)}>
                <bdi>{formatPrice(price, locale, (sats) => said.nutzap.sum(sats, false))}</bdi>{' '}
                {price.every && said.listing.every[price.every]}
              </span>
            )}
            {isSold && <span className={styles.chip}>{said.listing.sold}</span>}
          </p>
        )}
        <CardAbout
          about={listing.summary || (lead ? '' : openingWords(listing.text))}
          lead={lead}
        />
        {images.length > 0 && (
          <div className={styles.pictures}>
            <Gallery images={lead ? images : images.slice(0, 1)} event={event} />
          </div>
        )}
        {lead && <MarkdownText event={event} content={listing.text} />}
      </div>
    </section>
  );
}
