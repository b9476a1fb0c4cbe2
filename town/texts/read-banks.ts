import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CIRCLES } from '../people/circles.ts';
import type { Rng } from '../prng.ts';
import { type Bank, readBank } from './text-bank.ts';
import { fillTemplate } from './fill-template.ts';

const LANGUAGES = ['de', 'fr', 'es', 'pt', 'ja', 'ar', 'he', 'zh'] as const;

/**
 * All banks by name: circles, `replies`, and `lang-xx`. Missing word lists come from the town's.
 */
export function readBanks(): ReadonlyMap<string, Bank> {
  const names = [
    ...CIRCLES.map((circle) => circle.id),
    'replies',
    'window',
    'chain',
    'first',
    'letters',
    ...LANGUAGES.map((language) => `lang-${language}`),
  ];
  const banks = names
    .filter((name) => existsSync(join(import.meta.dirname, 'banks', `${name}.txt`)))
    .map(readBank);
  const common =
    banks.find((bank) => bank.name === 'town')?.slots ?? new Map<string, readonly string[]>();
  return new Map(
    banks.map((bank) => [bank.name, { ...bank, slots: new Map([...common, ...bank.slots]) }]),
  );
}

/** Return the self-description of a member of a circle. */
export function aboutOf(banks: ReadonlyMap<string, Bank>, circle: string, rng: Rng): string {
  const bank = banks.get(circle) ?? banks.get('town');
  if (!bank || bank.bios.length === 0) return '';
  return (
    fillTemplate(rng.pick(bank.bios), {
      rng,
      slots: bank.slots,
      bound: new Map(),
      special: () => '',
    }) ?? ''
  );
}
