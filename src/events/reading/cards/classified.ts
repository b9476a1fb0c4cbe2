import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { fullNumber } from '../../core/format.ts';
import { clip, clipLine } from '../../core/text.ts';

/** Lengths of time after which a price is due again. */
const PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const;

/** A price as the seller wrote it. `every`: the length of time after which it is due again. */
export interface Price {
  readonly amount: string;
  /** Upper case. */
  readonly currency: string;
  readonly every: (typeof PERIODS)[number] | undefined;
}

/** A classified listing (kind 30402, NIP-99). Missing texts are empty. */
export interface Classified {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly text: string;
  readonly location: string;
  readonly isSold: boolean;
  /** Addresses of pictures, unchecked. */
  readonly images: readonly string[];
  readonly price: Price | undefined;
}

const LONGEST_TITLE = 300;
const LONGEST_SUMMARY = 2_000;
const LONGEST_WORD = 40;
const MOST_IMAGES = 20;
const SATS: ReadonlySet<string> = new Set(['SAT', 'SATS', 'SATOSHI', 'SATOSHIS']);

/** Read a listing. Total: malformed fields count as missing. */
export function readClassified(event: Pick<SignedEvent, 'tags' | 'content'>): Classified {
  return {
    title: clipLine(tagValue(event, 'title') ?? '', LONGEST_TITLE),
    summary: clip(tagValue(event, 'summary') ?? '', LONGEST_SUMMARY).trim(),
    text: event.content.trim(),
    location: clipLine(tagValue(event, 'location') ?? '', LONGEST_TITLE),
    isSold: tagValue(event, 'status') === 'sold',
    images: event.tags
      .flatMap(([name, url = '']) => (name === 'image' && url !== '' ? [url] : []))
      .slice(0, MOST_IMAGES),
    price: priceIn(event),
  };
}

function priceIn({ tags }: Pick<SignedEvent, 'tags'>): Price | undefined {
  const [, amount = '', currency = '', often = ''] = tags.find(([name]) => name === 'price') ?? [];
  const written = clipLine(amount, LONGEST_WORD);
  if (written === '') return undefined;
  return {
    amount: written,
    currency: clipLine(currency, LONGEST_WORD).toUpperCase(),
    every: PERIODS.find((period) => period === often.trim().toLowerCase()),
  };
}

/**
 * Format a price without its period. A number of a known currency is written as the language does,
 * and sats with `inSats`. Other prices stay as the seller wrote them.
 */
export function formatPrice(
  { amount, currency }: Price,
  locale: string,
  inSats: (amount: string) => string,
): string {
  const value = Number(amount);
  const isNumber = /^\d{1,15}(\.\d{1,8})?$/.test(amount);
  if (isNumber && SATS.has(currency)) return inSats(fullNumber(value, locale));
  if (isNumber && /^[A-Z]{3}$/.test(currency) && currency !== 'BTC') {
    const decimals = Number.isInteger(value) ? { maximumFractionDigits: 0 } : {};
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals }).format(
      value,
    );
  }
  return `${amount} ${currency}`.trim();
}
