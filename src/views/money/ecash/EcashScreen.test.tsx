// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ecashIssued, fakeEcashWallet } from '../../../../tests/support/money/fake-ecash-wallet.ts';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import type { EcashLogEntry } from '../../../events/money/ecash/ecash-log-entry.ts';
import { type Proof, writeToken } from '../../../events/money/ecash/cashu.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { addressOfMint, lockKeyIn } from './ecash-input.ts';

withTopLayer();

let close = (): void => undefined;
afterEach(() => close());
beforeAll(() => fetchViews('/settings/ecash'));

/** `there`: mints that answer. */
async function shown(lines: readonly EcashLogEntry[], there: readonly string[] = []) {
  const { ecash, asked } = fakeEcashWallet(lines, {}, there);
  const page = await renderedAccount('/settings/ecash', {
    machines: {
      ecash,
      money: moneyPorts(moneyDisk({ connections: [] }), { hasEcash: true }).logic,
    },
  });
  close = page.close;
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await page.settle(() => undefined);
  };
  await settle();
  return { page, asked, settle };
}
const rowOf = (name: string) => {
  const row = screen.getAllByText(name, { selector: 'li p' })[0]?.closest('li');
  if (!row) throw new Error(`no row of ${name}`);
  return row;
};
const noteOf = (name: string) => within(rowOf(name)).getByRole('status').textContent;

test('ECASH-01 an address without a scheme has the page’s scheme at its own host, else https', () => {
  expect(location.protocol).toBe('http:');
  expect(addressOfMint(`${location.host}/mint`)).toBe(`${location.origin}/mint`);
  expect(addressOfMint('mint.example')).toBe('https://mint.example');
  expect(addressOfMint('http://mint.example')).toBe('http://mint.example');
  expect(addressOfMint('10.0.0.7:3338/mint')).toBe('https://10.0.0.7:3338/mint');
  for (const word of ['hello', 'hello:80', 'hello/mint.example', '.', '7'])
    expect(addressOfMint(word)).toBeUndefined();
});

test('ECASH-01 INV-OUTCOME a mint that is not known to have answered has no light and can be asked', async () => {
  const mint = (name: string) => `https://${name}.example`;
  await shown([{ type: 'allowed', mint: mint('never') }, ...ecashIssued(mint('known'), 16, 0)]);
  const lightOf = (name: string) => rowOf(name).getElementsByTagName('span').item(0)?.className;
  expect(noteOf('never.example')).toBe('Not asked since this page was opened');
  within(rowOf('never.example')).getByRole('button', { name: 'Ask the mint' });
  expect(lightOf('never.example')).toMatch(/paused/);
  expect(lightOf('known.example')).toMatch(/online/);
});

test('ECASH-01 the first choice for a new sum is a mint that has answered, also if it is empty', async () => {
  const mints = ['https://never.example', 'https://there.example'];
  const lines = mints.map((mint) => ({ type: 'allowed', mint }) as const);
  const { page, settle } = await shown(lines, mints.slice(1));
  const names = () =>
    screen
      .getAllByText(/^(?:never|there)\.example$/, { selector: 'li p' })
      .map((p) => p.textContent);
  expect(names()).toEqual(['never.example', 'there.example']);
  await page.click(within(rowOf('there.example')).getByRole('button', { name: 'Ask the mint' }));
  await settle();
  expect(names()).toEqual(['there.example', 'never.example']);
});

test('ECASH-01 ecash can be locked to an npub or to a key in hex, and to nothing else', () => {
  const key = '7'.repeat(64);
  const npub = npubOf(key) ?? '';
  for (const text of [key, `02${key}`, npub, ` nostr:${npub} `]) expect(lockKeyIn(text)).toBe(key);
  for (const text of ['', key.slice(1), `${npub}x`]) expect(lockKeyIn(text)).toBeUndefined();
});

