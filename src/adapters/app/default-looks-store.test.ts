import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '../../events/connection/claims.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import { defaultLooks } from './default-looks-store.ts';
import { readSettings } from './settings-store.ts';
import { type Device, openStorages } from '../core/storage.ts';

const defaults = (content: unknown): readonly Claim[] => [
  { claim: 'other', kind: RESULT.DefaultSettings, content },
];
const ICE = defaults({ theme: 'ice', animated: false });

/** The looks of visitors on one device. `chosen`: the visitor's stored choices. */
function start(chosen: Readonly<Record<string, unknown>> = {}) {
  const kept = new Map<string, string>();
  const device: Device = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
  const storages = openStorages(device);
  const visitor = storages.account(undefined);
  for (const key of ['theme', 'animated', 'useSystemDarkMode'] as const)
    if (key in chosen) visitor.write(key, chosen[key]);
  const before = kept.size;
  return {
    looks: defaultLooks(storages),
    saved: () => readSettings(visitor, storages.global),
    written: () => kept.size - before,
  };
}

test("SETTINGS-01 without a chosen theme, a visitor's next visit begins with the looks of the service", () => {
  const { looks, saved } = start();
  expect(looks.areKept()).toBe(false);
  looks.keep(ICE);
  expect(saved()).toEqual({ theme: 'ice', animated: false });
  expect(looks.areKept()).toBe(true);
});

test('SETTINGS-01 looks that a visitor chose stay, even if they were chosen during the request', () => {
  for (const chosen of [
    { theme: 'sunset' },
    { theme: 'sunset', animated: true },
    { useSystemDarkMode: true },
    { animated: true },
  ]) {
    const { looks, saved } = start(chosen);
    const before = saved();
    looks.keep(ICE);
    expect(saved()).toMatchObject(before);
    if (!('animated' in chosen) || 'theme' in chosen) expect(looks.areKept()).toBe(true);
  }
});

test("TRUST-07 SETTINGS-01 from the service's defaults, only looks are stored", () => {
  const power = {
    usePrimalRelay: true,
    proxyThroughPrimal: true,
    moderation: [],
    notifications: {},
    zapDefault: { amount: 90_000 },
  };
  const said = fc.oneof(
    fc.jsonValue(),
    fc
      .record({
        theme: fc.constantFrom('ice', 'none', 7),
        animated: fc.oneof(fc.boolean(), fc.string()),
      })
      .map((looks) => ({ ...power, ...looks })),
  );
  const property = fc.property(said, (content) => {
    const { looks, saved, written } = start();
    looks.keep(defaults(content));
    expect(Object.keys(saved()).filter((key) => key !== 'theme' && key !== 'animated')).toEqual([]);
    expect(written()).toBeLessThanOrEqual(2);
  });
  fc.assert(property);
  const { looks, written } = start();
  looks.keep([]);
  expect(written()).toBe(0);
});
