import fc from 'fast-check';
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import type { SignedEvent } from './event.ts';
import { eventId } from './serialize.ts';
import { readEvent } from './event-shape.ts';
import { inSeconds, plus, seconds } from '../core/time.ts';
import { verifyWith } from './verify.ts';
import { checkPure } from './verify-pure.ts';

const key = generateSecretKey();
const sign = (content: string, tags: string[][] = [], kind = 1): SignedEvent => {
  const event = readEvent(
    finalizeEvent({ kind, created_at: inSeconds(seconds(1_700_000_000)), tags, content }, key),
  );
  if (!event) throw new Error('signed event has no shape');
  return event;
};

/** Wrap a check, and record the ids that it is called with. */
function counted(check: (event: SignedEvent) => boolean) {
  const asked: string[] = [];
  return { asked, check: (event: SignedEvent) => asked.push(event.id) > 0 && check(event) };
}

test('INV-VERIFIED a signed event is returned itself, and its signature is checked once', () => {
  const { asked, check } = counted(checkPure);
  const verify = verifyWith(check);
  const event = sign('hello');
  expect(verify(event)).toBe(event);
  expect(verify({ ...event, tags: [] })).toEqual(event);
  expect(asked).toEqual([event.id]);
});

test('E-15 an event with any flipped bit in any field is refused', () => {
  const verify = verifyWith(checkPure);
  const event = sign('an event', [
    ['e', 'f'.repeat(64)],
    ['t', 'x'],
  ]);
  const flip = (text: string, at: number, alphabet: string) => {
    const i = at % text.length;
    return (
      text.slice(0, i) +
      alphabet[(alphabet.indexOf(text[i] ?? '') + 1) % alphabet.length] +
      text.slice(i + 1)
    );
  };
  const hex = '0123456789abcdef';
  fc.assert(
    fc.property(
      fc.constantFrom('id', 'sig', 'pubkey', 'content', 'tag', 'kind', 'time'),
      fc.nat(10_000),
      (field, at) => {
        const forged = {
          id: () => ({ ...event, id: flip(event.id, at, hex) }),
          sig: () => ({ ...event, sig: flip(event.sig, at, hex) }),
          pubkey: () => ({ ...event, pubkey: flip(event.pubkey, at, hex) }),
          content: () => ({
            ...event,
            content: flip(event.content, at, ' abcdefghijklmnopqrstuvwxyz'),
          }),
          tag: () => ({
            ...event,
            tags: [
              ['e', flip('f'.repeat(64), at, hex)],
              ['t', 'x'],
            ],
          }),
          kind: () => ({ ...event, kind: (event.kind + 1 + at) % 65_536 }),
          time: () => ({ ...event, created_at: plus(event.created_at, seconds(1 + at)) }),
        }[field]();
        expect(verify(forged)).toBeUndefined();
      },
    ),
    { numRuns: 60 },
  );
  expect(verify(event)).toBe(event);
});

test('E-16 the same id and signature over other content are refused, although both are cached', () => {
  const verify = verifyWith(checkPure);
  const event = sign('true words');
  verify(event);
  expect(verify({ ...event, content: 'other words' })).toBeUndefined();
  expect(verify({ ...event, tags: [['p', 'x']] })).toBeUndefined();
  expect(verify({ ...event, created_at: seconds(1) })).toBeUndefined();
});

test('E-16 a cached id with another signature is checked again', () => {
  const { asked, check } = counted(checkPure);
  const verify = verifyWith(check);
  const event = sign('hello');
  verify(event);
  expect(verify({ ...event, sig: '0'.repeat(128) })).toBeUndefined();
  expect(asked).toEqual([event.id, event.id]);
});

test('INV-VERIFIED an event with a recomputed id still needs a signature; a check that throws refuses it', () => {
  const event = sign('mine');
  const forged = { ...event, content: 'theirs' };
  const fitting = { ...forged, id: eventId(forged) };
  expect(verifyWith(checkPure)(fitting)).toBeUndefined();
  expect(
    verifyWith(() => {
      throw new Error('module broke');
    })(event),
  ).toBeUndefined();
});

test('a failed check is not cached as valid, and a passed one is evicted eventually', () => {
  let good = false;
  const { asked, check } = counted(() => good);
  const verify = verifyWith(check, 4);
  const [first, ...others] = Array.from({ length: 9 }, (_, i) => sign(`note ${i}`));
  if (!first) throw new Error('no event');
  expect(verify(first)).toBeUndefined();
  good = true;
  expect(verify(first)).toBe(first);
  expect(verify(first)).toBe(first);
  expect(asked).toHaveLength(2);
  for (const other of others) verify(other);
  asked.length = 0;
  verify(first);
  expect(asked).toEqual([first.id]);
});

test('an entry that is used again stays cached while others come and go', () => {
  const { asked, check } = counted(() => true);
  const verify = verifyWith(check, 8);
  const kept = sign('kept');
  for (let i = 0; i < 40; i++) {
    verify(kept);
    verify(sign(`passing ${i}`));
  }
  expect(asked.filter((id) => id === kept.id)).toHaveLength(1);
});

test('the pure check ignores the result that the library cached on a copied object', () => {
  const made = finalizeEvent({ kind: 1, created_at: 1, tags: [], content: 'true words' }, key);
  const signed = Object.assign(made, { created_at: seconds(1) });
  expect(checkPure(signed)).toBe(true);
  expect(checkPure({ ...signed, content: 'other words' })).toBe(false);
});

test('the pure check leaves the event unchanged, even a frozen one', () => {
  const event = Object.freeze(sign('frozen'));
  expect(checkPure(event)).toBe(true);
  expect(Object.getOwnPropertySymbols(event)).toEqual([]);
});
