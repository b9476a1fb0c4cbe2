// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { fakeEcashWallet } from '../../../../tests/support/money/fake-ecash-wallet.ts';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { type Proof, readToken, writeToken } from '../../../events/money/ecash/cashu.ts';
import type { EcashLogEntry } from '../../../events/money/ecash/ecash-log-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { EcashCard } from './EcashCard.tsx';

const closes: Array<() => void> = [];
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

interface Case {
  readonly group: string;
  readonly token?: string;
}
const token =
  vectors<{ cases: readonly Case[] }>('cashu-core.json').cases.find(
    ({ group }) => group === 'token_v3',
  )?.token ?? '';

async function drawn(text: string, machines: Parameters<typeof renderedAccount>[1] = {}) {
  await fetchViews('/help');
  const page = await renderedAccount('/help', machines);
  closes.push(page.close);
  const ordered = vi.spyOn(page.app, 'send');
  act(
    () =>
      void render(
        <AppProvider app={page.app}>
          <EcashCard token={text} />
        </AppProvider>,
      ),
  );
  return { page, ordered };
}

test('NOTE-21 a token shows amount, mint, memo, and an unchecked state; copy and QR need no mint', async () => {
  const { page } = await drawn(token);
  const card = screen.getByRole('group', { name: 'Ecash token' });
  for (const words of [
    '10 sats of ecash',
    '8333.space:3338',
    'Thank you very much.',
    'not checked',
  ])
    expect(card.textContent).toContain(words);
  await import('../../ui/qr/QrDialog.tsx');
  await page.click(screen.getByRole('button', { name: 'Show the QR code' }));
  expect(screen.getByRole('dialog', { name: '10 sats of ecash' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy the token' })).toBeDefined();
});

test('NOTE-21 ecash in another unit than sats names it, can be copied, and offers no sats action', async () => {
  const copied: string[] = [];
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      clipboard: { writeText: async (text: string) => copied.push(text) },
    }),
  );
  const json = JSON.stringify({
    token: [{ mint: HERE, proofs: [proof(1, 8), proof(2, 2)] }],
    unit: 'usd',
    memo: '',
  });
  const dollars = `cashuA${btoa(json).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  const { page } = await drawn(dollars);
  expect(screen.getByRole('group', { name: 'Ecash token' }).textContent).toContain(
    '10 usd of ecash',
  );
  await page.click(screen.getByRole('button', { name: 'Copy the token' }));
  expect(copied).toEqual([dollars]);
  for (const name of ['Redeem', 'Check']) expect(screen.queryByRole('button', { name })).toBeNull();
  vi.unstubAllGlobals();
});

test('NOTE-21 E-42 redeeming and checking ask first, and send nothing before the answer', async () => {
  const { ordered } = await drawn(token);
  fireEvent.click(screen.getByRole('button', { name: 'Redeem' }));
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  const asked = ordered.mock.calls
    .map(([event]) => event)
    .filter(({ type }) => type.startsWith('dialog') || type.startsWith('account'));
  expect(asked.map((event) => (event.type === 'dialog.ask' ? event.question : event.type))).toEqual(
    [
      { code: 'ecash', act: 'redeem', mint: 'https://8333.space:3338', sats: 10, isPlay: false },
      { code: 'ecash', act: 'allow', mint: 'https://8333.space:3338', sats: 0, isPlay: false },
    ],
  );
});

test('NOTE-21 NUT-11 a token that is locked to somebody else says so with its expiry before any attempt', async () => {
  const proof = (until?: number): Proof => ({
    id: '009a1f293253e41e',
    amount: 8,
    secret: secretOf(
      JSON.stringify([
        'P2PK',
        {
          nonce: 'ab',
          data: `02${'c'.repeat(64)}`,
          tags: until === undefined ? [] : [['locktime', String(until)]],
        },
      ]),
    ),
    C: `02${'1'.repeat(64)}`,
  });
  for (const [until, words] of [
    [undefined, 'Locked to another key than yours. Only its owner'],
    [4_000_000_000, 'Locked to another key than yours until'],
  ] as const) {
    await drawn(writeToken({ mint: 'https://mint.example', unit: 'sat', proofs: [proof(until)] }));
    expect(screen.getByRole('group', { name: 'Ecash token' }).textContent).toContain(words);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Redeem' }).disabled).toBe(true);
    cleanup();
  }
  // An expired lock lets anybody redeem it.
  await drawn(writeToken({ mint: 'https://mint.example', unit: 'sat', proofs: [proof(1_000)] }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Redeem' }).disabled).toBe(false);
});

test('NOTE-21 NUT-11 a locked part of a token from two mints does not block the other part', async () => {
  const locked = proof(7, 4);
  const secret = JSON.stringify(['P2PK', { nonce: 'ab', data: `02${'c'.repeat(64)}`, tags: [] }]);
  const { ordered } = await drawn(tokenOf([HERE, proof(1, 8)], [THERE, { ...locked, secret }]));
  expect(screen.getByRole('group', { name: 'Ecash token' }).textContent).toContain(
    '1 of 2 parts are locked to another key than yours.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Redeem' }));
  const asked = ordered.mock.calls.flatMap(([event]) =>
    event.type === 'dialog.ask' ? [event.question] : [],
  );
  expect(asked).toEqual([{ code: 'ecash', act: 'redeem', mint: HERE, sats: 8, isPlay: false }]);
});

test('NOTE-21 an unreadable token says so, and can still be copied', async () => {
  await drawn(`cashuB${'A'.repeat(80)}`);
  expect(screen.getByText('Ecash token that cannot be read')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy the token' })).toBeDefined();
});

const HERE = 'https://8333.space:3338';
const THERE = 'https://other.example';
const proof = (nth: number, amount: number) => ({
  id: '009a1f293253e41e',
  amount,
  secret: `secret ${nth}`,
  C: `02${`${nth}`.padStart(64, '0')}`,
});
const tokenOf = (...parts: readonly [mint: string, ...proofs: readonly object[]][]): string => {
  const json = JSON.stringify({
    token: parts.map(([mint, ...proofs]) => ({ mint, proofs })),
    unit: 'sat',
    memo: '',
  });
  return `cashuA${btoa(json).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
};
const TWO = tokenOf([HERE, proof(1, 8), proof(2, 2)], [THERE, proof(3, 4)]);
const FIRST: readonly Proof[] = readToken(TWO)?.entries[0]?.proofs ?? [];

/** Render the token for an owner of that wallet. */
async function opened(
  text: string,
  lines: readonly EcashLogEntry[],
  spent: Readonly<Record<string, readonly string[]>>,
) {
  const { ecash, asked } = fakeEcashWallet(lines, spent);
  const { page } = await drawn(text, { machines: { ecash } });
  await page.settle(() =>
    page.app
      .getSnapshot()
      .children.account?.send({ type: 'account.intent', intent: { type: 'ecash.open' } }),
  );
  const check = async () => {
    await page.click(screen.getByRole('button', { name: 'Check' }));
    await page.settle(() => undefined);
  };
  return { page, asked, check, status: said };
}

/** The same, allow its mints and let them answer. */
async function checked(...of: Parameters<typeof opened>) {
  const { page, check, ...card } = await opened(...of);
  await check();
  const allow = async () => {
    const button = screen.queryByRole('button', { name: 'Allow' });
    if (button) await page.click(button);
    return button !== null;
  };
  return { ...card, page, allow };
}

const said = (): string =>
  screen.getByRole('group', { name: 'Ecash token' }).querySelector('[role=status]')?.textContent ??
  '';
const ALLOWED: readonly EcashLogEntry[] = [
  { type: 'allowed', mint: HERE },
  { type: 'allowed', mint: THERE },
];
const ONE = tokenOf([HERE, proof(1, 8), proof(2, 2)]);

test.each([
  [[], 'Not redeemed yet', ['Check', 'Redeem']],
  [['secret 1', 'secret 2'], 'Spent', []],
  [['secret 2'], 'spent in part', ['Check', 'Redeem']],
])(
  'NOTE-21 a token of one mint that reports %j as spent is drawn as %s',
  async (spent, state, offered) => {
    const { status } = await checked(ONE, ALLOWED, { [HERE]: spent });
    expect(status()).toBe(state);
    expect(['Check', 'Redeem'].filter((name) => screen.queryByRole('button', { name }))).toEqual(
      offered,
    );
  },
);

test('NOTE-21 a mint that does not answer is reported as silent', async () => {
  const { status } = await checked(ONE, ALLOWED, {});
  expect(status()).toBe('no answer from the mint');
});

test.each([
  [{ [HERE]: [], [THERE]: [] }, 'Not redeemed yet'],
  [{ [HERE]: ['secret 1', 'secret 2'], [THERE]: ['secret 3'] }, 'Spent'],
  [{ [HERE]: ['secret 1', 'secret 2'], [THERE]: [] }, 'Spent: 1 of 2, Not redeemed yet: 1 of 2'],
  [{ [HERE]: [] }, 'Not redeemed yet: 1 of 2, no answer from the mint: 1 of 2'],
  [{ [HERE]: ['secret 1'], [THERE]: ['secret 3'] }, 'spent in part: 1 of 2, Spent: 1 of 2'],
])(
  'NOTE-21 the state of a token of two mints combines both answers: %j is %s',
  async (spent, state) => {
    const { status } = await checked(TWO, ALLOWED, spent);
    expect(status()).toBe(state);
  },
);

test('NOTE-21 E-42 each mint of a token is allowed separately, and only the allowed one is asked', async () => {
  const { status, allow, asked, page } = await checked(TWO, [], {
    [HERE]: [],
    [THERE]: ['secret 3'],
  });
  expect([asked, status()]).toEqual([[], 'not checked']);
  expect(await allow()).toBe(true);
  expect([asked, status()]).toEqual([[HERE], 'Not redeemed yet: 1 of 2, not checked: 1 of 2']);
  expect(await allow()).toBe(true);
  await page.settle(() => undefined);
  expect([asked, status()]).toEqual([[HERE, THERE], 'Not redeemed yet: 1 of 2, Spent: 1 of 2']);
});

const WANTED: EcashLogEntry = {
  type: 'wanted',
  job: 'j',
  want: { type: 'receive', mint: HERE, proofs: FIRST },
  at: seconds(1_700_000_000),
};
const outputs = { keyset: '009a1f293253e41e', counter: 0, amounts: [2, 8] };
const kept = [proof(8, 2), proof(9, 8)].map((one) => ({ ...one, secret: secretOf(one.secret) }));
const REDEEMED: readonly EcashLogEntry[] = [
  ...ALLOWED,
  WANTED,
  { type: 'prepared', job: 'j', prepared: { api: 'v1', inputs: FIRST, outputs, given: 0, fee: 0 } },
  { type: 'settled', job: 'j', settled: { kept, given: [] } },
];

test('NOTE-21 a token redeemed on one device is unchecked on another one, and spent after a check', async () => {
  const spent = { [HERE]: ['secret 1', 'secret 2'] };
  expect((await opened(ONE, REDEEMED, spent)).status()).toBe('Redeemed by you');
  cleanup();
  const { asked, check, status } = await opened(ONE, ALLOWED, spent);
  expect([status(), asked]).toEqual(['not checked', []]);
  await check();
  expect([status(), asked]).toEqual(['Spent', [HERE]]);
  expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
});

test('NOTE-21 E-42 after a reload the log is opened: a redeemed token is not offered again', async () => {
  const { ecash } = fakeEcashWallet(REDEEMED);
  const money = moneyPorts(moneyDisk(), { hasEcash: true }).logic;
  const { page } = await drawn(ONE, { machines: { ecash, money } });
  for (let turn = 0; turn < 4; turn++) await page.settle(() => undefined);
  expect(said()).toBe('Redeemed by you');
  expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
});

test('NOTE-21 E-42 after a reload a mint that was allowed is asked without a question', async () => {
  const { ecash, asked } = fakeEcashWallet(ALLOWED, { [HERE]: [] });
  const money = moneyPorts(moneyDisk(), { hasEcash: true }).logic;
  const { page, ordered } = await drawn(ONE, { machines: { ecash, money } });
  for (let turn = 0; turn < 4; turn++) await page.settle(() => undefined);
  await page.click(screen.getByRole('button', { name: 'Check' }));
  await page.settle(() => undefined);
  expect(ordered.mock.calls.filter(([{ type }]) => type === 'dialog.ask')).toEqual([]);
  expect(asked).toEqual([HERE]);
});

test('NOTE-21 redeeming a token that another device has redeemed says that it is spent', async () => {
  const refused: EcashLogEntry = { type: 'refused', job: 'j', reason: { code: 'spent' } };
  const { status } = await opened(ONE, [...ALLOWED, WANTED, refused], {});
  expect(status()).toBe('Spent');
});

test('NOTE-21 redeemed parts are not redeemed again, and the rest of the token can be', async () => {
  const { status, page } = await checked(TWO, REDEEMED, {
    [HERE]: ['secret 1', 'secret 2'],
    [THERE]: [],
  });
  expect(status()).toBe('Redeemed by you: 1 of 2, Not redeemed yet: 1 of 2');
  const ordered = vi.spyOn(page.app, 'send');
  fireEvent.click(screen.getByRole('button', { name: 'Redeem' }));
  const asked = ordered.mock.calls.flatMap(([event]) =>
    event.type === 'dialog.ask' ? [event.question] : [],
  );
  expect(asked).toEqual([{ code: 'ecash', act: 'redeem', mint: THERE, sats: 4, isPlay: false }]);
});

test("NOTE-21 a token that contains the proofs of another does not have the other's state", async () => {
  const { page } = await checked(ONE, ALLOWED, { [HERE]: [] });
  const wider = tokenOf([HERE, proof(1, 8), proof(2, 2), proof(5, 1)]);
  cleanup();
  act(() => void render(<AppProvider app={page.app}>{<EcashCard token={wider} />}</AppProvider>));
  expect(said()).toBe('not checked');
});
