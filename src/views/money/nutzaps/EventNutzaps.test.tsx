// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import type { Claim } from '../../../events/connection/claims.ts';
import { fakeEcashWallet } from '../../../../tests/support/money/fake-ecash-wallet.ts';
import { lockedProofs } from '../../../../tests/support/money/nutzap-payment-world.ts';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { draftNutzap, draftNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { EventNutzaps } from './EventNutzaps.tsx';

const [AUTHOR, GIVER, KEY, OTHER, OTHER_KEY] = ['5', '6', '9', '7', '8'].map((digit) =>
  digit.repeat(64),
) as [string, string, string, string, string];
const [KNOWN, FORGING, FOREIGN] = [
  'https://mint.example',
  'https://forging.example',
  'https://foreign.example',
] as const;
const note = trusted({ pubkey: AUTHOR, content: 'given something', created_at: seconds(9) });
const shared = trusted({
  pubkey: AUTHOR,
  content: 'shares what it gets',
  created_at: seconds(9),
  tags: [AUTHOR, OTHER].map((one) => ['zap', one, '', '1']),
});
const BROKEN = 'f'.repeat(64);
const closes: Array<() => void> = [];
beforeAll(() => fetchViews('/help'));
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

const info = (pubkey = AUTHOR, key = KEY) => {
  const { kind, tags } = draftNutzapInfo([KNOWN, FORGING, FOREIGN], [], key);
  return trusted({ kind, pubkey, tags: tags.map((tag) => [...tag]) });
};
const zap = (named: string, message: string, key = KEY, to = AUTHOR, { id } = note) => {
  const draft = draftNutzap(
    { to: { pubkey: to, id, kind: 1 }, named, message },
    lockedProofs(key, [2, 8], message),
  );
  return trusted({
    ...draft,
    pubkey: GIVER,
    created_at: seconds(100),
    tags: draft.tags.map((tag) => [...tag]),
  });
};

const given = () => [
  zap(KNOWN, 'true'),
  zap(FORGING, 'forged'),
  zap(FOREIGN, 'unknown'),
  zap(KNOWN, 'for another', '1'.repeat(64)),
];

async function drawn(
  hasEcash: boolean,
  event = note,
  events = given(),
  claims: readonly Claim[] = [],
) {
  const purse = fakeEcashWallet(
    [KNOWN, FORGING].map((mint) => ({ type: 'allowed', mint }) as const),
    {},
    [KNOWN],
    ({ dleq }) => dleq?.r !== BROKEN,
  );
  const page = await renderedAccount('/help', {
    machines: { money: moneyPorts(moneyDisk(), { hasEcash }).logic, ecash: purse.ecash },
  });
  closes.push(page.close);
  act(
    () =>
      void render(
        <AppProvider app={page.app}>
          <MemoryRouter>
            <EventNutzaps event={event} />
          </MemoryRouter>
        </AppProvider>,
      ),
  );
  await page.settle(() => undefined);
  await page.settle(() => page.answer('event_actions', { events, claims }));
  const infos = [info(), info(OTHER, OTHER_KEY)];
  while (page.isAsked('replaceable_event'))
    await page.settle(() => page.answer('replaceable_event', { events: infos }));
  for (let turn = 0; turn < 4; turn++) await page.settle(() => undefined);
  return purse;
}

test('NIP-61 NUT-12 only nutzaps that an allowed mint signed count for a note; no other mint is asked', async () => {
  const { asked } = await drawn(true);
  const list = screen.getByRole('list', { name: 'Nutzaps' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/true.*10 sats/),
  ]);
  expect(screen.getByText('1 nutzap: 10 sats')).toBeDefined();
  expect(new Set(asked)).toEqual(new Set([KNOWN, FORGING]));
});

/**
 * Copy the ecash into an earlier event by another author. With `r`, the proofs of the mint's
 * signatures change.
 */
const copied = (original: ReturnType<typeof zap>, message: string, r?: string) => {
  const tags = original.tags.map(([name = '', value = '', ...rest]) =>
    name === 'proof' && r !== undefined
      ? [name, value.replace(/"r":"[^"]*"/, `"r":"${r}"`)]
      : [name, value, ...rest],
  );
  return trusted({
    kind: original.kind,
    content: message,
    tags,
    pubkey: OTHER,
    created_at: seconds(50),
  });
};
const shown = () =>
  [...screen.getByRole('list', { name: 'Nutzaps' }).children].map(({ textContent }) => textContent);

test('NIP-61 a broken copy of a nutzap with an earlier date does not hide the original', async () => {
  const original = zap(KNOWN, 'true');
  const broken = copied(original, 'broken', BROKEN);
  await drawn(
    true,
    note,
    [original, broken],
    [range([broken.id, original.id], { orderBy: 'arrival' })],
  );
  expect(shown()).toEqual([expect.stringMatching(/true.*10 sats/)]);
});

test('NIP-61 a copy with an earlier date takes no credit: the order of arrival at the service counts', async () => {
  const original = zap(KNOWN, 'true');
  const copy = copied(original, 'copy');
  await drawn(
    true,
    note,
    [original, copy],
    [range([original.id, copy.id], { orderBy: 'arrival' })],
  );
  expect(shown()).toEqual([expect.stringMatching(/true.*10 sats/)]);
});

test('NIP-61 ecash in several events counts once, and without an order of arrival it has no named sender', async () => {
  const original = zap(KNOWN, 'true');
  await drawn(true, note, [original, copied(original, 'copy')]);
  expect(shown()).toEqual([
    expect.stringMatching(/^Several events contain this ecash, so its giver is unknown.*10 sats/),
  ]);
  expect(screen.getByText('1 nutzap: 10 sats')).toBeDefined();
});

test('NIP-61 without ecash on this device no nutzap is counted, and no mint asked', async () => {
  const { asked } = await drawn(false);
  expect([screen.queryByRole('list', { name: 'Nutzaps' }), asked]).toEqual([null, []]);
});

test("ZAP-02 NIP-61 on a note with zap splits, nutzaps to every recipient count by that recipient's mints", async () => {
  const to = (who: string, key: string, message: string) => zap(KNOWN, message, key, who, shared);
  await drawn(true, shared, [
    to(AUTHOR, KEY, 'of hers'),
    to(OTHER, OTHER_KEY, 'of his'),
    to(OTHER, KEY, 'wrong'),
    to(GIVER, KEY, 'own'),
  ]);
  const list = screen.getByRole('list', { name: 'Nutzaps' });
  expect(
    new Set([...list.children].map(({ textContent }) => /of (hers|his)/.exec(textContent)?.[0])),
  ).toEqual(new Set(['of hers', 'of his']));
  expect(screen.getByText('2 nutzaps: 20 sats')).toBeDefined();
});
