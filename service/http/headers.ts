import { EMBED_FRAME_HOSTS } from '../../src/events/media/embed.ts';

/** Name of the client's only trusted-types policy, for the address of its worker. */
const TRUSTED_TYPES = 'starling';

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' http: https: data: blob:",
  'media-src': "'self' http: https: data: blob:",
  'connect-src': "'self' ws: wss: http: https:",
  'font-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'frame-src': EMBED_FRAME_HOSTS.map((host) => `https://${host}`).join(' ') || "'none'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': TRUSTED_TYPES,
};

/** TRUST-03, E-12: no inline script, no eval but wasm, frames only of the embed list. */
const CONTENT_SECURITY_POLICY = Object.entries(POLICY)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

/** Headers of every response. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Additional headers of the client's pages. Any site may check for this media server (MEDIA-03,
 * BUD-01).
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Permissions-Policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Headers of uploaded files: nothing in them runs (E-06), and any site may show them (BUD-01). */
export const BLOB_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

/**
 * Headers of the media server's other responses, so that every site can read them and the reason of
 * a refusal (BUD-01).
 */
export const MEDIA_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': '*',
};

/** Responses that other clients may read, too. */
export const OPEN_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
};
