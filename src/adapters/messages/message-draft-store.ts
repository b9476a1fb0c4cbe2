import { type CallbackActorLogic, fromCallback } from 'xstate';
import { mergeSeen, plainSeen, readSeen, type Seen } from '../../events/messages/seen-messages.ts';
import { type Letter, type Place, plainLetter, readLetter, readPlace } from '../../events/messages/outgoing-message.ts';
import { inSeconds, seconds } from '../../events/core/time.ts';
import type { LettersCommand, LettersSignal } from '../../machines/messages/message-drafts-protocol.ts';
import type { DeviceSeal } from '../account/keys/device-seal.ts';
import { pageSeal } from '../account/keys/page-encryption.ts';
import { type Left, readLeft } from '../account/keys/unsaved-parts.ts';
import { eraseSealedRows, sealedRows } from '../account/keys/sealed-rows-store.ts';
import { nowSeconds } from '../core/now.ts';
import type { Scope } from '../core/storage.ts';
import type { AccountKey } from '../core/storage-keys.ts';
import { tabClaims } from '../core/tab-names.ts';
import { tabParts, type TabPartsDeps } from '../core/tab-part-store.ts';

export interface LetterShelfDeps extends TabPartsDeps {
  /** Undefined where the platform has no database: then nothing is kept. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly storage: (account: string) => Scope<AccountKey>;
  readonly channel: (name: string) => BroadcastChannel;
  /** Undefined where the platform has none. */
  readonly locks: LockManager | undefined;
}

/** Under this name where somebody was is kept among the letters, which have the names of peers. */
const PLACE = 'place';
/** And under this one up to when private messages were read. */
const SEEN = 'seen';

/** Seconds by which clocks of two devices may differ. */
const GRACE = 60;

/** Where lies what an account has begun to write to others. */
const shelfOf = (account: string) => ({ database: `starling-messages-${account}`, store: 'letters', keyName: keyOf(account) });
/** The name of the key that seals it. */
const keyOf = (account: string): string => `messages ${account}`;

/** One thing that is kept. */
interface Content {
  readonly letter?: Letter;
  readonly place?: Place;
  readonly seen?: Seen;
}

/**
 * Keeps what somebody writes to others, and where he was (DM-01, INV-NO-LOSS), twice: on the disk as soon as it is sealed, so that it outlives the
 * end of the browser; and until then, all of it together, in local storage, which has it at once and so outlives a page that goes meanwhile; each tab's
 * lies apart from the others'. Text, peer and place are sealed for this device, and nothing lies there in the clear; what cannot be sealed is not kept.
 * Each tab writes texts of its own, several to one peer among them, and neither offers nor replaces those of a tab that is open (COMPOSE-12).
 * Up to when private messages were read is the same in all tabs: they tell each other that it changed, and each reads it from the disk.
 */
