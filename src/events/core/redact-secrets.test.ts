import fc from 'fast-check';
import { noteEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { expect, test } from 'vitest';
import { growthOf } from '../../../tests/support/cpu-time.ts';
import { isSecretName, withoutSecrets } from './redact-secrets.ts';

const NSEC = nsecEncode(Uint8Array.from({ length: 32 }, (_, i) => i + 1));
const SECRETS = [
  NSEC,
  NSEC.toUpperCase(),
  `ncryptsec1${'q'.repeat(150)}`,
  `bunker://${'ab'.repeat(32)}?relay=wss://relay.example&secret=s3cr3t`,
  `nostrconnect://${'ab'.repeat(32)}?secret=s3cr3t`,
  `nostr+walletconnect://${'ab'.repeat(32)}?relay=wss://relay.example&secret=${'cd'.repeat(32)}`,
  `nostrwalletconnect://${'ab'.repeat(32)}?secret=${'cd'.repeat(32)}`,
  `cashuA${'eyJ0b2tlbiI6'.repeat(4)}`,
  `cashuB${'o2F0gqJhaUgA'.repeat(4)}`,
];
/** Ends with a space, so that a secret after it stays a word of its own. */
const text = fc.string({ unit: 'binary' }).map((one) => `${one} `);

test('TRUST-05 a secret is redacted at any position in a text', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...SECRETS), text, (before, secret, after) => {
      const kept = withoutSecrets(`${before}${secret}${after}`);
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(secret.slice(secret.length / 2));
    }),
  );
});

test('TRUST-05 a text without a secret stays as it is', () => {
  const harmless = [
    `nostr:${npubEncode('ab'.repeat(32))}`,
    noteEncode('cd'.repeat(32)),
    'cd'.repeat(32),
    'cashu is a kind of money; nsec is a word; a bunker too',
    'https://example.com/?secrets=1',
    '',
  ];
  expect(harmless.map(withoutSecrets)).toEqual(harmless);
});

test('TRUST-05 names of secrets are recognised in every spelling', () => {
  expect(
    ['secret', 'secretKey', 'secret_key', 'PIN', 'nsec', 'private-key', 'preimage'].filter(
      isSecretName,
    ),
  ).toHaveLength(7);
  expect(['seed', 'pubkey', 'key', 'secrets', ''].filter(isSecretName)).toEqual([]);
});

test.for(['nsec1', 'cashuA', 'bunker:', 'secret=', 'cashuAnsec1', 'nostr+', 'cashuA,'])(
  'E-44 1 MB of: %s',
  (part) => {
    const { ms, perDoubling } = growthOf((share) =>
      withoutSecrets(part.repeat((share * 1_000_000) / part.length)),
    );
    expect(ms).toBeLessThanOrEqual(100);
    expect(perDoubling).toBeLessThan(2.5);
  },
);
