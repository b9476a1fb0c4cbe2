import { safeUrl } from '../../../events/core/url.ts';

/** What whoever builds this copy says of it: where its source is, and whom to write to. Undefined where nothing was said. */
export const SOURCE_URL = said(import.meta.env['VITE_SOURCE_URL']);
export const CONTACT_URL = said(import.meta.env['VITE_CONTACT_URL']);

function said(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? safeUrl(value) : undefined;
}
