import { callbackUrl } from '../../../events/money/payments/lnurl.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import { withOutcome } from '../../core/event-guards.ts';
import { paymentSetup } from './payment-setup.ts';

const why = (
  code: WhyCode,
): { readonly type: 'because'; readonly params: { readonly reason: MoneyMessage } } => ({
  type: 'because',
  params: { reason: { code } },
});
type WhyCode =
  | 'pay.unreachable'
  | 'pay.unsigned'
  | 'pay.secret'
  | 'pay.unkept'
  | 'pay.declined'
  | 'pay.unanswered'
  | 'pay.walletSilent'
  | 'pay.badProof'
  | 'pay.interrupted'
  | 'pay.notSeen'
  | 'pay.saidUnpaid'
  | 'pay.unpublished';

/** Ask the payee's service if it was paid (LUD-21), and repeat after a pause if not. */
const verifying = paymentSetup.createStateConfig({
  tags: 'looking',
  invoke: {
    id: 'verify',
    src: 'verify',
    input: ({ context }) => ({ url: context.record?.checked?.verify ?? '' }),
    onDone: [
      {
        guard: { type: 'isVerified', params: withOutcome },
        target: '#payment.proving',
        actions: { type: 'keepVerified', params: withOutcome },
      },
      { target: 'pausing' },
    ],
    onError: 'pausing',
  },
  after: { lookTimeout: 'pausing' },
});

/**
 * One payment of any kind (BEYOND-06, INV-PAY). It resolves the payee's service, requests an
 * invoice and checks it. The log must accept the payment before a wallet receives it. It is paid
 * only with a proof. It has failed only if it was refused before or instead of a payment. Otherwise
 * it is looked up until it is resolved. A payment found in the log is never paid again.
 */
