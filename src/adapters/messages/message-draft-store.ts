import type { CallbackActorLogic } from 'xstate';
import {
  mergeSeen,
  notAhead,
  plainSeen,
  readSeen,
  type Seen,
} from '../../events/messages/seen-messages.ts';
import {
  type OutgoingMessage,
  type Place,
  serializeMessage,
  readMessage,
  readPlace,
} from '../../events/messages/outgoing-message.ts';
import { field, isRecord } from '../../events/core/json.ts';
import { inSeconds, seconds } from '../../events/core/time.ts';
import type {
  MessageDraftsCommand,
  MessageDraftsSignal,
} from '../../machines/messages/message-drafts-protocol.ts';
import type { DeviceSeal } from '../account/keys/device-seal.ts';
import { pageSeal } from '../account/keys/page-encryption.ts';
import { type Left, readLeft } from '../account/keys/unsaved-parts.ts';
import { eraseSealedRows, sealedRows } from '../account/keys/sealed-rows-store.ts';
import { nowSeconds } from '../core/now.ts';
import type { Scope } from '../core/storage.ts';
import type { AccountKey } from '../core/storage-keys.ts';
import { tabNames } from '../core/tab-names.ts';
import { tabParts, type TabPartsDeps } from '../core/tab-part-store.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

export interface MessageDraftsDeps extends TabPartsDeps {
  /** `undefined` if the platform has no database: then nothing is stored. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly storage: (account: string) => Scope<AccountKey>;
  readonly channel: (name: string) => BroadcastChannel;
  /** `undefined` if the platform has none. */
  readonly locks: LockManager | undefined;
}

/** The row name of the open place, among drafts, which are named by peers. */
const PLACE = 'place';
/** The row names of the read markers, and of the encrypted list of conversations. */
const SEEN = 'seen';
const LIST = 'list';
const LONGEST_LIST = 100_000;

/** Seconds by which the clocks of two devices may differ. */
const GRACE = 60;

/** The database of an account's message drafts. */
const shelfOf = (account: string) => ({
  database: `starling-messages-${account}`,
  store: 'letters',
  keyName: keyOf(account),
});
const keyOf = (account: string): string => `messages ${account}`;

interface Content {
  readonly outgoing?: OutgoingMessage;
  readonly place?: Place;
  readonly seen?: Seen;
  readonly list?: string;
}

/**
 * Stores the user's message drafts and open place (DM-01, INV-NO-LOSS), twice. The disk has them
 * once they are sealed, so they survive a crash of the browser. Until then local storage has them,
 * all together, so they survive a page that closes meanwhile. Each tab has its own part there.
 * Text, peer and place are sealed for this device. A value that cannot be sealed is not stored.
 * Each tab writes its own texts, possibly several to one peer. It neither offers nor replaces those
 * of another open tab (COMPOSE-12). Read markers are shared by all tabs: tabs announce changes, and
 * each reads them from disk.
 */
