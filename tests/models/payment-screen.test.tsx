// @vitest-environment jsdom
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  createMachine,
} from 'xstate';
import { beforeAll } from 'vitest';
import {
  isPaymentSettled,
  mayCallOff,
  maySettleByHand,
  type PaymentEntry,
  type PaymentLogEntry,
  type PaymentRecord,
  paymentStateOf,
} from '../../src/events/money/payments/payment.ts';
import { shortNpub } from '../../src/events/nostr/nip19.ts';
import { pressed } from '../../src/events/nostr/ours.ts';
import type { ecashMachine } from '../../src/machines/money/ecash/ecash.machine.ts';
import type {
  PaymentLogCommand,
  PaymentLogSignal,
} from '../../src/machines/money/payments/money-protocol.ts';
import type { PaymentContext } from '../../src/machines/money/payments/payment-context.ts';
import { paymentMachine } from '../../src/machines/money/payments/payment.machine.ts';
import type { PaymentLockAcquired } from '../../src/machines/money/payments/payment-setup.ts';
import { paymentEnglish, spoken } from '../../src/views/ui/strings/payments.ts';
import { fakePort } from '../support/machines/fake-port.ts';
import { fakePromises } from '../support/machines/fake-promises.ts';
import { planted } from '../support/machines/planted.ts';
import { ANN, moneyDisk, moneyPorts, receiptOf } from '../support/money/money-world.ts';
import {
  BEGINNINGS,
  type Beginning,
  graph,
  INTENT,
  keyOf,
  NOW,
} from '../support/money/payment-graph.ts';
import {
  dialog,
  endToasts,
  fetchViews,
  offers,
  renderedAccount,
  toasts,
} from '../support/views/rendered-account.tsx';
import { actorAt } from '../support/views/rendered-app.tsx';
import { main, type Played, press, testRenderedTrips } from '../support/views/rendered-trips.ts';
import '../../src/views/money/payments/MoneyDialogs.tsx';

const PATH = '/settings/payments';

async function open(payment = paymentMachine) {
  const ports = moneyPorts(moneyDisk(), { webln: () => undefined });
  const log = fakePort<PaymentLogCommand, { readonly account: string }, PaymentLogSignal>();
  const lock = fakePort<
    PaymentLockAcquired,
    { readonly account: string; readonly intent: string },
    PaymentLockAcquired
  >();
  const promises = fakePromises();
  const { port } = promises;
  const money = ports.logic.provide({
    actors: {
      paymentLog: log.logic,
      payment: payment.provide({
        actors: {
          lock: lock.logic,
          service: port('service'),
          invoice: port('invoice'),
          verify: port('verify'),
          webln: port('webln'),
        },
      }),
    },
  });
  // the test gives its answers to the payment
  const silent = createMachine({ id: 'ecash' }) as unknown as typeof ecashMachine;
  const world = await renderedAccount(PATH, { machines: { money, ecash: silent } });
  return {
    ...world,
    ports,
    log,
    lock,
    promises,
    begun: {
      payment: undefined as AnyActorRef | undefined,
      zap: false,
      isSettled: false,
      isLeft: false,
      isAsked: false,
      place: '',
      event: '',
    },
  };
}
type World = Awaited<ReturnType<typeof open>>;

const paymentOf = ({ begun }: World): AnyActorRef => {
  if (!begun.payment) throw new Error('no payment has begun');
  return begun.payment;
};
const moneyOf = (world: World) => actorAt(world.scope(), 'money');

async function begin(world: World, beginning: Beginning): Promise<void> {
  const { log, settle, begun } = world;
  const { want, payer, log: entries } = BEGINNINGS[beginning];
  begun.zap = want.type === 'zap' && entries.length === 0;
  await settle(() => log.report({ type: 'paymentLog.opened', entries, now: NOW }));
  if (entries.length === 0) {
    const intent =
      want.type === 'zap'
        ? ({
            type: 'money.zap',
            intent: INTENT,
            zap: pressed({
              target: want.to,
              recipients: [{ pubkey: ANN, address: want.address, weight: 1 }],
              relays: want.relays,
              amountMsats: want.amountMsats,
              message: want.message,
              name: 'Ann',
            }),
            now: NOW,
            by: payer,
          } as const)
        : ({
            type: 'money.pay',
            intent: INTENT,
            want: pressed(want),
            now: NOW,
            by: payer,
          } as const);
    await settle(() => actorAt(world.app, 'account').send({ type: 'account.intent', intent }));
  }
  begun.payment = actorAt(moneyOf(world), `payment ${INTENT}`);
}

