import { opensAccount } from '../../core/opening-secrets.ts';
import { safeMediaUrl, safeUrl } from '../../core/url.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { readVerifiedAddress } from './verified-address.ts';

/**
 * Profile fields that the user can edit here (PROFILE-10). Everything else in a profile stays as it
 * is.
 */
export const PROFILE_FIELDS = [
  'name',
  'displayName',
  'about',
  'picture',
  'banner',
  'website',
  'nip05',
  'lud16',
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileFields = Readonly<Record<ProfileField, string>>;

/** Problem with a field (PROFILE-10). */
export type FieldProblem =
  | 'secret'
  | 'empty'
  | 'characters'
  | 'username'
  | 'long'
  | 'url'
  | 'address';

/**
 * Names of each field in a profile's content; the first is written. `displayName` is an older
 * spelling that some clients still read.
 */
export const FIELD_KEYS: Readonly<Record<ProfileField, readonly [string, ...string[]]>> = {
  name: ['name'],
  displayName: ['display_name', 'displayName'],
  about: ['about'],
  picture: ['picture'],
  banner: ['banner'],
  website: ['website'],
  nip05: ['nip05'],
  lud16: ['lud16'],
};

export const NO_FIELDS: ProfileFields = {
  name: '',
  displayName: '',
  about: '',
  picture: '',
  banner: '',
  website: '',
  nip05: '',
  lud16: '',
};

/** UTF-16 units; readers cut longer texts (E-08). */
const LONGEST: Readonly<Record<ProfileField, number>> = {
  name: 64,
  displayName: 128,
  about: 8_192,
  picture: 2_048,
  banner: 2_048,
  website: 2_048,
  nip05: 256,
  lud16: 256,
};

/** Read these fields from a profile (kind 0). A value that is no text counts as empty. */
export function fieldsOf(event: Pick<SignedEvent, 'content'> | undefined): ProfileFields {
  const content = event && parseJson(event.content);
  const textOf = (key: string): string => {
    const value = isRecord(content) ? field(content, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  // readers prefer the older of two spellings if it is not empty
  const read = (name: ProfileField): string =>
    FIELD_KEYS[name].map(textOf).findLast((text) => text !== '') ?? '';
  return {
    name: read('name'),
    displayName: read('displayName'),
    about: read('about'),
    picture: read('picture'),
    banner: read('banner'),
    website: read('website'),
    nip05: read('nip05'),
    lud16: read('lud16'),
  };
}

/** Trim spaces around the changed fields. Unchanged fields stay as they were. */
export function trimmed(fields: ProfileFields, before: ProfileFields = NO_FIELDS): ProfileFields {
  const rows = PROFILE_FIELDS.map((name) => {
    const text = fields[name];
    return [name, text === before[name] ? text : name === 'about' ? text.trimEnd() : text.trim()];
  });
  return { ...NO_FIELDS, ...Object.fromEntries(rows) };
}

/** Return the fields that differ, with their new values. */
export function changesOf(before: ProfileFields, after: ProfileFields): Partial<ProfileFields> {
  return Object.fromEntries(
    PROFILE_FIELDS.flatMap((name) => (before[name] === after[name] ? [] : [[name, after[name]]])),
  );
}

/**
 * Return the problems with the typed fields. The username is required. All other fields are checked
 * only if they changed, because another app may have written them. `home`: the page's origin, whose
 * pictures are allowed.
 */
export function problemsIn(
  before: ProfileFields,
  typed: ProfileFields,
  home?: string,
): Readonly<Partial<Record<ProfileField, FieldProblem>>> {
  return Object.fromEntries(
    PROFILE_FIELDS.flatMap((name) => {
      const isLooked = before[name] !== typed[name] || (name === 'name' && typed.name === '');
      const problem = isLooked ? problemOf(name, typed[name], home) : undefined;
      return problem ? [[name, problem]] : [];
    }),
  );
}

function problemOf(
  name: ProfileField,
  text: string,
  home: string | undefined,
): FieldProblem | undefined {
  if (opensAccount(text)) return 'secret';
  if (name === 'name') return usernameProblem(text);
  if (text.length > LONGEST[name]) return 'long';
  if (text === '' || name === 'about' || name === 'displayName') return undefined;
  if (name === 'nip05') return readVerifiedAddress(text) ? undefined : 'address';
  if (name === 'lud16')
    return text.includes('@') && readVerifiedAddress(text) ? undefined : 'address';
  if (name === 'website')
    return safeUrl(text.includes('://') ? text : `https://${text}`)?.startsWith('http')
      ? undefined
      : 'url';
  return safeMediaUrl(text, home) === undefined ? 'url' : undefined;
}

/** Letters and digits of any script, and the punctuation that a verified name may have (NIP-05). */
function usernameProblem(name: string): FieldProblem | undefined {
  if (name === '') return 'empty';
  if (name.length > LONGEST.name) return 'long';
  if (!/^[\p{L}\p{N}\p{M}._-]+$/u.test(name)) return 'characters';
  return /[\p{L}\p{N}]/u.test(name) ? undefined : 'username';
}
