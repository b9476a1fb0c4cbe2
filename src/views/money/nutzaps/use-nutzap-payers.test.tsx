// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { drawnHook } from '../../../../tests/support/views/drawn-hook.tsx';
import { ecashIssued, fakeEcashWallet } from '../../../../tests/support/money/fake-ecash-wallet.ts';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { draftNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { seconds } from '../../../events/core/time.ts';
import { useNutzapPayers } from './use-nutzap-payers.ts';
import { useZapRecipients, type Zapped } from '../zaps/use-zap.ts';
import { useZapCount, useZapping } from '../zaps/use-zapping.ts';

const MINT = 'https://mint.example';
const OTHER = 'https://other.example';
// No other test of the same worker zaps this account.
const B = '6'.repeat(64);
const KEY = '9'.repeat(64);
const closes: Array<() => void> = [];
beforeAll(() => fetchViews('/help'));
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

async function opened<T>(look: () => T, { hasEcash = true } = {}) {
  const disk = moneyDisk({ connections: [] });
  const { ecash } = fakeEcashWallet([...ecashIssued(MINT, 64, 0), ...ecashIssued(OTHER, 32, 1)]);
  const page = await renderedAccount('/help', {
    machines: { money: moneyPorts(disk, { hasEcash }).logic, ecash },
  });
  closes.push(page.close);
  const seeing = drawnHook(page.app, look);
  const send = (intent: object) =>
    page.app.getSnapshot().children.account?.send({ type: 'account.intent', intent } as never);
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await page.settle(() => undefined);
  };
  await page.settle(() => send({ type: 'money.open' }));
  await settle();
  /** Answer from relays with the person's mints for nutzaps. `undefined`: none. */
  const told = async (mints: readonly string[] | undefined) => {
    await page.settle(() => elapse(page.clock, 6_500));
    const taker = page.features().money?.getSnapshot().children[`taker ${B}`];
    const { kind, tags } = draftNutzapInfo(mints ?? [], ['wss://b.example'], KEY);
    const events = mints ? [trusted({ kind, pubkey: B, tags: tags.map((tag) => [...tag]) })] : [];
    await page.settle(() =>
      taker?.send({ type: 'relay.events', url: pressed('wss://x.example'), events }),
    );
    await page.settle(() => elapse(page.clock, 3_500));
    await settle();
  };
  return { page, disk, seeing, told };
}

const recipient = (address?: string) => ({ pubkey: B, address, weight: 1 });

test("ZAP-01 NIP-61 nutzaps can be chosen for a recipient's mint; those with an address are paid as before", async () => {
  const [TO_BOTH, TO_GIFT] = [[recipient('b@pay.example')], [recipient()]];
  const { page, seeing, told } = await opened(() => ({
    both: useNutzapPayers(TO_BOTH),
    only: useNutzapPayers(TO_GIFT),
  }));
  expect([seeing().both.giving, seeing().only.payers.options]).toEqual([undefined, []]);
  await told([`${MINT}/`]);
  const gift = { mint: MINT, named: `${MINT}/`, key: KEY, relays: ['wss://b.example'] };
  const giving = { takers: new Map([[B, gift]]), by: { by: 'ecash', mint: MINT } };
  const ids = ({ payers }: ReturnType<typeof useNutzapPayers>) =>
    payers.options.map(({ id, most }) => [id, most]);
  expect(ids(seeing().both).at(-1)).toEqual([`nutzap ${MINT}`, 64]);
  expect(ids(seeing().only)).toEqual([[`nutzap ${MINT}`, 64]]);
  expect([seeing().both.giving, seeing().only.giving]).toEqual([undefined, giving]);
  await page.settle(() => seeing().both.payers.onChoose(`nutzap ${MINT}`));
  expect([seeing().both.giving, seeing().both.payers.chosen]).toEqual([giving, `nutzap ${MINT}`]);
  await page.settle(() => seeing().both.payers.onChoose('shown'));
  expect([seeing().both.giving, seeing().both.payers.chosen]).toEqual([undefined, 'shown']);
});

/** Return all state of a zap with several recipients. */
function useShared(zapped: Zapped) {
  return {
    paid: useNutzapPayers(useZapRecipients(zapped).recipients),
    zapping: useZapping(zapped),
    counted: useZapCount(zapped),
  };
}

