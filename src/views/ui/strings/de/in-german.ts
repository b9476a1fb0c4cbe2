import { CACHE } from '../../../../events/account/lists/list-base.ts';
import { formatsOf } from '../formats.ts';
import type { TextPreviewWords } from '../text-preview.ts';

const formats = formatsOf('de');

/** The form for a count. `#` is the number. German has two. */
export const plural: (count: number, forms: Readonly<Record<'one' | 'other', string>>) => string =
  formats.plural;

export const {
  clockTime,
  decimal,
  exactTime,
  fileSize,
  fullNumber,
  languageName,
  listOf,
  longDate,
  percent,
  relativeTime,
} = formats;

/** Words for content that a short text does not show, of drafts and messages. */
export const textPreview: TextPreviewWords = {
  image: 'Bild',
  video: 'Video',
  audio: 'Ton',
  embed: 'Video',
  invoice: 'Rechnung',
  ecash: 'Ecash',
  event: 'Notiz',
  address: 'Artikel',
};

/** The name of a place that keeps versions of a list, in messages and questions. */
export const listSource = (source: string): string =>
  source === CACHE ? 'Caching-Dienst' : source.replace(/^wss?:\/\//, '');
