import { BUILD } from './build.ts';
import { safeUrl } from '../../../events/core/url.ts';

/** Where the source is published: as the operator says at build time, else as the package says. */
export const SOURCE_URL = said(import.meta.env['VITE_SOURCE_URL']) ?? said(BUILD.repository);
/** The operator's contact, set at build time. `undefined` if not set. */
export const CONTACT_URL = said(import.meta.env['VITE_CONTACT_URL']);

function said(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? safeUrl(value) : undefined;
}
