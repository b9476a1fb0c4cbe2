import { CACHE } from '../../../../events/account/lists/list-base.ts';
import { formatsOf } from '../formats.ts';
import type { TextPreviewWords } from '../text-preview.ts';

const formats = formatsOf('ar');

/**
 * The form for a count. `#` is the number. Arabic has six forms, and says none, one and two without
 * the number: zero لا ملاحظات, one ملاحظة واحدة, two ملاحظتان, few (3 to 10) # ملاحظات, many (11 to
 * 99) # ملاحظة, other (100, 101, 102 ...) # ملاحظة. User texts are outside the forms.
 */
export const plural: (
  count: number,
  forms: Readonly<Record<Intl.LDMLPluralRule, string>>,
) => string = formats.plural;

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

/**
 * A sentence with inserted values. Texts are isolated (FSI and PDI of Unicode), so that names,
 * addresses and codes of another direction do not reorder the sentence. Numbers are written in
 * full. A letter that joins the following text (ب, ل) cannot precede an inserted text.
 */
export function said(parts: TemplateStringsArray, ...given: readonly (string | number)[]): string {
  return parts.reduce((text, part, at) => `${text}${shown(given[at - 1])}${part}`);
}

function shown(given: string | number | undefined): string {
  if (typeof given === 'number') return fullNumber(given);
  return given === undefined || given === '' ? '' : isolated(given);
}

const isolated = (text: string): string => `\u2068${text}\u2069`;

/**
 * "The last two days": آخر takes the genitive, in which a dual ends in ين. All other counts have
 * one form.
 */
export const lastOf = (length: number): string =>
  `آخر ${isolated(formats.duration(length).replace(/ان$/, 'ين'))}`;

/** Words for content that a short text does not show, of drafts and messages. */
export const textPreview: TextPreviewWords = {
  image: 'صورة',
  video: 'فيديو',
  audio: 'صوت',
  embed: 'فيديو',
  invoice: 'فاتورة',
  ecash: 'نقد إلكتروني',
  event: 'ملاحظة',
  address: 'مقالة',
};

/** The name of a place that keeps versions of a list, in messages and questions. */
export const listSource = (source: string): string =>
  source === CACHE ? 'خدمة التخزين المؤقت' : said`${source.replace(/^wss?:\/\//, '')}`;
