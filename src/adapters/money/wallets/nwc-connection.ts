import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import type { CallbackActorLogic } from 'xstate';
import { type CipherScheme, schemeOf } from '../../../events/account/keys/cipher-payload.ts';
import { decryptNip04, encryptNip04, nip04Key } from '../../../events/account/keys/nip04.ts';
import { conversationKey, decryptNip44, encryptNip44 } from '../../../events/account/keys/nip44.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import { bytesOf } from '../../../events/core/hex.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { type Connection, readAbilities } from '../../../events/money/wallets/nwc.ts';
import {
  readNotice,
  readReply,
  walletRequest,
  type WalletMethod,
} from '../../../events/money/wallets/nwc-call.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';
import { inSeconds, minus, type Seconds, seconds } from '../../../events/core/time.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type { PeerAnswer } from '../../../machines/connection/relay-protocol.ts';
import type {
  WalletConnectionCommand,
  WalletConnectionInput,
  WalletConnectionSignal,
} from '../../../machines/money/wallets/wallet-protocol.ts';
import { openPeerClients } from '../../connection/relays/peer-connection.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface NwcDeps {
  readonly now: () => Seconds;
  /** Checks our own events. The relay pool has checked those of the wallet. */
  readonly verify: () => Promise<Verify>;
  /** Returns that many random bytes. */
  readonly chance: (size: number) => Uint8Array;
}

/** Seconds that a wallet's clock may be behind. */
const BEHIND = seconds(300);

/**
 * Maximum number of pending requests, including late ones. Beyond that the oldest are forgotten.
 */
const MOST_PENDING = 100;

/** Maximum number of requests, the latest, whose answers are looked for by their id. */
const MOST_NAMED = 20;

const NEWS = 'news';
const ANSWERS = 'answers';

interface Pending {
  readonly id: string;
  readonly method: WalletMethod;
}

/**
 * The `connection` port of a wallet (NIP-47): its relays carry requests there and responses back. A
 * response counts only if the wallet's own key has signed it and encrypted it for us. It settles
 * the request with its id, once (E-40). Some wallets name no recipient, so answers are also looked
 * for by the request. The relay pool connects the relays, which are the wallet's, not the
 * account's.
 */
