import { expect, test } from 'vitest';
import { vectors } from '../../tests/support/events/real-events.ts';
import { checkPure } from '../../src/events/nostr/verify-pure.ts';
import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import { readZapRequest } from './zap-request.ts';

const gate = {
  verify: (event: SignedEvent) => (checkPure(event) ? (event as VerifiedEvent) : undefined),
};
const DOCUMENTED = [
  'Invalid zap request JSON.',
  'Zap request is not a valid Nostr event.',
  'Invalid signature on zap request.',
  "Zap request doesn't have a 'p' tag.",
  "Zap request 'p' tag is not valid hex.",
  "Zap request 'e' tag is not valid hex.",
  "Zap request doesn't have a 'relays' tag.",
];

test('vectors: ZAP-04 zap request errors have the documented texts, as in a peer of NIP-57', () => {
  const { cases } = vectors<{ cases: { group: string; args: string[]; result: unknown }[] }>(
    'peer-nip57.json',
  );
  const requests = cases.filter(({ group }) => group === 'nip57.validateZapRequest');
  expect(requests).not.toEqual([]);
  for (const { args, result } of requests) {
    const said = readZapRequest(
      args[0] ?? '',
      { msats: 21_000, provider: 'f'.repeat(64), payee: 'e'.repeat(64) },
      gate,
    );
    if (result === null) expect(DOCUMENTED).not.toContain(said);
    else expect([said, DOCUMENTED]).toEqual([result, expect.arrayContaining([result])]);
  }
});
