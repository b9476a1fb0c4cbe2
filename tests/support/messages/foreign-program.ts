/**
 * A program of another implementation of Nostr (rust-nostr), independent of this one. It takes part
 * in the conversations of a relay and authenticates on request (NIP-42).
 *
 *   `NOSTR_KEY=<secret key in hex> node tests/support/messages/foreign-program.ts <relay> write
 * nip04|nip17 <peer in hex> <text>`
 *   `NOSTR_KEY=<secret key in hex> node tests/support/messages/foreign-program.ts <relay> read
 * nip04|nip17 <peer in hex>`
 *
 * `write` prints the id of the sent event. `read` prints the conversation with that peer, one JSON
 * object a line, oldest first.
 */
import {
  Client,
  Duration,
  type Event,
  EventBuilder,
  Filter,
  Keys,
  Kind,
  loadWasmSync,
  nip04Decrypt,
  nip04Encrypt,
  NostrSigner,
  PublicKey,
  Tag,
  UnsignedEvent,
} from '@rust-nostr/nostr-sdk';
import type { Said } from './foreign-client.ts';

const TIMEOUT_S = 10;
const [relay = '', act = '', form = '', to = '', text = ''] = process.argv.slice(2);

loadWasmSync();
const own = Keys.parse(process.env['NOSTR_KEY'] ?? '');
const peer = PublicKey.parse(to);
const client = new Client(NostrSigner.keys(own));
client.automaticAuthentication(true);
await client.addRelay(relay);
await client.connect();
if (act === 'write') console.log(await (form === 'nip17' ? wrap() : encrypt()));
else
  for (const said of await (form === 'nip17' ? unwrapped() : decrypted()))
    console.log(JSON.stringify(said));
await client.shutdown();
// timers of the library would keep the process alive
process.exit();

async function encrypt(): Promise<string> {
  const message = new EventBuilder(new Kind(4), nip04Encrypt(own.secretKey, peer, text)).tags([
    Tag.publicKey(peer),
  ]);
  return accepted(await client.sendEventBuilder(message));
}

/** Wrap one rumor for the peer, and once for the author's own devices (NIP-17). */
async function wrap(): Promise<string> {
  const json = EventBuilder.privateMsgRumor(peer, text).build(own.publicKey).asJson();
  const rumor = () => UnsignedEvent.fromJson(json);
  accepted(await client.giftWrap(own.publicKey, rumor()));
  return accepted(await client.giftWrap(peer, rumor()));
}

function accepted({ id, failed }: Awaited<ReturnType<Client['sendEvent']>>): string {
  if (failed.length > 0) throw new Error(JSON.stringify(failed));
  return id.toHex();
}

async function decrypted(): Promise<Said[]> {
  const messages = () => new Filter().kind(new Kind(4));
  const [sent, received] = [
    await fetched(messages().author(own.publicKey).pubkey(peer)),
    await fetched(messages().author(peer).pubkey(own.publicKey)),
  ];
  return inOrder(
    [...sent, ...received].map((event) => ({
      ...wordsOf(event),
      text: nip04Decrypt(own.secretKey, peer, event.content),
    })),
  );
}

async function unwrapped(): Promise<Said[]> {
  const all = await Promise.all(
    (await fetched(new Filter().kind(new Kind(1059)).pubkey(own.publicKey))).map(async (event) => {
      const { sender, rumor } = await client.unwrapGiftWrap(event);
      const { pubkey, tags, content, created_at } = JSON.parse(rumor.asJson()) as {
        readonly pubkey: string;
        readonly tags: readonly (readonly string[])[];
        readonly content: string;
        readonly created_at: number;
      };
      const others = [
        pubkey,
        ...tags.flatMap(([name, value = '']) => (name === 'p' ? [value] : [])),
      ];
      if (sender.toHex() !== pubkey || !others.includes(to)) return [];
      return [{ from: pubkey, at: created_at, text: content }];
    }),
  );
  return inOrder(all.flat());
}

async function fetched(filter: Filter): Promise<Event[]> {
  return (await client.fetchEvents(filter, Duration.fromSecs(TIMEOUT_S))).toVec();
}

function wordsOf(event: Event): Pick<Said, 'from' | 'at'> {
  return { from: event.author.toHex(), at: event.createdAt.asSecs() };
}

function inOrder(all: readonly Said[]): Said[] {
  return all.toSorted((one, other) => one.at - other.at);
}
