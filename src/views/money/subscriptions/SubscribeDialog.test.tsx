// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import {
  dialog,
  fetchViews,
  renderedAccount,
} from '../../../../tests/support/views/rendered-account.tsx';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import type { moneyMachine } from '../../../machines/money/payments/money.machine.ts';
import '../payments/MoneyDialogs.tsx';

const JUN = 'b'.repeat(64);
const TITLE = 'Subscribe to jun';
const amounts = [
  ['amount', '2100', 'sats', 'monthly'],
  ['amount', '25', 'EUR', 'quarterly'],
];
const tier = trusted({
  pubkey: JUN,
  kind: KIND.Tier,
  tags: [['d', 'x'], ['title', 'Reader'], ...amounts],
});
const list = trusted({ pubkey: JUN, kind: KIND.TierList, tags: [['e', tier.id]] });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
beforeAll(async () => {
  await fetchViews('/p/x');
  await import('./SubscribeDialog.tsx');
});
afterEach(() => {
  world?.close();
  world = undefined;
});

const inDialog = () => within(dialog(TITLE) ?? document.body);

/** Open the dialog of an author who is paid at that address, or has none. */
async function opened(lud16: string, money?: typeof moneyMachine) {
  const machines = money ? { money } : {};
  const here = await renderedAccount(`/p/${npubOf(JUN)}`, { machines });
  world = here;
  const profile = trusted({
    pubkey: JUN,
    kind: KIND.Metadata,
    content: JSON.stringify({ name: 'jun', lud16 }),
  });
  await here.settle(() => here.answer('user_profile', { events: [profile] }));
  await here.settle(() => here.answer('creator_paid_tiers', { events: [list, tier] }));
  const open = () =>
    here.click(within(screen.getByRole('main')).getByRole('button', { name: 'Subscribe' }));
  await open();
  // No relay answers here.
  await here.settle(() => elapse(here.clock, 11_000));
  const box = inDialog();
  const paying = () => here.features().subscriptions?.getSnapshot().context.paying;
  return { ...here, open, box, paying };
}

test('THREAD-07 a price in sats is paid and proved before publishing; other currencies publish unpaid', async () => {
  const { box, click, paying, log } = await opened('jun@pay.example');
  await click(box.getByRole('radio', { name: /25 EUR/ }));
  expect(box.getByRole('button', { name: 'Subscribe' })).toBeDefined();
  expect(box.getByText(/Starling pays nothing/)).toBeDefined();
  await click(box.getByRole('radio', { name: /2,100 sats/ }));
  expect(box.getByText(/pays the price once/)).toBeDefined();
  const terms = box.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual(['To', 'Paid by', 'Highest fee']);
  await click(box.getByRole('button', { name: 'Pay 2,100 sats' }));
  expect([...(paying()?.values() ?? [])]).toMatchObject([{ kind: KIND.Subscribe }]);
  expect([...(paying()?.keys() ?? [])]).toEqual([expect.stringMatching(/^tier 0 /)]);
  expect(JSON.stringify(log.told())).not.toContain('"kind":7001');
  expect(dialog(TITLE)).toBeDefined();
});

test('RELAY-08 THREAD-07 paused relays are not called silent where a subscription is looked for', async () => {
  const { box, features, settle } = await opened('jun@pay.example');
  expect(box.getByText(/^Not all of your relays answered/)).toBeDefined();
  await settle(() => features().network?.send({ type: 'network.proxy', on: true }));
  expect(box.queryByText(/^Not all of your relays answered/)).toBeNull();
  expect(box.getByText(/^No relay is asked, because everything goes through/)).toBeDefined();
});

test('THREAD-07 subscribing to an author without an address publishes without a payment, as announced', async () => {
  const { box, click, paying } = await opened('');
  await click(box.getByRole('radio', { name: /2,100 sats/ }));
  expect(box.getByText(/Starling pays nothing/)).toBeDefined();
  await click(box.getByRole('button', { name: 'Subscribe' }));
  expect(paying()?.size).toBe(0);
  expect(dialog(TITLE)).toBeUndefined();
});

test('THREAD-07 the reason of a failed payment replaces the subscription dialog', async () => {
  const { logic } = moneyPorts(moneyDisk(), {
    service: () => ({ fault: { code: 'pay.unreachable' } }),
  });
  const { box, click, open, settle } = await opened('jun@pay.example', logic);
  await click(box.getByRole('radio', { name: /2,100 sats/ }));
  await click(box.getByRole('button', { name: 'Pay 2,100 sats' }));
  await settle(() => undefined);
  await open();
  await click(inDialog().getByRole('button', { name: 'Why not?' }));
  expect(dialog(TITLE)).toBeUndefined();
  expect(screen.getByRole('dialog').textContent).toContain(
    'The service of this lightning address did not answer',
  );
});
