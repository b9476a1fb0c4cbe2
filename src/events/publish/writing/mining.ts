import { sha256 } from '@noble/hashes/sha2.js';
import type { Draft, Tag } from '../../nostr/event.ts';
import { serialize } from '../../nostr/serialize.ts';
import type { Template } from '../outbox/event-template.ts';

/**
 * Leading zero bits that the user can choose for a note (SIGN-06): about a tenth of a second, some
 * seconds, a minute or more.
 */
export const WORK_CHOICES: readonly number[] = [16, 20, 24];
export const MOST_WORK = 40;

const UTF8 = new TextEncoder();

/** Return the tag with the nonce and the targeted bits (NIP-13). */
function nonceTag(nonce: string, bits: number): Tag {
  return ['nonce', nonce, String(bits)];
}

/** Return a draft with the tag of its work. Removes a tag of earlier work. */
export function workedDraft<D extends Draft>(draft: D, nonce: string, bits: number): D {
  return {
    ...draft,
    tags: [...draft.tags.filter(([name]) => name !== 'nonce'), nonceTag(nonce, bits)],
  };
}

/** True if the draft commits to work, which is valid for one date only. */
export function isWorked({ tags }: Pick<Draft, 'tags'>): boolean {
  return tags.some(([name]) => name === 'nonce');
}

/**
 * Return a function that mines a template (NIP-13). It tries `count` further nonces and returns the
 * first one whose id has enough leading zero bits. `undefined` if none has. Each try hashes only
 * the end of the serialized event.
 */
export function miner(template: Template, bits: number): (count: number) => string | undefined {
  // A unique mark locates the nonce in the serialized text. Its tag is the last one.
  const mark = '\u0001nonce\u0001';
  const { tags, ...rest } = workedDraft(template, mark, bits);
  const written = serialize({ ...rest, tags });
  const end = `"${String(bits)}"]],${JSON.stringify(template.content)}]`;
  const start = written.slice(0, written.length - end.length - JSON.stringify(mark).length - 1);
  const [before, after] = [
    sha256.create().update(UTF8.encode(`${start}"`)),
    UTF8.encode(`",${end}`),
  ];
  let tried = 0;
  return (count) => {
    for (const last = tried + count; tried < last; tried++) {
      const nonce = String(tried);
      const hash = before.clone().update(UTF8.encode(nonce)).update(after).digest();
      if (zeroBits(hash) >= bits) return nonce;
    }
    return undefined;
  };
}

function zeroBits(hash: Uint8Array): number {
  const at = hash.findIndex((byte) => byte !== 0);
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24;
}
