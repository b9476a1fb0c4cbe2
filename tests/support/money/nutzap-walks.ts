import { secretOf } from '../../../src/events/account/keys/secret.ts';
import { signingFailure } from '../../../src/events/account/signing/signing-error.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { lockedSecret } from '../../../src/events/money/ecash/p2pk.ts';
import { ecashKey } from '../../../src/events/money/nutzaps/wallet-events.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { Walk } from '../machines/app-walks.ts';
import { trusted } from '../events/trusted.ts';
import { account, bus, error, OTHER, signer, URL } from '../machines/walk-samples.ts';

const MINT = 'https://mint.example';
const KEY = 'c'.repeat(64);
const own = ecashKey(KEY)?.pubkey ?? '';
const now = seconds(100);
const proof = {
  id: '009a1f293253e41e',
  amount: 8,
  secret: lockedSecret(own, 'ab'),
  C: `02${'1'.repeat(64)}`,
  dleq: { e: '1'.repeat(64), s: '2'.repeat(64), r: '3'.repeat(64) },
};
const info = trusted({
  kind: KIND.NutzapInfo,
  pubkey: account,
  tags: [
    ['mint', MINT],
    ['relay', URL],
    ['pubkey', own],
  ],
});
/** In the form of NIP-44. */
const SEALED = 'A'.repeat(132);
const wallet = trusted({ kind: KIND.EcashWallet, pubkey: account, content: SEALED });
const tokens = trusted({ kind: KIND.WalletTokens, pubkey: account, content: SEALED });
const zap = trusted({
  kind: KIND.Nutzap,
  pubkey: OTHER,
  tags: [
    ['proof', JSON.stringify(proof)],
    ['u', MINT],
    ['p', account],
  ],
});
const walletSays = secretOf(
  JSON.stringify([
    ['privkey', KEY],
    ['mint', MINT],
  ]),
);
const tokensSay = secretOf(JSON.stringify({ mint: MINT, proofs: [{ ...proof, secret: 'free' }] }));
const job = (id: string) => `nutzap ${id} 0`;
const settled = (id: string, ok: boolean) => ({
  type: 'sign.settled',
  id,
  outcome: ok ? { ok, text: SEALED } : { ok, failure: signingFailure('event_not_signed') },
});

/** Walk of the machine of ecash on relays, in the form of `walks`. */
export const nutzapWalks: Readonly<Record<'nutzaps', Walk>> = {
  nutzaps: {
    input: { account, signer, scope: bus, home: 'http://127.0.0.1:4870', homeRelay: URL },
    samples: {
      'nutzaps.read': [{ type: 'nutzaps.read' }],
      'nutzaps.redeem': [true, false].map((isHeld) => ({
        type: 'nutzaps.redeem',
        ids: [zap.id, tokens.id],
        now,
        isHeld,
      })),
      'nutzaps.publish': [undefined, wallet.id].map((over) => ({
        type: 'nutzaps.publish',
        mints: [MINT],
        now,
        over,
      })),
      'nutzaps.auto': [{ type: 'nutzaps.auto', on: true }],
      'nutzaps.chosen': [false, true].map((on) => ({ type: 'nutzaps.chosen', on })),
      'xstate.done.actor.choice': [{ type: 'xstate.done.actor.choice', output: undefined }],
      'xstate.error.actor.choice': [{ type: 'xstate.error.actor.choice', error }],
      'relayList.changed': [
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
      ],
      'network.proxied': [{ type: 'network.proxied', on: false }],
      'relay.events': [
        { type: 'relay.events', url: URL, events: [info, zap] },
        { type: 'relay.events', url: URL, events: [wallet, tokens] },
      ],
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
      'decrypt.read': [
        { type: 'decrypt.read', id: wallet.id, text: walletSays },
        { type: 'decrypt.read', id: wallet.id, text: undefined },
        { type: 'decrypt.read', id: tokens.id, text: tokensSay },
      ],
      'ecash.moved': [
        { type: 'ecash.moved', job: job(zap.id), isDone: true, sats: 8 },
        { type: 'ecash.moved', job: job(tokens.id), isDone: false, reason: { code: 'spent' } },
      ],
      'ecash.kept': [own, OTHER].map((pubkey) => ({ type: 'ecash.kept', pubkey })),
      'sign.settled': [true, false].flatMap((ok) => [
        settled('wallet', ok),
        settled(`line ${zap.id}`, ok),
      ]),
      'xstate.done.actor.opening': [true, false].map((isWhole) => ({
        type: 'xstate.done.actor.opening',
        output: { isWhole },
      })),
      'xstate.error.actor.opening': [{ type: 'xstate.error.actor.opening', error }],
      'xstate.done.actor.newKey': [KEY, 'no key'].map((key) => ({
        type: 'xstate.done.actor.newKey',
        output: secretOf(key),
      })),
      'xstate.error.actor.newKey': [{ type: 'xstate.error.actor.newKey', error }],
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.isHeard,
        context.wallet !== undefined,
        context.zaps.size,
        context.texts.size,
        context.texts.get(wallet.id) !== undefined,
        context.due.length,
        context.key !== undefined,
        context.quiet,
        // it matters only where another try needs no prompt
        Object(value).texts === 'sealed' && context.quiet && context.isAuto,
        context.waiting !== undefined,
      ]),
  },
};
