import { Inflate } from 'pako';

/**
 * E-26: the maximum output of one frame. Beyond `FREE_BYTES`, the output is limited to `MAX_RATIO`
 * bytes for each input byte. An honest page may contain a hundred long notes of one letter each,
 * which compress to less than a hundredth. So the ratio proves nothing below that size.
 */
export const MAX_INFLATED = 32 * 1024 * 1024;
const FREE_BYTES = 16 * 1024 * 1024;
const MAX_RATIO = 100;
const SLICE = 8 * 1024;

export type Inflated = { readonly text: string } | { readonly fault: 'unreadable' | 'excessive' };

/**
 * The text of one complete zlib stream (RFC 1950). `unreadable`: not zlib, truncated, damaged or
 * with bytes after its end. `excessive`: the output exceeds the cap, and nothing beyond it is kept.
 * Never throws.
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
  // the last byte is passed alone: a stream that has ended before it has bytes after its end
  const last = bytes.length - 1;
  for (let at = 0; at < last && !inflate.ended && size <= limit; at += SLICE)
    inflate.push(bytes.subarray(at, Math.min(at + SLICE, last)));
  const trailing = inflate.ended;
  if (!trailing && size <= limit) inflate.push(bytes.subarray(last));
  if (size > limit) return { fault: 'excessive' };
  if (trailing || !inflate.ended || inflate.err !== 0) return { fault: 'unreadable' };
  texts.push(decoder.decode());
  return { text: texts.join('') };
}
