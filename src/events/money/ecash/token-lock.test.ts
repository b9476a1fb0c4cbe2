import { expect, test } from 'vitest';
import { secretOf } from '../../account/keys/secret.ts';
import { seconds } from '../../core/time.ts';
import type { Proof } from './cashu.ts';
import { lockedSecret } from './p2pk.ts';
import { canOpen, foreignLock } from './token-lock.ts';

const [OWN, OTHER] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const now = seconds(100);
const proof = (secret: string, witness?: string): Proof => ({
  id: '009a1f293253e41e',
  amount: 1,
  secret: secretOf(secret),
  C: `02${OWN}`,
  witness,
});
const timed = (key: string, until: number) =>
  JSON.stringify(['P2PK', { nonce: 'n', data: `02${key}`, tags: [['locktime', `${until}`]] }]);

test('NUT-11 a proof opens for its key, after its lock ends, without a lock, or with a witness', () => {
  const table = [
    [proof('plain'), true],
    [proof(lockedSecret(OWN, 'n')), true],
    [proof(lockedSecret(OTHER, 'n')), false],
    [proof(lockedSecret(OTHER, 'n'), '{"signatures":[]}'), true],
    [proof(timed(OTHER, 99)), true],
    [proof(timed(OTHER, 100)), false],
    [proof(JSON.stringify(['HTLC', { data: 'x' }])), false],
    [proof(JSON.stringify(['P2PK', {}])), false],
  ] as const;
  expect(table.map(([one]) => canOpen(one, [OTHER.slice(1), OWN], now))).toEqual(
    table.map(([, isOpen]) => isOpen),
  );
  expect(canOpen(proof(timed(OTHER, 99)), [], now)).toBe(true);
  expect(canOpen(proof(lockedSecret(OWN, 'n')), [], now)).toBe(false);
});

test('NUT-11 the first lock that no own key opens is named', () => {
  const [own, other] = [proof(lockedSecret(OWN, 'n')), proof(lockedSecret(OTHER, 'n'))];
  expect(foreignLock([proof('plain'), own], new Set([OWN]), now)).toBeUndefined();
  expect(foreignLock([own, other], new Set([OWN]), now)?.main.keys).toEqual([OTHER]);
  expect(foreignLock([other, own], [], now)?.main.keys).toEqual([OTHER]);
  const htlc = proof(JSON.stringify(['HTLC', { data: 'x' }]));
  expect(foreignLock([htlc, other], [OWN], now)?.main.keys).toEqual([OTHER]);
  expect(foreignLock([htlc], [OWN], now)).toBeUndefined();
});