test('ECASH-01 E-42 a mint is asked once it is allowed, and its row says if it does not answer', async () => {
  const { page, asked, settle } = await shown([]);
  fireEvent.change(screen.getByLabelText('Address of the mint'), {
    target: { value: 'silent.example' },
  });
  await page.click(screen.getByRole('button', { name: 'Add mint' }));
  expect(asked).toEqual([]);
  await vi.waitFor(async () => {
    await settle();
    screen.getByRole('button', { name: 'Allow' });
  });
  await page.click(screen.getByRole('button', { name: 'Allow' }));
  await settle();
  expect([asked, noteOf('silent.example')]).toEqual([
    ['https://silent.example'],
    'No answer from this mint',
  ]);
  await page.click(within(rowOf('silent.example')).getByRole('button', { name: 'Ask the mint' }));
  await settle();
  expect(asked).toHaveLength(2);
});

test('ECASH-01 an empty mint can be removed from the list, and one with ecash cannot', async () => {
  const { page, settle } = await shown([
    ...ecashIssued('https://full.example', 16, 0),
    { type: 'allowed', mint: 'https://empty.example' },
  ]);
  const remove = { name: 'Remove from the list' };
  expect(within(rowOf('full.example')).queryByRole('button', remove)).toBeNull();
  await page.click(within(rowOf('empty.example')).getByRole('button', remove));
  await settle();
  expect(screen.queryByText('empty.example')).toBeNull();
});

test('ECASH-01 two mints that differ only in their scheme are named with it', async () => {
  await shown(
    ['https://one.example', 'http://one.example', 'https://two.example'].map((mint) => ({
      type: 'allowed',
      mint,
    })),
  );
  for (const name of ['https://one.example', 'http://one.example', 'two.example']) rowOf(name);
  expect(screen.queryByText('one.example')).toBeNull();
});

test('ECASH-01 a new sum begins with its amount if there is one mint, else with the choice', async () => {
  const begin = async (mints: readonly string[]) => {
    const { page, settle } = await shown(mints.map((mint) => ({ type: 'allowed', mint })));
    await page.click(screen.getByRole('button', { name: 'Add' }));
    await vi.waitFor(async () => {
      await settle();
      screen.getByRole('dialog');
    });
    await settle();
    const role = document.activeElement?.role ?? document.activeElement?.localName;
    page.close();
    return role;
  };
  expect(await begin(['https://one.example'])).toBe('input');
  expect(await begin(['https://one.example', 'https://two.example'])).toBe('combobox');
});

const MINT = 'https://one.example';
const proofOf = (nth: number): Proof => ({
  id: '009a1f293253e41e',
  amount: 8,
  secret: secretOf(`secret ${nth}`),
  C: `02${`${nth}`.padStart(64, '0')}`,
});
const tokenOf = (...nth: readonly number[]) =>
  writeToken({ mint: MINT, unit: 'sat', proofs: nth.map(proofOf) });
const wanted = (job: string, nth: number): EcashLogEntry => ({
  type: 'wanted',
  job,
  at: seconds(1),
  want: { type: 'receive', mint: MINT, proofs: [proofOf(nth)] },
});
const REDEEMED: readonly EcashLogEntry[] = [
  { type: 'allowed', mint: MINT },
  wanted('one', 1),
  {
    type: 'prepared',
    job: 'one',
    prepared: {
      api: 'v1',
      inputs: [proofOf(1)],
      outputs: { keyset: '009a1f293253e41e', counter: 0, amounts: [8] },
      given: 0,
      fee: 0,
    },
  },
  { type: 'settled', job: 'one', settled: { kept: [proofOf(9)], given: [] } },
];

test.each([
  ['redeemed before', REDEEMED, 1, /already have this token/],
  ['in the balance', REDEEMED, 9, /already have this token/],
  ['being redeemed', [wanted('two', 2)], 2, /already being redeemed/],
  [
    'too much while 50 others wait',
    Array.from({ length: 50 }, (_, at) => wanted(`job ${at}`, at + 100)),
    2,
    /Too many transactions/,
  ],
] as const)(
  'ECASH-01 INV-OUTCOME receiving a token that is %s says so, and asks nothing',
  async (_, lines, nth, why) => {
    const { page, settle } = await shown(lines);
    await page.click(screen.getByRole('button', { name: 'Receive' }));
    await vi.waitFor(async () => {
      await settle();
      screen.getByRole('dialog');
    });
    fireEvent.change(screen.getByLabelText('Token'), { target: { value: tokenOf(nth) } });
    await page.click(screen.getByRole('button', { name: 'Redeem' }));
    await settle();
    expect(screen.getByRole('dialog').textContent).toMatch(why);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  },
);
