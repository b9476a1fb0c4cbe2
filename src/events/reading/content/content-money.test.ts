import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { tokenize } from './content.ts';

const DATA = 'q'.repeat(120);
const CASHU = `cashuA${'eyJ0b2tlbiI6W3sibWludCI6Imh0dHBz'.repeat(4)}`;
const LNURL = 'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35';
const read = (content: string) => tokenize({ content, tags: [] });

test.for([
  `lnbc1${DATA}`,
  `lnbc2500u1${DATA}`,
  `lnbc11${DATA}`,
  `lnbc20m1${DATA}`,
  `LNBC10N1${DATA.toUpperCase()}`,
  `lnbcrt1${DATA}`,
  `lnbcrt210n1${DATA}`,
])('NOTE-02 %j has the shape of an invoice', (invoice) => {
  expect(read(`Pay ${invoice}.`)[1]).toEqual({
    type: 'invoice',
    text: invoice,
    invoice: invoice.toLowerCase(),
  });
  expect(read(`lightning:${invoice}`)).toEqual([
    { type: 'invoice', text: `lightning:${invoice}`, invoice: invoice.toLowerCase() },
  ]);
});

test.for([
  'lnbc1',
  `lnbc1${'q'.repeat(50)}`,
  `lnbc1x1${DATA}`,
  `lnbc1${DATA}b`,
  `lnbcu1${DATA}`,
  `lnBc1${DATA}`,
  `lnbcrt1x1${DATA}`,
  `lntb1${DATA}`,
  `xlnbc1${DATA}`,
  `lnbc1${'q'.repeat(9_000)}`,
  'cashuA',
  'cashu mints',
  'cashuAwesome',
  'lightning:',
  'lightning:fast',
  'lightning:a@b',
  'lnurl1short',
  'name@host.example',
])('NOTE-02 %j is text', (content) => {
  expect(read(content)).toEqual([{ type: 'text', text: content }]);
});

test('NOTE-02 ecash tokens with and without scheme', () => {
  expect(read(CASHU)).toEqual([{ type: 'ecash', text: CASHU, token: CASHU }]);
  expect(read(`cashu:${CASHU.replace('cashuA', 'cashuB')}, thanks`)[0]).toMatchObject({
    type: 'ecash',
    token: CASHU.replace('cashuA', 'cashuB'),
  });
});

test.for(['cashu:', 'cashu://', 'CASHU:', 'Cashu://'])(
  'NOTE-02 after %j an ecash token is a card',
  (scheme) => {
    expect(read(`take ${scheme}${CASHU} soon`)[1]).toEqual({
      type: 'ecash',
      text: `${scheme}${CASHU}`,
      token: CASHU,
    });
  },
);

test('NOTE-02 after lightning:// an invoice, an LNURL and an address are read, too', () => {
  const invoice = `lnbc1${DATA}`;
  expect(read(`lightning://${invoice}`)).toEqual([
    { type: 'invoice', text: `lightning://${invoice}`, invoice },
  ]);
  expect(read('lightning://a@b.example')).toEqual([
    { type: 'link', text: 'lightning://a@b.example', url: 'lightning:a@b.example' },
  ]);
  expect(read(`lightning://${LNURL}`)).toMatchObject([
    { type: 'link', url: `lightning:${LNURL.toLowerCase()}` },
  ]);
});

test('NOTE-02 an LNURL or a lightning address with the scheme is a link', () => {
  expect(read(LNURL)).toEqual([
    { type: 'link', text: LNURL, url: `lightning:${LNURL.toLowerCase()}` },
  ]);
  expect(read('lightning:Sirius@getalby.com.')[0]).toEqual({
    type: 'link',
    text: 'lightning:Sirius@getalby.com',
    url: 'lightning:sirius@getalby.com',
  });
});

test('NOTE-02 every valid mainnet invoice of the BOLT-11 vectors is found', () => {
  const cases = vectors<{ cases: { group: string; invoice: string }[] }>('bolt11.json').cases;
  const valid = cases.filter(
    (one) => one.group === 'spec-valid' && one.invoice.toLowerCase().startsWith('lnbc'),
  );
  expect(valid.length).toBeGreaterThan(4);
  for (const { invoice } of valid)
    expect(read(invoice).map((token) => token.type)).toEqual(['invoice']);
});

test('NOTE-02 every token of the Cashu vectors is found, with or without the scheme', () => {
  const cases = vectors<{ cases: { group: string; token?: string }[] }>('cashu-core.json').cases;
  const tokens = cases.flatMap(({ group, token }) =>
    token && ['token_v3', 'token_v4'].includes(group) ? [token] : [],
  );
  expect(tokens.length).toBeGreaterThan(1);
  for (const token of tokens) {
    expect(read(token)).toEqual([{ type: 'ecash', text: token, token }]);
    expect(read(`cashu:${token}`)).toEqual([{ type: 'ecash', text: `cashu:${token}`, token }]);
  }
});