/** Return the last entry of that type that the app wrote. */
function writtenBy({ log }: World, type: string): PaymentLogEntry {
  const found = log
    .told()
    .flatMap((told) => (told.type === 'paymentLog.append' ? told.lines : []))
    .findLast((line) => line.type === type);
  if (!found) throw new Error(`no entry of type ${type} was written`);
  return found;
}

const QUESTION = 'Pay 42 sats?';
const BY_QR = 'Pay 42 sats';

async function play(world: World, event: Played): Promise<void> {
  await endToasts(world);
  world.begun.event = event.type;
  const { log, lock, ports, promises, settle, keys } = world;
  switch (event.type) {
    case 'payment.begun':
      return begin(world, event['beginning']);
    case 'payment.recorded': {
      const { own, entry } = event;
      const entries: PaymentEntry[] =
        own.length > 0 ? [{ ...writtenBy(world, entry.type), at: NOW }] : [entry];
      return settle(() =>
        log.report({
          type: 'paymentLog.appended',
          entries,
          own: own.length > 0 ? entries : [],
        }),
      );
    }
    case 'payment.refused': {
      const line = writtenBy(world, event['line'].type);
      return settle(() =>
        log.report({ type: 'paymentLog.refused', lines: [{ line, why: event['why'] }] }),
      );
    }
    case 'payment.lockAcquired':
      return settle(() => lock.report({ type: 'payment.lockAcquired' }));
    case 'payment.answered':
      return settle(() => answer(world, event));
    case 'payment.noticed':
      return settle(() =>
        ports.notice({
          type: 'walletConnection.notified',
          notice: { type: 'payment_sent', transaction: event['transaction'] },
        }),
      );
    case 'payment.confirm':
      return press(world, 'Pay 42 sats', dialog(QUESTION));
    case 'payment.decline': {
      if (dialog(QUESTION)) return press(world, 'Cancel', dialog(QUESTION));
      world.begun.isLeft = true;
      if (dialog(BY_QR)) return press(world, 'Close', dialog(BY_QR));
      const intent = { type: 'money.decline', intent: INTENT } as const;
      return settle(() => actorAt(world.app, 'account').send({ type: 'account.intent', intent }));
    }
    case 'payment.load':
      world.begun.isAsked = true;
      await press(world, 'Ask the wallet');
      return press(world, 'Send again');
    case 'payment.settle':
      if (event['paid']) return press(world, 'It was paid');
      await press(world, 'Cancel payment');
      return press(world, 'It was not');
    case 'relay.events': {
      const payment = paymentOf(world);
      // the request that the signer signed in the app
      const { record } = payment.getSnapshot().context;
      return settle(() => payment.send({ ...event, events: [receiptOf(record)] }));
    }
    case 'sign.settled': {
      const [prompt] = keys.signer.open();
      return (
        prompt &&
        settle(() =>
          event['outcome'].ok
            ? keys.signer.approve(prompt)
            : keys.signer.refuse(prompt, event['outcome'].failure),
        )
      );
    }
    default:
      if (event.type.startsWith('xstate.done.actor.'))
        return settle(() => void promises.answer(event['output']));
      if (event.type.startsWith('xstate.error.actor.')) return settle(() => void promises.fail());
      return settle(() => paymentOf(world).send({ ...event }));
  }
}

/** Let the wallet answer its last request of that method, or not at all. */
function answer(world: World, { method, reply }: AnyEventObject): void {
  if (reply) {
    world.ports.calls.findLast(({ call }) => call.method === method)?.answer(reply);
    return;
  }
  const connected = actorAt(moneyOf(world), 'wallet w1');
  const asked: ReadonlyMap<string, { readonly call: { readonly method: string } }> =
    connected.getSnapshot().context.asked;
  const id = [...asked].findLast(([, { call }]) => call.method === method)?.[0];
  connected.send({ type: 'wallet.timedOut', id });
}

function shown() {
  const rows = [...main().querySelectorAll('ul[aria-label="Payments"] > li')];
  return {
    rows: rows.map((row) => ({
      mark: row.querySelector('svg')?.ariaLabel ?? row.querySelector('svg')?.textContent,
      says: [...row.querySelectorAll(':scope > div > p')].map(({ textContent }) => textContent),
      sum: row.querySelector(':scope > p')?.firstChild?.textContent,
      offers: offers(row),
    })),
    dialogs: [...document.querySelectorAll('dialog h2')].map(({ textContent }) => textContent),
    said: toasts(),
  };
}

const MARKS = {
  asked: 'On the way',
  checked: 'On the way',
  shown: 'On the way',
  paying: 'On the way',
  unknown: 'Not known yet',
  paid: 'Paid',
  failed: 'Not paid',
} as const;
const WALLETS = {
  wallet: 'Wallet 1',
  webln: 'This browser’s wallet',
  ecash: 'Ecash of mint.example',
  shown: 'Another wallet, by QR code',
} as const;
const WHATS = {
  zap: `Zap to ${shortNpub(ANN)}`,
  address: '',
  invoice: 'Invoice',
  nutzap: `Zap to ${shortNpub(ANN)} for a note`,
} as const;