test('ZAP-01 NIP-61 a split zap gives nutzaps to those who accept them, and pays the rest in that ecash', async () => {
  const C = '5'.repeat(64);
  const D = '4'.repeat(64);
  const event = trusted({
    pubkey: C,
    content: 'shared',
    created_at: seconds(11),
    tags: [B, C, D].map((pubkey, at) => ['zap', pubkey, '', String(at + 1)]),
  });
  const zapped = { pubkey: C, event };
  const { page, disk, seeing, told } = await opened(() => useShared(zapped));
  const profiles = [
    trusted({ kind: 0, pubkey: B, content: '{"name":"b"}' }),
    trusted({ kind: 0, pubkey: C, content: '{"name":"c","lud16":"c@pay.example"}' }),
    trusted({ kind: 0, pubkey: D, content: '{"name":"d"}' }),
  ];
  await page.settle(() =>
    page.app.send({
      type: 'facts.received',
      events: profiles,
      claims: [],
      now: seconds(1_700_000_000),
    }),
  );
  await told([MINT]);
  expect(seeing().paid.giving).toBeUndefined();
  await page.settle(() => seeing().paid.payers.onChoose(`nutzap ${MINT}`));
  const { giving } = seeing().paid;
  expect([[...(giving?.takers.keys() ?? [])], giving?.by]).toEqual([
    [B],
    { by: 'ecash', mint: MINT },
  ]);
  await page.settle(
    () =>
      void seeing().zapping.zap(pressed({ sats: 20, message: 'hi' }), { giving, by: giving?.by }),
  );
  // A person without nutzaps and without an address gets nothing: 20 sats are split 1 to 2.
  const wants = [...disk.records().values()].map(({ want }) => want);
  expect(
    wants.map((want) => [want.type, 'to' in want && want.to.pubkey, want.amountMsats]),
  ).toEqual([
    ['nutzap', B, 7_000],
    ['zap', C, 13_000],
  ]);
  expect(seeing().counted.count).toBe(13);
  // The nutzap part fails, and the counted part stays.
  const at = seconds(disk.time.now);
  const [gift] = [...disk.records().values()].filter(({ want }) => want.type === 'nutzap');
  const failed = {
    type: 'failed',
    intent: gift?.intent ?? '',
    at,
    reason: { code: 'pay.notGiven' },
  } as const;
  disk.entries.push(failed);
  await page.settle(() =>
    disk.tabs.forEach((hear) => hear({ type: 'paymentLog.appended', entries: [failed], own: [] })),
  );
  expect([seeing().counted.count, seeing().counted.isOwn]).toEqual([13, true]);
});

test("ZAP-01 NIP-61 real ecash cannot pay a split zap if a recipient's address takes play money", async () => {
  const people = [
    recipient(),
    { pubkey: '5'.repeat(64), address: `c@${location.host}`, weight: 1 },
  ];
  const { seeing, told } = await opened(() => useNutzapPayers(people));
  await told([MINT]);
  expect(
    seeing()
      .payers.options.map(({ id, most }) => [id, most])
      .at(-1),
  ).toEqual([`nutzap ${MINT}`, 0]);
});

test.each([
  ['takes none', true, undefined],
  ['takes none of a mint whose ecash there is', true, ['https://third.example']],
  ['is not asked, as there is no ecash', false, undefined],
] as const)(
  'ZAP-03 a person without an address and %s cannot be zapped, and a message says so',
  async (_, hasEcash, mints) => {
    const zapped = {
      pubkey: B,
      event: trusted({ pubkey: B, content: 'x', created_at: seconds(9) }),
    };
    const { page, told, seeing } = await opened(() => useZapping(zapped), { hasEcash });
    const profile = trusted({ kind: 0, pubkey: B, content: '{"name":"b"}' });
    await page.settle(() =>
      page.app.send({
        type: 'facts.received',
        events: [profile],
        claims: [],
        now: seconds(1_700_000_000),
      }),
    );
    await page.settle(() => void seeing().canZap());
    // Without anything to look up, it is reported at once.
    expect(toasts()).toHaveLength(hasEcash ? 0 : 1);
    if (hasEcash) await told(mints);
    expect([toasts(), page.features().pendingZaps?.getSnapshot().context.waiting]).toEqual([
      ['Author of this note cannot be zapped'],
      [],
    ]);
  },
);
