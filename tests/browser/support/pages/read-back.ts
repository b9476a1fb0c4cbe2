/**
 * Another Nostr program, on the command line. It reads all events of an account from a relay,
 * checks each signature and names each event by its NIP. `node read-back.ts ws://host:port PUBKEY`
 * prints JSON. It uses no code of Starling.
 */
import { getPow } from 'nostr-tools/nip13';
import { parse as parseThread } from 'nostr-tools/nip10';
import { getRepostedEvent, getRepostedEventPointer } from 'nostr-tools/nip18';
import { getReactedEventPointer } from 'nostr-tools/nip25';
import { parse as parseText } from 'nostr-tools/nip27';
import { verifyEvent, type NostrEvent } from 'nostr-tools/pure';
import { Relay } from 'nostr-tools/relay';

/** An event as the other program reads it. */
export interface ReadBack {
  readonly event: NostrEvent;
  readonly isValid: boolean;
  readonly work: number;
  /** NIP-10. */
  readonly root: string | undefined;
  readonly parent: string | undefined;
  /** NIP-18. */
  readonly reposted: string | undefined;
  readonly carried: string | undefined;
  /** NIP-25. */
  readonly reacted: string | undefined;
  /** NIP-27: accounts and events that the text names. */
  readonly named: readonly string[];
}

function namedIn({ content }: NostrEvent): readonly string[] {
  return [...parseText(content)].flatMap((block) => {
    if (block.type !== 'reference') return [];
    const { pointer } = block;
    return 'pubkey' in pointer && 'identifier' in pointer
      ? []
      : 'id' in pointer
        ? [pointer.id]
        : [pointer.pubkey];
  });
}

function readBack(event: NostrEvent): ReadBack {
  const { root, reply } = parseThread(event);
  return {
    event,
    isValid: verifyEvent(event),
    work: getPow(event.id),
    root: root?.id,
    parent: reply?.id,
    reposted: getRepostedEventPointer(event)?.id,
    carried: getRepostedEvent(event)?.id,
    reacted: getReactedEventPointer(event)?.id,
    named: namedIn(event),
  };
}

const [url = '', author = ''] = process.argv.slice(2);
const relay = await Relay.connect(url);
const events: NostrEvent[] = [];
await new Promise<void>((resolve) => {
  relay.subscribe([{ authors: [author] }], {
    onevent: (event) => void events.push(event),
    oneose: resolve,
  });
});
relay.close();
process.stdout.write(JSON.stringify(events.map(readBack)));
process.exit(0);
