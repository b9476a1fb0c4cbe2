import { safeUrl } from '../../../events/core/url.ts';

/** The operator's source address and contact, set at build time. `undefined` if not set. */
export const SOURCE_URL = said(import.meta.env['VITE_SOURCE_URL']);
export const CONTACT_URL = said(import.meta.env['VITE_CONTACT_URL']);

function said(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? safeUrl(value) : undefined;
}
