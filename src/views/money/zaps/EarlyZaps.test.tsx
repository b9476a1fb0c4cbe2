// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { earlyIntent } from '../../reading/note/early-acts.ts';
import { OwnZapAct } from './PayingZapButton.tsx';
import type { Zapped } from './use-zap.ts';

const KEY = { pubkey: A, method: 'key', lock: 'device' } as const;
const B = '7'.repeat(64);
const note = trusted({ pubkey: B, content: 'pressed early', created_at: seconds(9) });
const C = 'c'.repeat(64);
const closes: Array<() => void> = [];
beforeAll(async () => {
  await Promise.all([fetchViews('/help'), import('./ZapFlow.tsx')]);
});
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

/** Render the app before the account's settings have loaded, with a zap button. */
async function opened(zapped: Zapped) {
  const disk = moneyDisk();
  const page = await renderedAccount('/help', {
    accounts: [KEY],
    machines: { money: moneyPorts(disk).logic },
  });
  closes.push(page.close);
  page.session().send({ type: 'session.unlock' });
  await act(async () => page.keys.promises.answer('right'));
  // They are requested by then, with a proof that this test does not sign.
  await page.settle(() => elapse(page.clock, 16_000));
  const silent = trusted({ kind: 0, pubkey: C, content: '{"name":"y"}' });
  const profiles = [A, B].map((pubkey) =>
    trusted({ kind: 0, pubkey, content: JSON.stringify({ name: 'x', lud16: 'x@pay.example' }) }),
  );
  await page.settle(() =>
    page.app.send({
      type: 'facts.received',
      events: [...profiles, silent],
      claims: [],
      now: seconds(1_700_000_000),
    }),
  );
  act(
    () =>
      void render(
        <AppProvider app={page.app}>
          <OwnZapAct zapped={zapped} />
        </AppProvider>,
      ),
  );
  const zaps = () =>
    disk.entries.flatMap((entry) =>
      entry.type === 'asked' && entry.want.type === 'zap' ? [entry.want] : [],
    );
  // Run an action, then wait until lookups and writes are done.
  const settle = async (happens: () => void) => {
    for (const what of [happens, () => undefined, () => undefined]) await page.settle(what);
  };
  const press = () =>
    settle(() => void fireEvent.click(screen.getByRole('button', { name: /^Zap/ })));
  const settingsCome = (amount: number) =>
    settle(() =>
      page.features().settings?.send({
        type: 'local.changed',
        change: pressed({ zapDefault: { amount, message: 'Yes', emoji: '' } }),
      }),
    );
  const early = () => page.features().pendingZaps?.getSnapshot().context.waiting ?? [];
  return { ...page, zaps, press, settingsCome, early };
}

test('ZAP-01 a zap pressed before its code loads is sent once by the settings, not after a later sign-in', async () => {
  expect(earlyIntent('zap', note, false)).toBeUndefined();
  const { zaps, settingsCome, settle, early, scope } = await opened({ pubkey: B });
  await settle(() => {
    for (const intent of [1, 2].map(() => earlyIntent('zap', note, true)))
      if (intent) scope()?.send(intent);
  });
  expect([early().map(({ zapped }) => zapped), zaps()]).toEqual([[{ pubkey: B, event: note }], []]);
  await settingsCome(7);
  expect(zaps()).toMatchObject([
    { to: { pubkey: B, id: note.id }, amountMsats: 7_000, message: 'Yes' },
  ]);
  expect(early()).toEqual([]);
});

test('ZAP-01 a press before the settings load waits for them; later presses zap at once', async () => {
  const { zaps, press, settingsCome } = await opened({ pubkey: B });
  await press();
  await press();
  expect(zaps()).toEqual([]);
  await settingsCome(9);
  expect(zaps()).toMatchObject([{ to: { pubkey: B }, amountMsats: 9_000 }]);
});

