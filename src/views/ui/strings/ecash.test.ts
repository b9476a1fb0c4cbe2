import { expect, test } from 'vitest';
import { ECASH_CODES } from '../../../events/money/ecash/ecash-reason.ts';
import { ecashEnglish } from './ecash.ts';

test('ECASH-02 ECASH-03 each error has words, documented ones exactly; a mint’s own text stays unchanged', () => {
  const documented = [
    'bad response',
    'Not enough funds available',
    'Tried to instantiate with mnemonic, but mnemonic was invalid',
    'CashuWallet must be initialized with mnemonic to use restore',
    'Cannot create deterministic messages without seed...',
    'crypto.getRandomValues must be defined',
  ];
  const words = ECASH_CODES.map((code) => ecashEnglish.reason({ code }));
  for (const one of documented) expect(words).toContain(one);
  expect(new Set(words).size).toBe(ECASH_CODES.length);
  expect(ecashEnglish.reason({ code: 'said', text: 'Token already spent' })).toContain(
    'Token already spent',
  );
});