export function nwcConnection(
  deps: NwcDeps,
): CallbackActorLogic<WalletConnectionCommand | PeerAnswer, WalletConnectionInput> {
  return callbackAdapter<WalletConnectionCommand | PeerAnswer, WalletConnectionInput>(
    ({ input: { connection }, sendBack, receive, self }) => {
      const report = (signal: WalletConnectionSignal): void => sendBack(signal);
      const cipher = cipherOf(connection, deps.chance);
      const pending = new Map<string, Pending>();
      /** Requests that are being signed. */
      const made = new Set<string>();
      const { wallet } = connection;
      let isOver = false;
      const verifying = deps.verify();

      const verified = async (
        event: SignedEvent | undefined,
      ): Promise<VerifiedEvent | undefined> => {
        const check = await verifying;
        return event && !isOver ? check(event) : undefined;
      };
      const hear = (event: VerifiedEvent): void => {
        if (event.pubkey !== wallet) return;
        if (event.kind === KIND.WalletInfo) {
          const abilities = readAbilities(event, wallet);
          if (abilities)
            report({ type: 'walletConnection.abilitiesReceived', abilities, at: deps.now() });
        } else if (event.kind === KIND.WalletResponse) answered(event);
        else if (
          event.kind === KIND.WalletNotification ||
          event.kind === KIND.WalletNotificationOld
        ) {
          const isForUs = recipient(event) === cipher.client;
          const text = isForUs ? cipher.open(event.content) : undefined;
          const notice = text === undefined ? undefined : readNotice(text);
          if (notice) report({ type: 'walletConnection.notified', notice });
        }
      };
      const recipient = (event: VerifiedEvent) => tagValue(event, 'p');
      const answered = (event: VerifiedEvent): void => {
        const request = tagValue(event, 'e') ?? '';
        const asked = pending.get(request);
        const isForUs = (recipient(event) ?? cipher.client) === cipher.client;
        const text = asked && isForUs ? cipher.open(event.content) : undefined;
        const reply = asked && text !== undefined ? readReply(text, asked.method) : undefined;
        if (!asked || !reply) return;
        forget(request);
        report({ type: 'walletConnection.answered', id: asked.id, reply, at: deps.now() });
      };
      const peers = openPeerClients(self, sendBack);
      const peer = peers.open({
        use: 'wallet',
        client: cipher.client,
        urls: connection.relays,
        isWanted: false,
        hear,
        refused: (isAsked) =>
          report({ type: isAsked ? 'walletConnection.asked' : 'walletConnection.notPermitted' }),
        ended: (request, why, wasSent) => {
          const asked = pending.get(request);
          if (!asked) return;
          if (wasSent) return report({ type: 'walletConnection.unconfirmed', id: asked.id });
          pending.delete(request);
          report({ type: 'walletConnection.failed', id: asked.id, at: deps.now(), why });
        },
        prove: async (template) => verified(cipher.prove(template, deps.now())),
      });
      /** Without an OK of a relay, the connection would resend the request with each reconnect. */
      const forget = (request: string): void => {
        pending.delete(request);
        peer.drop(request);
      };
      const since = minus(deps.now(), BEHIND);
      const authors = [wallet];
      peer.ask(NEWS, [
        { kinds: [KIND.WalletInfo], authors, limit: 1 },
        {
          kinds: [KIND.WalletResponse, KIND.WalletNotification, KIND.WalletNotificationOld],
          authors,
          '#p': [cipher.client],
          since,
        },
      ]);
      const request = async (unchecked: SignedEvent, asked: Pending): Promise<void> => {
        pending.set(unchecked.id, asked);
        for (const [oldest] of pending) if (pending.size > MOST_PENDING) forget(oldest);
        made.add(asked.id);
        const event = await verified(unchecked);
        if (!made.delete(asked.id) || !event || !pending.has(event.id)) return;
        const named = [...pending.keys()].slice(-MOST_NAMED);
        peer.ask(ANSWERS, [{ kinds: [KIND.WalletResponse], authors, '#e': named, since }]);
        peer.send(event);
      };
      receive((command) => {
        if (peers.take(command)) return;
        if (command.type === 'walletConnection.want') return peer.want();
        if (command.type === 'walletConnection.drop') {
          made.delete(command.id);
          for (const [event, { id }] of pending) if (id === command.id) peer.drop(event);
          return;
        }
        const event = cipher.request(
          walletRequest(command.call),
          command.scheme,
          deps.now(),
          command.lasts,
        );
        if (!event)
          return report({
            type: 'walletConnection.failed',
            id: command.id,
            at: deps.now(),
            why: 'unmade',
          });
        void request(event, { id: command.id, method: command.call.method });
      });
      return () => {
        isOver = true;
        cipher.close();
      };
    },
  );
}

/** Encrypts and decrypts with our key for one wallet. */
function cipherOf({ wallet, secret }: Connection, chance: NwcDeps['chance']) {
  const key = bytesOf(secret.reveal() ?? '0'.repeat(64));
  const client = getPublicKey(key);
  const shared44 = conversationKey(key, wallet);
  const shared04 = nip04Key(key, wallet);
  const seal = (text: string, scheme: CipherScheme): string | undefined => {
    if (scheme === 'nip44') return shared44 && encryptNip44(shared44, text, chance(32));
    return shared04 && encryptNip04(shared04, text, chance(16));
  };
  return {
    client,
    open: (content: string): string | undefined => {
      const scheme = schemeOf(content);
      if (scheme === 'nip44') return shared44 && decryptNip44(shared44, content);
      return scheme === 'nip04' && shared04 ? decryptNip04(shared04, content) : undefined;
    },
    request: (
      text: string,
      scheme: CipherScheme,
      now: Seconds,
      lasts: number,
    ): SignedEvent | undefined => {
      const content = seal(text, scheme);
      if (content === undefined) return undefined;
      const tags = [
        ['p', wallet],
        ...(scheme === 'nip44' ? [['encryption', 'nip44_v2']] : []),
        ['expiration', String(inSeconds(now) + lasts)],
      ];
      return readEvent(
        finalizeEvent({ kind: KIND.WalletRequest, tags, content, created_at: inSeconds(now) }, key),
      );
    },
    /** NIP-42: with our key for this wallet, which reveals nothing of the account. */
    prove: (template: EventTemplate, now: Seconds): SignedEvent | undefined => {
      const { kind, content, tags } = template;
      return readEvent(
        finalizeEvent(
          { kind, content, tags: tags.map((tag) => [...tag]), created_at: inSeconds(now) },
          key,
        ),
      );
    },
    close: () => {
      for (const bytes of [key, shared44, shared04]) bytes?.fill(0);
    },
  };
}
