import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofOfWork } from '../../nostr/proof-of-work.ts';
import { eventId } from '../../nostr/serialize.ts';
import { seconds } from '../../core/time.ts';
import { isWorked, miner, workedDraft } from './mining.ts';
import { runs } from '../../../../tests/support/runs.ts';

const template = (content: string, tags: readonly (readonly string[])[] = []) => ({
  kind: 1,
  content,
  tags,
  pubkey: '1'.repeat(64),
  created_at: seconds(1_700_000_000),
});

test('SIGN-06 a mined note has an id with the targeted zero bits, for any content', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.array(fc.string(), { minLength: 1 })),
      (content, tags) => {
        const note = template(content, tags);
        const nonce = miner(note, 8)(10_000) ?? '';
        const mined = workedDraft(note, nonce, 8);
        const work = proofOfWork({
          id: eventId(mined),
          tags: mined.tags.filter(([name]) => name === 'nonce'),
        });
        expect(work?.target).toBe(8);
        expect(work?.difficulty).toBeGreaterThanOrEqual(8);
      },
    ),
    { numRuns: runs(100) },
  );
});

test('SIGN-06 mining continues where it stopped, and earlier work is removed', () => {
  const note = template('hello');
  const whole = miner(note, 12)(1_000_000);
  const tries = miner(note, 12);
  let found: string | undefined;
  while (found === undefined) found = tries(7);
  expect(found).toBe(whole);
  const twice = workedDraft(workedDraft(note, '1', 8), '2', 12);
  expect([twice.tags, isWorked(twice), isWorked(note)]).toEqual([
    [['nonce', '2', '12']],
    true,
    false,
  ]);
});