export function messageDraftStore(
  deps: MessageDraftsDeps,
  part: 'messages' | 'giftWraps',
): CallbackActorLogic<MessageDraftsCommand, { readonly account: string }> {
  const claims = tabNames(deps.locks);
  /** The work of this page until its last drafts are on disk, by account. */
  const endings = new Map<string, Promise<unknown>>();
  return callbackAdapter<MessageDraftsCommand, { readonly account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const { seal } = deps;
      const tab = deps.newId();
      const claim =
        part === 'messages' ? claims.take(tabLock(account, tab)) : Promise.resolve(undefined);
      const parts = tabParts(deps, {
        local: deps.storage(account),
        account,
        key: 'letters',
        among: part,
      });
      const rows = sealedRows(deps, shelfOf(account));
      const report = (signal: MessageDraftsSignal): void => sendBack(signal);
      const tabs = part === 'giftWraps' ? deps.channel(`starling-seen-${account}`) : undefined;
      /**
       * Keys of rows, and values that are not on disk yet, by name. `undefined`: the row is
       * removed.
       */
      const keys = new Map<string, readonly IDBValidKey[]>();
      const unwritten = new Map<string, object | undefined>();
      /** Names of values that are on disk. */
      const written = new Set<string>();
      /** The names of texts on disk, by their names here. Each tab uses another name. */
      const ids = new Map<string, string>();
      let held: ReadonlySet<string> = new Set();
      let isFound = false;
      let sealNow: ((bytes: Uint8Array) => string) | undefined;
      let hasEnded = false;
      const keepUnwritten = (): void => {
        // the list is read again from the network
        const values = [...unwritten].flatMap(([name, value]) =>
          value !== undefined && name !== LIST ? [value] : [],
        );
        if (values.length === 0) parts.put(undefined);
        // everything was put there at once; an account that ended meanwhile may have been erased
        else if (sealNow && !hasEnded)
          parts.put(sealNow(new TextEncoder().encode(JSON.stringify(values))));
      };
      const write = async (name: string, value: object | undefined): Promise<void> => {
        keys.set(name, await rows.replace(keys.get(name) ?? [], value));
      };
      let tail = Promise.resolve();
      const waiting = new Set<string>();
      const keep = (name: string, value: object | undefined): void => {
        unwritten.set(name, value);
        keepUnwritten();
        // during a write only the last of the following versions counts
        if (waiting.has(name)) return;
        waiting.add(name);
        tail = tail.then(async () => {
          const latest = unwritten.get(name);
          waiting.delete(name);
          const isKept = await write(name, latest).then(
            () => true,
            () => false,
          );
          report({ type: 'messageDrafts.kept', isKept });
          if (isKept) written.add(name);
          if (isKept && name === SEEN) tabs?.postMessage(undefined);
          if (!isKept || unwritten.get(name) !== latest) return;
          unwritten.delete(name);
          keepUnwritten();
        });
      };
      const keepOutgoing = (outgoing: OutgoingMessage): void => {
        const name = nameOf({ outgoing });
        if (outgoing.text.reveal() !== '') {
          const id = ids.get(name) ?? `${tab}/${ids.size}`;
          ids.set(name, id);
          keep(name, serializeMessage({ ...outgoing, id }));
          return;
        }
        const before = textName(outgoing);
        if (!isFound || keys.has(before) || unwritten.has(before)) keep(before, undefined);
        if (outgoing.wanted) keep(name, serializeMessage(outgoing));
      };
      const isElsewhere = ({ outgoing }: Content): boolean =>
        held.has(tabLock(account, outgoing?.id?.split('/')[0] ?? ''));
      /**
       * Writes values of another page to disk if that page has not done so. Until then they stay in
       * local storage.
       */
      const bring = ({ part: from, values }: Left<Content>, seen: Seen | undefined): void => {
        // its own page has written it, or will
        if (!parts.has(from) || values.some(isElsewhere)) return;
        // read markers on disk include those of every tab
        for (const content of values)
          keep(nameOf(content), content.seen && seen ? plainSeen(seen) : plain(content));
        tail = tail.then(() => {
          if (values.every((content) => written.has(nameOf(content)))) parts.drop(from);
        });
      };
      const find = async (): Promise<void> => {
        await endings.get(account);
        await claim;
        const open = [...(await claims.held())].filter((name) =>
          name.startsWith(tabLock(account, '')),
        );
        held = await claims.heldElsewhere(open);
        const there = (await rows.read(contentOf).catch(() => [])).filter(
          ({ value }) => !isElsewhere(value),
        );
        for (const { key, value } of there) {
          const name = nameOf(value);
          keys.set(name, [...(keys.get(name) ?? []), key]);
        }
        const late = await readLeft(parts.all(), {
          seal,
          keyName: keyOf(account),
          read: contentOf,
        }).catch(() => []);
        if (seal) sealNow = await pageSeal(seal, keyOf(account)).catch(() => undefined);
        // of two tabs the last write wins, and values that did not reach the disk are later than
        // those that did
        const found = [
          ...there.map(({ value }) => value),
          ...late.flatMap(({ values }) => values.filter((one) => !isElsewhere(one))),
        ];
        const drafts = new Map(
          found.flatMap((one) => (one.outgoing ? [[nameOf(one), one.outgoing] as const] : [])),
        );
        const place = found.findLast((one) => one.place)?.place;
        const list = found.findLast((one) => one.list !== undefined)?.list;
        const [known, now] = [seenIn(found), nowSeconds()];
        const kept = known && notAhead(known, now);
        // messages from before the first use of this device count as read
        const seen =
          kept ??
          (part === 'giftWraps'
            ? { from: seconds(inSeconds(now) - GRACE), peers: new Map() }
            : undefined);
        report({ type: 'messageDrafts.found', drafts: [...drafts.values()], place, seen, list });
        isFound = true;
        if (hasEnded) return;
        for (const left of late) bring(left, seen);
        if (part === 'giftWraps' && seen && seen !== known) keep(SEEN, plainSeen(seen));
      };
      tail = find();
      receive((command) =>
        command.type === 'messageDrafts.keep'
          ? keepOutgoing(command.outgoing)
          : keep(nameOf(command), plain(command)),
      );
      tabs?.addEventListener('message', () => {
        tail = tail.then(async () => {
          const seen = seenIn(
            (await rows.read(contentOf).catch(() => [])).map(({ value }) => value),
          );
          if (seen) report({ type: 'messageDrafts.found', drafts: [], place: undefined, seen });
        });
      });
      return () => {
        hasEnded = true;
        tabs?.close();
        const ending = tail.finally(async () => {
          rows.close();
          (await claim)?.();
        });
        endings.set(account, ending);
      };
    },
  );
}

/** The lock of a tab that has message drafts of an account open. */
const tabLock = (account: string, tab: string): string => `starling-letters-${account}-${tab}`;

/** Removes an account's message drafts from this device (ACCOUNT-06, E-35). */
export function eraseOutgoing(
  factory: IDBFactory,
  seal: DeviceSeal,
  account: string,
): Promise<void> {
  return eraseSealedRows(factory, seal, shelfOf(account));
}

function contentOf(value: unknown): Content | undefined {
  const outgoing = readMessage(value);
  if (outgoing) return { outgoing };
  const place = readPlace(value);
  if (place) return { place };
  const seen = readSeen(value);
  if (seen) return { seen };
  const list = isRecord(value) ? field(value, 'list') : undefined;
  return typeof list === 'string' && list.length <= LONGEST_LIST ? { list } : undefined;
}

const seenIn = (found: readonly Content[]): Seen | undefined =>
  mergeSeen(found.flatMap(({ seen }) => (seen ? [seen] : [])));

const textName = ({ peer, id = '' }: OutgoingMessage): string => `${peer} ${id}`;

/** The chosen message form of a peer is stored apart from texts. */
function nameOf({ outgoing, seen, list }: Content): string {
  if (outgoing) return outgoing.text.reveal() === '' ? `${outgoing.peer} form` : textName(outgoing);
  if (seen) return SEEN;
  return list === undefined ? PLACE : LIST;
}

/** Plain JSON for immediate sealing. `undefined`: there is nothing to store. */
function plain({ outgoing, place, seen, list }: Content): object | undefined {
  if (outgoing) return serializeMessage(outgoing);
  if (seen) return plainSeen(seen);
  return list === undefined ? place : { list };
}
