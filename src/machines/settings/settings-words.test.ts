import { describe, expect, test } from 'vitest';
import { ME, startSync, stored } from '../../../tests/support/settings/settings-sync-world.ts';
import type { Claim } from '../../events/connection/claims.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { DEFAULT_ZAPS, isShown, zapsKnown } from '../../events/settings/zap-settings.ts';
import { seconds } from '../../events/core/time.ts';

describe('trusted and untrusted settings', () => {
  const POISON = {
    theme: 'ice',
    zapDefault: { amount: 90_000, message: '', emoji: '' },
    proxyThroughPrimal: true,
  };
  const altered: Claim = {
    claim: 'other',
    kind: 30_078,
    content: { pubkey: ME, content: JSON.stringify(POISON) },
  };
  const defaults: Claim = { claim: 'other', kind: RESULT.DefaultSettings, content: POISON };
  const press = ({ actor }: ReturnType<typeof startSync>) => {
    const { base, kept, change, shown } = actor.getSnapshot().context;
    const zaps = zapsKnown(base, kept, change);
    return [zaps.zapDefault.amount, isShown(zaps, shown)];
  };
  const answered = (answer: Parameters<ReturnType<typeof startSync>['bus']['answer']>[0]) => {
    const world = startSync(true);
    world.wait(1_000);
    world.settle();
    world.bus.answer(answer);
    return world;
  };

  test('TRUST-07 ZAP-01 RELAY-08 altered settings and defaults never set zap amounts or the proxy', () => {
    for (const claim of [altered, defaults]) {
      const world = answered({ claims: [claim] });
      expect([press(world), world.kept()]).toEqual([[42, true], []]);
      expect(world.adopted().some((change) => 'usePrimalRelay' in change)).toBe(false);
      world.change({ animated: false });
      world.wait(1_000);
      world.settle();
      world.bus.answer({ claims: [claim] });
      world.settle();
      expect(JSON.parse(world.saving() ?? '')).toEqual({
        theme: 'ice',
        animated: false,
        description: 'Sync app settings',
      });
      // the service may answer with more than was signed
      world.bus.answer({ claims: [claim] });
      expect([press(world), world.value()]).toEqual([[42, true], 'ready']);
    }
  });

  test('TRUST-07 ZAP-01 a claim after signed settings does not change the signed values', () => {
    const world = answered({ events: [stored('{"zapDefault":{"amount":7}}')] });
    world.change({ theme: 'midnight' });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [altered] });
    expect(press(world)[0]).toBe(7);
  });

  test('TRUST-07 older settings of the account set neither amounts nor the proxy', () => {
    const world = answered({ events: [stored('{"zapDefault":{"amount":7}}', ME, 200)] });
    expect(world.local.last().told.at(-1)).toMatchObject({ type: 'local.keep', newest: 200 });
    const old = stored(
      '{"zapDefault":{"amount":90000},"proxyThroughPrimal":true,"theme":"ice"}',
      ME,
      100,
    );
    const kept = pressed({ ...DEFAULT_ZAPS, zapDefault: { amount: 7, message: '', emoji: '' } });
    const next = startSync(true);
    next.local.last().report({ type: 'local.kept', zaps: kept, shown: 7, newest: seconds(200) });
    next.wait(1_000);
    next.settle();
    next.bus.answer({ events: [old] });
    expect([press(next), next.adopted()]).toEqual([[7, true], [{ theme: 'ice' }]]);
    next.change({ animated: false });
    next.wait(1_000);
    next.settle();
    next.bus.answer({ events: [old] });
    next.settle();
    const saved: unknown = JSON.parse(next.saving() ?? '');
    expect(saved).toMatchObject({ zapDefault: { amount: 7 }, theme: 'ice', animated: false });
    expect(saved).not.toHaveProperty('proxyThroughPrimal');
    next.bus.answer({ events: [old] });
    expect([press(next), next.value()]).toEqual([[7, true], 'ready']);
  });

  test('TRUST-07 settings saved here with a slow clock count, also after a newer date of another device', () => {
    const world = answered({ events: [stored('{"theme":"ice"}', ME, 9_000_000_000)] });
    world.change({ animated: false });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"ice"}', ME, 9_000_000_000)] });
    world.settle();
    world.bus.answer({ events: [stored(world.saving() ?? '', ME, 300)] });
    expect(world.actor.getSnapshot().context.newest).toBe(300);
  });

  test('TRUST-07 ZAP-01 an amount set on another device is shown first, and trusted after a payment here', () => {
    const world = answered({ events: [stored('{"zapDefault":{"amount":500}}')] });
    expect(press(world)).toEqual([500, false]);
    world.actor.send({ type: 'zaps.shown', amount: pressed(500) });
    expect([press(world), world.local.last().told.at(-1)]).toMatchObject([
      [500, true],
      { type: 'local.keep', shown: 500 },
    ]);
    world.change({ zapDefault: { amount: 900, message: '', emoji: '' } });
    expect([press(world), world.local.last().told.at(-1)]).toMatchObject([
      [900, true],
      { type: 'local.keep', shown: 900 },
    ]);
    const next = startSync(true);
    next.local.last().report({ type: 'local.kept', zaps: DEFAULT_ZAPS, shown: 900 });
    expect(press(next)).toEqual([42, false]);
  });
});