test('TRUST-07 ZAP-01 an amount set on another device is shown before the first zap with it', async () => {
  const { features, settle, zaps, press, early } = await opened({
    pubkey: B,
    event: trusted({ pubkey: B, content: 'pressed later', created_at: seconds(9) }),
  });
  const content = pressed('{"zapDefault":{"amount":90000,"message":"Onward"}}');
  await settle(() => features().settings?.send({ type: 'local.heard', content }));
  await press();
  await settle(() => undefined);
  const dialog = screen.getByRole('dialog');
  expect([zaps(), dialog.textContent]).toEqual([
    [],
    expect.stringContaining('Your default zap is 90,000 sats.'),
  ]);
  await settle(() => void fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  expect([zaps(), early()]).toEqual([[], []]);
  await press();
  await settle(() => void fireEvent.click(screen.getByRole('button', { name: 'Zap 90,000 sats' })));
  expect(zaps()).toMatchObject([{ amountMsats: 90_000_000 }]);
  expect(features().settings?.getSnapshot().context.shown).toBe(90_000);
});

test('ZAP-01 zapping oneself is refused with a message, and nothing is paid', async () => {
  const mine = trusted({ pubkey: A, content: 'mine', created_at: seconds(9) });
  const { zaps, press, early } = await opened({ pubkey: A, event: mine });
  await press();
  expect([toasts(), zaps(), early()]).toEqual([['A zap here would come back to you'], [], []]);
});

test("ZAP-01 the parts that the user's own note gives to others by zap tags can be zapped", async () => {
  const tags = [A, B].map((pubkey) => ['zap', pubkey, 'wss://relay.example', '1']);
  const shared = await opened({
    pubkey: A,
    event: trusted({ pubkey: A, content: 'ours', created_at: seconds(9), tags }),
  });
  await shared.settingsCome(10);
  await shared.press();
  expect(shared.zaps().map(({ to, amountMsats }) => [to.pubkey, amountMsats])).toEqual([
    [A, 5_000],
    [B, 5_000],
  ]);
});

test('ZAP-03 a feed whose author has no lightning address cannot be zapped, and the message names the feed', async () => {
  const feed = trusted({
    pubkey: C,
    kind: KIND.Dvm,
    content: '{"name":"Gulls"}',
    tags: [['d', 'gulls']],
  });
  const { zaps, press, early } = await opened({ pubkey: feed.pubkey, event: feed });
  await press();
  expect([toasts(), zaps(), early()]).toEqual([['Author of this feed cannot be zapped'], [], []]);
});

test.each([
  ['then the address', { name: 'Dora', lud16: 'dora@pay.example' }],
  ['closes with a message if there is none', undefined],
])(
  'ZAP-03 held before the profile is loaded, the dialog names the search, %s',
  async (_, found) => {
    const D = 'd'.repeat(64);
    const { settle, answer } = await opened({ pubkey: D });
    const hold = () =>
      settle(() => void fireEvent.contextMenu(screen.getByRole('button', { name: /^Zap/ })));
    await hold();
    const dialog = () => screen.queryByRole('dialog')?.textContent;
    expect([dialog(), toasts()]).toEqual([
      expect.stringContaining('Looking for the payment address'),
      [],
    ]);
    const events = found ? [trusted({ kind: 0, pubkey: D, content: JSON.stringify(found) })] : [];
    await settle(() => answer('user_infos', { events }));
    if (found) expect(dialog()).toContain(found.lud16);
    else {
      const refused = [undefined, ['This person cannot be zapped']];
      expect([dialog(), toasts()]).toEqual(refused);
      await hold();
      expect([dialog(), toasts()]).toEqual(refused);
    }
  },
);

test('ZAP-03 E-43 a lightning address that the page may not ask is named as the reason', async () => {
  const D = 'd'.repeat(64);
  const { zaps, press, settle, app } = await opened({ pubkey: D });
  const content = JSON.stringify({ name: 'Dora', lud16: 'dora@10.0.0.1' });
  await settle(() =>
    app.send({
      type: 'facts.received',
      events: [trusted({ kind: 0, pubkey: D, content })],
      claims: [],
      now: seconds(1_700_000_000),
    }),
  );
  await press();
  expect([toasts(), zaps()]).toEqual([
    ['Not zapped. The lightning address is invalid or not on the public internet.'],
    [],
  ]);
});

test('ZAP-03 a profile that does not load is no person who cannot be zapped', async () => {
  const { settle, refuse, press, settingsCome } = await opened({ pubkey: 'e'.repeat(64) });
  await settingsCome(7);
  await press();
  await settle(() => refuse('user_infos'));
  expect(toasts()).toEqual(['The profile did not load. Please try again.']);
});