export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  context: ({ input }) => ({
    ...input,
    service: undefined,
    request: undefined,
    answer: undefined,
    reason: { code: 'pay.walletSilent' },
    proof: undefined,
    feesMsats: undefined,
    looks: 0,
    gift: undefined,
    isUnsigned: false,
    isAlone: false,
  }),
  invoke: {
    id: 'lock',
    src: 'lock',
    input: ({ context: { account, intent } }) => ({ account, intent }),
    onError: {},
  },
  initial: 'beginning',
  on: {
    'payment.recorded': [
      { guard: 'isOver', target: '.ended', actions: 'record' },
      { actions: 'record' },
    ],
    'payment.lockAcquired': { actions: 'recordAlone' },
  },
  states: {
    beginning: {
      always: [
        { guard: 'isNew', target: 'recording' },
        { guard: 'isSettled', target: 'ended' },
        { guard: { type: 'isState', params: { state: 'unknown' } }, target: 'unresolved' },
        { guard: { type: 'isState', params: { state: 'shown' } }, target: 'shown' },
        { guard: { type: 'isState', params: { state: 'paying' } }, target: 'foreign' },
        { target: 'following' },
      ],
    },
    recording: {
      entry: 'writeAsked',
      on: {
        'payment.recorded': [
          {
            guard: { type: 'isWritten', params: { line: 'asked' } },
            target: 'begun',
            actions: 'record',
          },
          { target: 'beginning', actions: 'record' },
        ],
        'payment.refused': {
          guard: { type: 'isRefused', params: { line: 'asked' } },
          target: 'following',
        },
      },
      after: { writing: { target: 'ended' } },
    },
    begun: {
      always: [
        { guard: 'isInvoice', target: 'checking' },
        { guard: 'isGift', target: 'checked' },
        { target: 'resolving' },
      ],
    },
    resolving: {
      invoke: {
        id: 'service',
        src: 'service',
        input: ({ context: { want } }) => ({ address: 'address' in want ? want.address : '' }),
        onDone: [
          {
            guard: { type: 'isUnfit', params: withOutcome },
            target: 'failing',
            actions: { type: 'keepFault', params: withOutcome },
          },
          {
            guard: 'isZap',
            target: 'signing',
            actions: { type: 'keepService', params: withOutcome },
          },
          { target: 'requesting', actions: { type: 'keepService', params: withOutcome } },
        ],
        onError: { target: 'failing', actions: why('pay.unreachable') },
      },
      on: { 'payment.decline': { target: 'failing', actions: why('pay.declined') } },
      after: { resolving: { target: 'failing', actions: why('pay.unreachable') } },
    },
    signing: {
      tags: 'signing',
      entry: 'askSign',
      exit: 'cancelSign',
      on: {
        'sign.settled': [
          { guard: 'isSigned', target: 'requesting', actions: 'keepRequest' },
          { guard: 'isSecretKept', target: 'failing', actions: why('pay.secret') },
          { target: 'failing', actions: why('pay.unsigned') },
        ],
        'payment.decline': { target: 'failing', actions: why('pay.declined') },
      },
      after: { signing: { target: 'failing', actions: why('pay.unsigned') } },
    },
    requesting: {
      invoke: {
        id: 'invoice',
        src: 'invoice',
        input: ({ context: { want, service, request } }) => {
          if (!service) throw new Error('nobody is known who makes an invoice');
          const comment = want.type === 'address' ? want.message : undefined;
          const ask = {
            amountMsats: want.amountMsats,
            comment,
            request: request?.text,
            lnurl: request && service.lnurl,
          };
          return { url: callbackUrl(service, ask) };
        },
        onDone: [
          {
            guard: { type: 'isFault', params: withOutcome },
            target: 'failing',
            actions: { type: 'keepFault', params: withOutcome },
          },
          { target: 'checking', actions: { type: 'keepAnswer', params: withOutcome } },
        ],
        onError: { target: 'failing', actions: why('pay.unreachable') },
      },
      on: { 'payment.decline': { target: 'failing', actions: why('pay.declined') } },
      after: { resolving: { target: 'failing', actions: why('pay.unreachable') } },
    },
    /** Continue only if the invoice matches the order exactly (E-38). */
    checking: {
      always: [{ guard: 'isWrong', target: 'failing', actions: 'keepWrong' }, { target: 'noting' }],
    },
    noting: {
      entry: 'writeChecked',
      on: {
        'payment.recorded': [
          { guard: 'isOver', target: 'ended', actions: 'record' },
          {
            guard: { type: 'isWritten', params: { line: 'checked' } },
            target: 'checked',
            actions: 'record',
          },
        ],
      },
      after: { writing: { target: 'failing', actions: why('pay.unkept') } },
    },
    checked: { always: [{ guard: 'isQuestionable', target: 'asking' }, { target: 'claiming' }] },
    /**
     * The amount is above the limit for payments without a question, or the invoice does not commit
     * to the request.
     */
    asking: {
      tags: 'asking',
      entry: 'tellAsking',
      exit: 'tellAsked',
      on: {
        'payment.confirm': 'claiming',
        'payment.decline': { target: 'failing', actions: why('pay.declined') },
      },
      after: { deciding: { target: 'failing', actions: why('pay.unanswered') } },
    },
    /** Only the tab whose entry the log accepts pays (E-39). */
    claiming: {
      entry: 'writePaying',
      on: {
        'payment.recorded': [
          { guard: 'isOver', target: 'ended', actions: 'record' },
          {
            guard: { type: 'isWritten', params: { line: 'paying' } },
            target: 'claimed',
            actions: 'record',
          },
        ],
        'payment.refused': {
          guard: { type: 'isRefused', params: { line: 'paying' } },
          target: 'failing',
          actions: 'keepRefusal',
        },
      },
      after: { writing: { target: 'failing', actions: why('pay.unkept') } },
    },
    claimed: {
      always: [
        { guard: 'isGift', target: 'giving' },
        { guard: { type: 'isBy', params: { by: 'shown' } }, target: 'shown' },
        { guard: { type: 'isBy', params: { by: 'webln' } }, target: 'prompting' },
        { target: 'paying' },
      ],
    },
    paying: {
      entry: 'pay',
      on: {
        'payment.answered': [
          { guard: 'isProof', target: 'proving', actions: 'keepVerdict' },
          { guard: 'isDefinite', target: 'failing', actions: 'keepWords' },
          { target: 'doubting', actions: ['keepWords', 'keepVerdict'] },
        ],
        'payment.noticed': { guard: 'isNoticed', target: 'proving', actions: 'keepNotice' },
        'ecash.ended': [
          { guard: 'isMelted', target: 'proving', actions: 'keepMelt' },
          { guard: 'isOwnMelt', target: 'failing', actions: 'keepMelt' },
        ],
      },
      after: { payTimeout: { target: 'doubting', actions: why('pay.walletSilent') } },
    },
    prompting: {
      invoke: {
        id: 'webln',
        src: 'webln',
        input: ({ context }) => ({ invoice: context.record?.checked?.invoice ?? '' }),
        onDone: [
          {
            guard: { type: 'isPreimage', params: withOutcome },
            target: 'proving',
            actions: { type: 'keepPreimage', params: withOutcome },
          },
          {
            guard: { type: 'isWeblnRefusal', params: withOutcome },
            target: 'failing',
            actions: { type: 'keepWeblnWords', params: withOutcome },
          },
          { target: 'doubting', actions: why('pay.badProof') },
        ],
        onError: { target: 'doubting', actions: why('pay.walletSilent') },
      },
      after: { weblnTimeout: { target: 'doubting', actions: why('pay.walletSilent') } },
    },
    /** Lock the ecash of a nutzap to the recipient's key. Before that, nothing has moved. */
    giving: {
      entry: 'pay',
      on: {
        'ecash.given': { guard: 'isOwnGift', target: 'publishing', actions: 'keepGift' },
        'ecash.ended': { guard: 'isOwnMelt', target: 'failing', actions: 'keepMelt' },
      },
      after: { payTimeout: { target: 'doubting', actions: why('pay.walletSilent') } },
    },
    /** The locked ecash is in the ecash log. The nutzap is paid once a relay accepted its event. */
    publishing: {
      entry: 'publishGift',
      on: {
        'outbox.jobChanged': [
          { guard: 'isTaken', target: 'proving', actions: 'keepTaken' },
          {
            guard: 'isUntaken',
            target: 'doubting',
            actions: ['recordUnsigned', why('pay.unpublished')],
          },
        ],
      },
      after: { publishing: { target: 'doubting', actions: why('pay.unpublished') } },
    },
    /**
     * Another tab or an earlier page started to pay. It may still report the outcome, and so may
     * the wallet.
     */
    foreign: {
      always: { guard: 'isAlone', target: 'doubting', actions: why('pay.interrupted') },
      on: {
        'payment.answered': { guard: 'isProof', target: 'proving', actions: 'keepVerdict' },
        'payment.noticed': { guard: 'isNoticed', target: 'proving', actions: 'keepNotice' },
        'ecash.ended': [
          { guard: 'isMelted', target: 'proving', actions: 'keepMelt' },
          { guard: 'isOwnMelt', target: 'failing', actions: 'keepMelt' },
        ],
      },
      after: { foreign: { target: 'doubting', actions: why('pay.interrupted') } },
      initial: 'waiting',
      states: {
        waiting: { after: { foreignPause: 'looking' } },
        looking: { entry: 'lookUp', after: { lookTimeout: 'waiting' } },
      },
    },
    /** Another tab is about to pay. If that tab closes, nothing was paid or will be. */
    following: {
      always: { guard: 'isAlone', target: 'failing', actions: why('pay.interrupted') },
      on: {
        'payment.recorded': [
          { guard: 'isOver', target: 'ended', actions: 'record' },
          { target: 'beginning', actions: 'record' },
        ],
      },
      after: { following: { target: 'failing', actions: why('pay.interrupted') } },
    },
    doubting: {
      entry: 'writeDoubted',
      on: {
        'payment.recorded': [
          { guard: 'isOver', target: 'ended', actions: 'record' },
          { target: 'unresolved', actions: 'record' },
        ],
        'payment.refused': {
          guard: { type: 'isRefused', params: { line: 'doubted' } },
          target: 'unresolved',
        },
      },
      after: { writing: 'unresolved' },
    },
    /**
     * The outcome is unknown. Look it up until it is resolved (BEYOND-06). If no source can tell,
     * the user may settle it after the invoice expired.
     */
    unresolved: {
      entry: 'watchReceipts',
      exit: 'forgetReceipts',
      on: {
        'payment.answered': [
          { guard: 'isProof', target: 'proving', actions: 'keepVerdict' },
          { guard: 'isFailure', target: 'failing', actions: 'keepVerdict' },
        ],
        'payment.noticed': { guard: 'isNoticed', target: 'proving', actions: 'keepNotice' },
        'relay.events': { guard: 'isReceipt', target: 'proving', actions: 'keepReceipt' },
        'ecash.ended': [
          { guard: 'isMelted', target: 'proving', actions: 'keepMelt' },
          { guard: 'isOwnMelt', target: 'failing', actions: 'keepMelt' },
        ],
        'ecash.unheard': { guard: 'isOwnMelt', actions: 'pay' },
        'ecash.held': { guard: 'isOwnMelt', actions: 'sayHeld' },
        'ecash.given': { guard: 'isSpareGift', actions: ['keepGift', 'publishGift'] },
        'outbox.jobChanged': [
          { guard: 'isTaken', target: 'proving', actions: 'keepTaken' },
          {
            guard: 'isUntaken',
            actions: ['recordUnsigned', why('pay.unpublished'), 'writeDoubted'],
          },
        ],
        'payment.settle': [
          { guard: 'isCalledOff', actions: 'callOff' },
          { guard: 'isSaidPaid', target: 'proving', actions: 'keepSaid' },
          { target: 'failing', actions: why('pay.saidUnpaid') },
        ],
      },
      initial: 'looking',
      states: {
        looking: {
          tags: 'looking',
          entry: 'lookUp',
          always: { guard: 'hasVerify', target: 'verifying' },
          after: { lookTimeout: 'pausing' },
        },
        verifying,
        pausing: {
          on: { 'payment.load': { target: 'looking', actions: 'allowSign' } },
          after: { lookPause: 'looking' },
        },
      },
    },
    /**
     * Anyone who sees the invoice may pay it, and only the payee can confirm that (receipt,
     * LUD-21). After cancelling it counts as failed for the caller, but it can still be paid. The
     * lookup continues until it expires.
     */
    shown: {
      tags: 'shown',
      entry: 'watchReceipts',
      exit: 'forgetReceipts',
      on: {
        'payment.noticed': { guard: 'isNoticed', target: 'proving', actions: 'keepNotice' },
        'relay.events': { guard: 'isReceipt', target: 'proving', actions: 'keepReceipt' },
        'payment.decline': { actions: [why('pay.declined'), 'writeFailed'] },
        'payment.recorded': [
          { guard: 'isPaid', target: 'ended', actions: 'record' },
          { actions: 'record' },
        ],
      },
      after: { shownFor: { target: 'failing', actions: why('pay.notSeen') } },
      initial: 'pausing',
      states: {
        pausing: { after: { showPause: { guard: 'hasVerify', target: 'verifying' } } },
        verifying,
      },
    },
    proving: {
      entry: 'writePaid',
      on: {
        'payment.refused': [
          { guard: { type: 'isStillUnknown', params: { line: 'paid' } }, target: 'unresolved' },
          { guard: { type: 'isRefused', params: { line: 'paid' } }, target: 'ended' },
        ],
      },
      after: { writing: 'ended' },
    },
    failing: {
      entry: ['writeFailed', 'tellUnpaid'],
      on: {
        'payment.refused': [
          { guard: { type: 'isStillUnknown', params: { line: 'failed' } }, target: 'unresolved' },
          { guard: { type: 'isRefused', params: { line: 'failed' } }, target: 'ended' },
        ],
      },
      after: { writing: 'ended' },
    },
    ended: { type: 'final' },
  },
});
