import { Inflate } from 'pako';

/**
 * E-26: at most this much comes out of one frame, and beyond `FREE_BYTES` at most `MAX_RATIO` bytes for each byte that went in. An honest
 * page may hold a hundred long notes of one letter each, which shrink to less than a hundredth: the ratio says nothing below that.
 */
export const MAX_INFLATED = 32 * 1024 * 1024;
const FREE_BYTES = 16 * 1024 * 1024;
const MAX_RATIO = 100;
const SLICE = 8 * 1024;

export type Inflated = { readonly text: string } | { readonly fault: 'unreadable' | 'excessive' };

/**
 * The text of one complete zlib stream (RFC 1950). `unreadable`: not zlib, truncated, damaged or with bytes after its end.
 * `excessive`: more comes out than is allowed; nothing beyond the cap is kept. Never throws.
 */
export function inflateText(bytes: Uint8Array): Inflated {
  if (bytes.length < 2) return { fault: 'unreadable' };
  const limit = Math.min(MAX_INFLATED, Math.max(FREE_BYTES, bytes.length * MAX_RATIO));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const inflate = new Inflate({ windowBits: 15 });
  const texts: string[] = [];
  let size = 0;
  inflate.onData = (chunk) => {
    size += chunk.length;
    if (size <= limit) texts.push(decoder.decode(chunk, { stream: true }));
  };
  // the last byte goes in alone: a stream that has ended before it has something behind its end
  const last = bytes.length - 1;
  for (let at = 0; at < last && !inflate.ended && size <= limit; at += SLICE) inflate.push(bytes.subarray(at, Math.min(at + SLICE, last)));
  const trailing = inflate.ended;
  if (!trailing && size <= limit) inflate.push(bytes.subarray(last));
  if (size > limit) return { fault: 'excessive' };
  if (trailing || !inflate.ended || inflate.err !== 0) return { fault: 'unreadable' };
  texts.push(decoder.decode());
  return { text: texts.join('') };
}
