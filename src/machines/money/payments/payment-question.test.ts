import { expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import {
  ANN,
  moneyDisk,
  moneyTab,
  type MoneyAnswers,
  SERVICE,
  zapWant,
} from '../../../../tests/support/money/money-world.ts';

let seed = 1;

/**
 * Return a service whose invoices commit to the hash of `text(zapRequest)`, or to nothing if it is
 * `undefined`.
 */
function naming(text: (request: string) => string | undefined): MoneyAnswers {
  return {
    invoice: (url) => ({
      invoice: invoiceOf(secretPair(seed++).hash, {
        amountMsats: Number(url.searchParams.get('amount')),
        describes: text(url.searchParams.get('nostr') ?? ''),
      }),
      verify: undefined,
    }),
  };
}

async function started(answers: MoneyAnswers, disk = moneyDisk()) {
  const tab = moneyTab(disk, answers);
  await tab.settle();
  const asked = () =>
    [...tab.actor.getSnapshot().context.asking.entries()].map(([intent, { unbound }]) => [
      intent,
      unbound,
    ]);
  return { tab, asked };
}

test('E-38 an invoice that commits to another text than the zap request asks the user about its host', async () => {
  const { tab, asked } = await started(naming(() => 'the same for everybody'));
  tab.pay('i');
  await tab.settle(40);
  expect([tab.payCalls(), asked()]).toEqual([[], [['i', 'pay.example']]]);
  tab.send({ type: 'money.confirm', intent: 'i' });
  await tab.settle(40);
  expect([tab.payCalls().length, asked()]).toEqual([1, []]);
});

test('E-38 a host that the user accepted is not asked about again', async () => {
  const { tab, asked } = await started(naming(() => 'the same for everybody'));
  tab.pay('i');
  await tab.settle(40);
  tab.send({ type: 'money.confirm', intent: 'i' });
  tab.pay('j', zapWant({ to: { pubkey: ANN, id: 'other' } }));
  await tab.settle(40);
  expect([tab.payCalls().length, asked()]).toEqual([2, []]);
});

test('E-38 an accepted host is not asked about after a reload, a declined one is', async () => {
  const disk = moneyDisk();
  const answers = naming(() => 'the same for everybody');
  for (const [intent, word, calls] of [
    ['i', 'decline', 0],
    ['j', 'confirm', 1],
    ['k', undefined, 1],
  ] as const) {
    const { tab, asked } = await started(answers, disk);
    tab.pay(intent, zapWant({ to: { pubkey: ANN, id: intent } }));
    await tab.settle(40);
    expect([intent, asked()]).toEqual([intent, word ? [[intent, 'pay.example']] : []]);
    if (word) tab.send({ type: `money.${word}`, intent });
    await tab.settle(40);
    expect([intent, tab.payCalls().length]).toEqual([intent, calls]);
    tab.actor.stop();
  }
});

test('E-38 declining the question pays nothing', async () => {
  const { tab } = await started(naming(() => 'x'));
  tab.pay('i');
  await tab.settle(40);
  tab.send({ type: 'money.decline', intent: 'i' });
  await tab.settle(40);
  expect([tab.payCalls(), tab.record('i')?.failure]).toEqual([[], { code: 'pay.declined' }]);
});

test('E-38 an invoice that commits to the zap request or to nothing is paid without a question', async () => {
  for (const text of [(request: string) => request, () => undefined]) {
    const { tab, asked } = await started(naming(text));
    tab.pay('i');
    await tab.settle(40);
    expect([tab.payCalls().length, asked()]).toEqual([1, []]);
  }
});

test('E-38 an invoice for a plain address commits to the metadata of its service', async () => {
  const metadata = '[["text/plain","Ann"]]';
  const want = {
    type: 'address',
    address: 'ann@pay.example',
    amountMsats: 42_000,
    message: '',
  } as const;
  for (const [text, calls] of [
    [metadata, 1],
    ['[]', 0],
  ] as const) {
    const { tab } = await started({
      ...naming(() => text),
      service: () => ({ ...SERVICE, metadata }),
    });
    tab.pay('i', want);
    await tab.settle(40);
    expect(tab.payCalls()).toHaveLength(calls);
  }
});