export function letterShelf(
  deps: LetterShelfDeps,
  part: 'messages' | 'wraps',
): CallbackActorLogic<LettersCommand, { readonly account: string }> {
  const claims = tabClaims(deps.locks);
  /** The work of this page until its last letters are on the disk, by account. */
  const endings = new Map<string, Promise<unknown>>();
  return fromCallback<LettersCommand, { readonly account: string }>(({ input: { account }, sendBack, receive }) => {
    const { seal } = deps;
    const tab = deps.newId();
    const claim = part === 'messages' ? claims.take(tabLock(account, tab)) : Promise.resolve(undefined);
    const parts = tabParts(deps, { local: deps.storage(account), account, key: 'letters', among: part });
    const rows = sealedRows(deps, shelfOf(account));
    const report = (signal: LettersSignal): void => sendBack(signal);
    const tabs = part === 'wraps' ? deps.channel(`starling-seen-${account}`) : undefined;
    /** Keys of rows, and what is not on the disk yet, by name; undefined: nothing, so that the row goes. */
    const keys = new Map<string, readonly IDBValidKey[]>();
    const unwritten = new Map<string, object | undefined>();
    /** Names of what has come to the disk. */
    const written = new Set<string>();
    /** What texts are called on the disk, by their names here: in each tab by another name. */
    const ids = new Map<string, string>();
    let held: ReadonlySet<string> = new Set();
    let isFound = false;
    let sealNow: ((bytes: Uint8Array) => string) | undefined;
    let hasEnded = false;
    const keepUnwritten = (): void => {
      const values = [...unwritten.values()].filter((value) => value !== undefined);
      if (values.length === 0) parts.put(undefined);
      // all was put there at once; an account that ended meanwhile may have been erased
      else if (sealNow && !hasEnded) parts.put(sealNow(new TextEncoder().encode(JSON.stringify(values))));
    };
    const write = async (name: string, value: object | undefined): Promise<void> => {
      keys.set(name, await rows.replace(keys.get(name) ?? [], value));
    };
    let tail = Promise.resolve();
    const waiting = new Set<string>();
    const keep = (name: string, value: object | undefined): void => {
      unwritten.set(name, value);
      keepUnwritten();
      // while one is being written only the last of those that follow counts
      if (waiting.has(name)) return;
      waiting.add(name);
      tail = tail.then(async () => {
        const latest = unwritten.get(name);
        waiting.delete(name);
        const isKept = await write(name, latest).then(
          () => true,
          () => false,
        );
        report({ type: 'letters.kept', isKept });
        if (isKept) written.add(name);
        if (isKept && name === SEEN) tabs?.postMessage(undefined);
        if (!isKept || unwritten.get(name) !== latest) return;
        unwritten.delete(name);
        keepUnwritten();
      });
    };
    const keepLetter = (letter: Letter): void => {
      const name = nameOf({ letter });
      if (letter.text.reveal() !== '') {
        const id = ids.get(name) ?? `${tab}/${ids.size}`;
        ids.set(name, id);
        keep(name, plainLetter({ ...letter, id }));
        return;
      }
      const before = textName(letter);
      if (!isFound || keys.has(before) || unwritten.has(before)) keep(before, undefined);
      if (letter.wanted) keep(name, plainLetter(letter));
    };
    const isElsewhere = ({ letter }: Content): boolean => held.has(tabLock(account, letter?.id?.split('/')[0] ?? ''));
    /** Brings to the disk what another page did not, or is about to; until it is there, it stays where it lies. */
    const bring = ({ part: from, values }: Left<Content>, seen: Seen | undefined): void => {
      // its own page has it there by now, or will
      if (!parts.has(from) || values.some(isElsewhere)) return;
      // of what was read the disk gets all that any tab knows
      for (const content of values) keep(nameOf(content), content.seen && seen ? plainSeen(seen) : plain(content));
      tail = tail.then(() => {
        if (values.every((content) => written.has(nameOf(content)))) parts.drop(from);
      });
    };
    const find = async (): Promise<void> => {
      await endings.get(account);
      await claim;
      const open = [...(await claims.held())].filter((name) => name.startsWith(tabLock(account, '')));
      held = await claims.heldElsewhere(open);
      const there = (await rows.read(contentOf).catch(() => [])).filter(({ value }) => !isElsewhere(value));
      for (const { key, value } of there) {
        const name = nameOf(value);
        keys.set(name, [...(keys.get(name) ?? []), key]);
      }
      const late = await readLeft(parts.all(), { seal, keyName: keyOf(account), read: contentOf }).catch(() => []);
      if (seal) sealNow = await pageSeal(seal, keyOf(account)).catch(() => undefined);
      // of two tabs the one that wrote last counts, and what did not come to the disk any more is later than all that did
      const found = [...there.map(({ value }) => value), ...late.flatMap(({ values }) => values.filter((one) => !isElsewhere(one)))];
      const letters = new Map(found.flatMap((one) => (one.letter ? [[nameOf(one), one.letter] as const] : [])));
      const place = found.findLast((one) => one.place)?.place;
      const [known, now] = [seenIn(found), nowSeconds()];
      // a clock that was ahead at the first use said so
      const kept = known && known.from > now ? { ...known, from: now } : known;
      // what came before this device was first used counts as read
      const seen = kept ?? (part === 'wraps' ? { from: seconds(inSeconds(now) - GRACE), peers: new Map() } : undefined);
      report({ type: 'letters.found', letters: [...letters.values()], place, seen });
      isFound = true;
      if (hasEnded) return;
      for (const left of late) bring(left, seen);
      if (part === 'wraps' && seen && seen !== known) keep(SEEN, plainSeen(seen));
    };
    tail = find();
    receive((command) => (command.type === 'letters.keep' ? keepLetter(command.letter) : keep(nameOf(command), plain(command))));
    tabs?.addEventListener('message', () => {
      tail = tail.then(async () => {
        const seen = seenIn((await rows.read(contentOf).catch(() => [])).map(({ value }) => value));
        if (seen) report({ type: 'letters.found', letters: [], place: undefined, seen });
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
  });
}

/** The lock of a tab in which letters of an account are written. */
const tabLock = (account: string, tab: string): string => `starling-letters-${account}-${tab}`;

/** Removes what an account has begun to write to others from this device (ACCOUNT-06, E-35). */
export function eraseLetters(factory: IDBFactory, seal: DeviceSeal, account: string): Promise<void> {
  return eraseSealedRows(factory, seal, shelfOf(account));
}

function contentOf(value: unknown): Content | undefined {
  const letter = readLetter(value);
  if (letter) return { letter };
  const place = readPlace(value);
  if (place) return { place };
  const seen = readSeen(value);
  return seen && { seen };
}

const seenIn = (found: readonly Content[]): Seen | undefined => mergeSeen(found.flatMap(({ seen }) => (seen ? [seen] : [])));

const textName = ({ peer, id = '' }: Letter): string => `${peer} ${id}`;

/** The form that was chosen for a peer is kept apart from texts. */
function nameOf({ letter, seen }: Content): string {
  if (letter) return letter.text.reveal() === '' ? `${letter.peer} form` : textName(letter);
  return seen ? SEEN : PLACE;
}

/** In plain JSON, for who seals it at once; undefined: there is nothing to keep. */
function plain({ letter, place, seen }: Content): object | undefined {
  if (letter) return plainLetter(letter);
  return seen ? plainSeen(seen) : place;
}
