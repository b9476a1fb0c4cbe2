import { type DemoAccount, openTown, type Town, type TownTarget } from '@starling/town';
import type { Blobs } from './media/blobs.ts';
import type { OwnEcash } from './mint/own-ecash.ts';
import type { Money } from './money/payments.ts';
import { ISSUER } from './store/money/play-money.ts';
import type { Store } from './store/store.ts';
import { type SignedEvent, tagValue } from '../src/events/nostr/event.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { seconds } from '../src/events/core/time.ts';
import { sha256Hex } from './hash.ts';
import { parseStored } from './store/stored-event.ts';

export type { DemoAccount };

/**
 * Open the demo town of a service with this store, media server and address. Without `ecash` its
 * new notes contain none.
 */
export function openDemoTown(store: Store, blobs: Blobs, baseUrl: string, ecash?: OwnEcash): Town {
  return openTown(storeTarget(store, blobs, baseUrl, ecash));
}

/** The service's own store, media server and mint as the target of the town. */
function storeTarget(
  store: Store,
  blobs: Blobs,
  baseUrl: string,
  ecash: OwnEcash | undefined,
): TownTarget {
  const relay = `${baseUrl.replace('http', 'ws')}/`;
  return {
    baseUrl,
    insert: (events) => store.insert(events, relay),
    putBlob: (bytes, mime) => blobs.putBlob(bytes, mime),
    putMembers: (members) => store.putMembers(members),
    async keepInvoices(invoices) {
      for (const invoice of invoices) await store.keepPlayInvoice(invoice, invoice.hash);
    },
    ...(ecash && {
      ecash: {
        mint: `${baseUrl}/mint`,
        sign: (name, amounts) => ecash.sign(name, amounts),
        async issue(tokens) {
          for (const { name, amounts } of tokens) await ecash.issue(name, amounts);
        },
      },
    }),
    setMeta: (name, value) => store.note(name, value),
    getMeta: (name) => store.noted(name),
    recentNotes: async (limit) =>
      (await store.query([{ kinds: [KIND.Text], limit }], limit)).map(parseStored),
    isHere: (pubkey) => store.isReceiver(pubkey),
    writtenBy: async (pubkey, kinds, since, limit) =>
      (await store.newestOf(pubkey, kinds, { since, until: Number.MAX_SAFE_INTEGER }, limit)).map(
        parseStored,
      ),
    takesPrivate: async (pubkey) =>
      (await store.latest(`${KIND.DirectMessageRelays}:${pubkey}:`)) !== undefined,
    wrapsTo: async (pubkeys, limit) =>
      (await store.query([{ kinds: [KIND.GiftWrap], '#p': pubkeys, limit }], limit)).map(
        parseStored,
      ),
    async contactsOf(pubkey) {
      const list = await store.latest(`${KIND.Contacts}:${pubkey}:`);
      return list && parseStored(list);
    },
  };
}

const EXPIRY = seconds(600);

/**
 * Pay a zap of the town (NIP-57) from the account that issues all play sats, because the town's
 * people earn nothing. Returns true if it succeeded.
 */
export async function payTownZap(money: Money, request: SignedEvent): Promise<boolean> {
  const [payee, msats] = [tagValue(request, 'p'), Number(tagValue(request, 'amount'))];
  if (payee === undefined || !(msats > 0)) return false;
  const text = JSON.stringify(request);
  const terms = {
    payee,
    msats,
    text: request.content || 'A zap',
    textHash: sha256Hex(text),
    request: text,
    expiry: EXPIRY,
  };
  const { bolt11 } = await money.invoice({ ...terms, ref: `zap ${request.id}` });
  return 'paid' in (await money.pay({ bolt11, payer: ISSUER, ref: `zap ${request.id}` }));
}