/**
 * BEYOND-06: every payment shows its state, its reason and the possible actions. INV-PAY: paid
 * means that a proof exists. A payment that may have been made is never shown as unpaid.
 */
function due(snapshot: AnyMachineSnapshot, { begun }: World): ReturnType<typeof shown> {
  const { record, want }: PaymentContext = snapshot.context;
  const said = newsDue(snapshot, begun);
  if (!record) return { rows: [], dialogs: [], said };
  const state = paymentStateOf(record);
  // the button goes with its state
  begun.isAsked &&= state === 'unknown';
  const isAsking = begun.isAsked && snapshot.hasTag('looking');
  const isLocked = want.type === 'nutzap' && record.doubt?.code === 'pay.unpublished';
  const acts = {
    look: `${isLocked ? 'Send again' : isAsking ? 'Asking the wallet' : 'Ask the wallet'}${isAsking ? ' (busy)' : ''}`,
    paid: maySettleByHand(record, true, NOW) ? ['It was paid'] : [],
    not: mayCallOff(record)
      ? ['Cancel payment']
      : maySettleByHand(record, false, NOW)
        ? ['It was not']
        : [],
  };
  return {
    rows: [
      {
        mark: MARKS[state],
        says: [WHATS[want.type], whyDue(record)],
        sum: state === 'paid' ? '− 42' : '42',
        offers:
          state === 'failed'
            ? ['Why not?']
            : state === 'unknown'
              ? [acts.look, ...acts.paid, ...acts.not]
              : [],
      },
    ],
    dialogs: snapshot.hasTag('asking')
      ? [QUESTION]
      : state === 'shown' && !begun.isLeft
        ? [BY_QR]
        : [],
    said,
  };
}

/** Return the messages of the last step: the end of a zap, and of ecash that was not spent. */
function newsDue({ value, context }: AnyMachineSnapshot, begun: World['begun']): string[] {
  const { record, payer }: PaymentContext = context;
  const said: string[] = [];
  const before = begun.place;
  begun.place = value;
  if (begun.event === 'ecash.held')
    said.push('The mint hasn’t answered yet, so you can’t cancel this. We keep asking.');
  if (payer.by === 'ecash' && value === 'failing' && before !== value)
    said.push('This was not paid');
  if (!begun.zap || begun.isSettled || !record || !isPaymentSettled(record)) return said;
  begun.isSettled = true;
  if (record.paid) return [...said, 'Ann zapped successfully'];
  return record.failure?.code === 'pay.declined'
    ? said
    : [...said, 'We were unable to send this Zap'];
}

function whyDue(record: PaymentRecord): string {
  const { paying, paid, failure, doubt, want } = record;
  const name = paying ? WALLETS[paying.payer.by] : '';
  switch (paymentStateOf(record)) {
    case 'asked':
      return want.type === 'nutzap' ? 'Waiting for your confirmation' : 'Asking for an invoice';
    case 'checked':
      return 'Waiting for your confirmation';
    case 'shown':
      return 'Waiting for the payment by QR code';
    case 'paying':
      return `${name} is paying`;
    case 'unknown':
      if (doubt?.code === 'pay.unpublished')
        return 'The ecash is locked for them, but no relay has accepted the zap yet';
      return maySettleByHand(record, true, NOW)
        ? 'The invoice has expired, and we couldn’t find out whether it was paid. Check your wallet and answer here.'
        : 'We don’t know yet and keep checking. You won’t pay twice.';
    case 'paid':
      if (paid?.proof.by === 'person') return `Paid by ${name}, as you said`;
      return `Paid by ${name}${paid?.feesMsats === undefined ? '' : paid.feesMsats === 0 ? ', no fee' : ', fee 1'}`;
    case 'failed':
      return `Not paid: ${failure ? spoken(paymentEnglish.words, failure) : ''}`;
  }
}

/** A payment that counts as failed because its wallet is silent (planted). */
const hasty = planted(paymentMachine, (config) => {
  const { paying } = config['states'] ?? {};
  if (paying?.['after']) paying['after']['payTimeout'] = 'failing' as never;
});

beforeAll(() => fetchViews(PATH));

testRenderedTrips(
  {
    name: 'a payment',
    graph,
    keyOf,
    open: () => open(),
    actor: paymentOf,
    play,
    shown,
    due,
  },
  {
    name: 'a payment that fails as its wallet is silent',
    open: () => open(hasty),
    fails: /payTimeout.payment.paying/,
  },
);
