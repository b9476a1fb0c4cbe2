import { getPublicKey } from 'nostr-tools/pure';
import { type AnyActorLogic, createActor, setup } from 'xstate';
import { openAccountStore } from '../../../src/adapters/account/session/account-store.ts';
import { archivePort, type keyInArchive } from '../../../src/adapters/settings/archive-port.ts';
import { archiveWork } from '../../../src/adapters/settings/archive-work.ts';
import {
  allVersions,
  openVersions,
  writeVersions,
} from '../../../src/adapters/account/lists/list-version-store.ts';
import { openStorages } from '../../../src/adapters/core/storage.ts';
import { articleRows } from '../../../src/adapters/compose/article/article-store.ts';
import { allDrafts, openDrafts, putDraft } from '../../../src/adapters/compose/draft-store.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { bytesOf } from '../../../src/events/core/hex.ts';
import { BLANK_ARTICLE } from '../../../src/events/compose/article/article-edit.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';
import { BLANK } from '../../../src/events/publish/writing/writing.ts';
import { openOutboxLog } from '../../../src/adapters/publish/outbox/outbox-log.ts';
import { begunVersion } from '../../../src/events/compose/article/article-versions.ts';
import { millis, seconds } from '../../../src/events/core/time.ts';
import type { Verify } from '../../../src/events/nostr/verify.ts';
import type {
  ArchiveCommand,
  ArchiveSignal,
} from '../../../src/machines/settings/archive-protocol.ts';
import { fakeBrowser } from '../browser/fake-browser.ts';
import { fakeIdb, type IdbFaults } from '../browser/fake-idb.ts';
import { fakeSeal, testKeys } from './test-keys.ts';
import { trusted } from '../events/trusted.ts';

export const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
export const ME = getPublicKey(bytesOf(SECRET));
export const PHRASE = 'four long words here';
export const trusting: Verify = (event) => event as VerifiedEvent;
export const follows = (created_at: number, pubkey = ME) =>
  trusted({ pubkey, kind: 3, created_at, tags: [['p', 'a'.repeat(64)]] });

export const spawn: Parameters<typeof keyInArchive>[1]['spawn'] = (hear) => ({
  post: (task) => void archiveWork(task, hear, 1),
  end: () => undefined,
});

/**
 * One device with its databases, its storage and the account's key behind a PIN. `disk`: the disk
 * of an existing device.
 */
export async function archiveDevice(
  faults: IdbFaults = {},
  disk: {
    readonly idb?: ReturnType<typeof fakeIdb>;
    readonly browser?: ReturnType<typeof fakeBrowser>;
    readonly seal?: ReturnType<typeof fakeSeal>;
  } = {},
) {
  const { idb = fakeIdb(faults), browser = fakeBrowser(), seal = fakeSeal() } = disk;
  const tab = browser.tab();
  const life = { isOver: false };
  const storages = openStorages({
    getItem: tab.device.getItem,
    setItem: (key, text) => void (life.isOver || tab.device.setItem(key, text)),
    removeItem: (key) => void (life.isOver || tab.device.removeItem(key)),
  });
  const factory = mortal(idb.factory, life);
  const store = openAccountStore(storages, tab.page);
  const { keys } = testKeys();
  await keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
  const locked = await keys.ask({ do: 'lock', pubkey: ME, pin: '1234' });
  store.keepSecret(ME, { kept: 'pin', ncryptsec: locked.ok ? (locked.text ?? '') : '' });
  await keys.ask({ do: 'close', pubkey: ME });
  const saved: Blob[] = [];
  const tasks: unknown[] = [];
  const channel = (name: string) => new BroadcastChannel(name);
  const articles = () =>
    articleRows(
      { factory: idb.factory, seal, channel, storage: storages.account, parts: store.parts },
      ME,
    );
  const port = archivePort({
    keys,
    store,
    storages,
    factory,
    keyRange: idb.keyRange,
    newId: () => crypto.randomUUID(),
    seal,
    channel,
    verify: () => Promise.resolve(trusting),
    now: () => seconds(1_700_000_000),
    chance: (size) => crypto.getRandomValues(new Uint8Array(size)),
    spawn: (hear) => ({
      post: (task) => {
        tasks.push(task);
        void archiveWork(task, hear, 1);
      },
      end: () => undefined,
    }),
    save: (file) => saved.push(file),
  });
  const heard: ArchiveSignal[] = [];
  const parent = setup({
    types: { events: {} as ArchiveSignal },
    actors: { port: port as AnyActorLogic },
  }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const root = createActor(parent).start();
  /** Send a command and return its result. */
  const tell = async (command: ArchiveCommand): Promise<ArchiveSignal> => {
    const before = heard.length;
    root.getSnapshot().children['port']?.send(command);
    for (;;) {
      const end = heard.slice(before).find(({ type }) => type !== 'archive.progress');
      if (end) return end;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const write = async (target: string, at: number, text: string) => {
    const texts = await openDrafts(idb.factory, ME);
    if (texts)
      await putDraft(texts, target, {
        at: millis(at),
        writing: { text, begun: millis(0), people: {}, files: [] },
      });
    texts?.close();
  };
  const writeArticle = async (draft: string, content: string, at = 5) => {
    const rows = articles();
    const version = begunVersion(`s ${at}`, [], {
      text: { ...BLANK_ARTICLE, content },
      base: undefined,
      now: millis(at),
    });
    await rows.put({ draft, version });
    rows.close();
  };
  const log = () =>
    openOutboxLog(ME, {
      factory: idb.factory,
      keyRange: idb.keyRange,
      now: () => seconds(1_700_000_000),
      verify: () => Promise.resolve(trusting),
      newId: () => crypto.randomUUID(),
    });
  /** Schedule a note. */
  const plan = async (content: string, due: number) => {
    const outbox = await log();
    const draft = pressed({ kind: 1, content, tags: [] });
    const writing = { ...BLANK, text: content, begun: millis(5), due: seconds(due) };
    const wish = {
      type: 'event',
      draft,
      origin: 'root place 5',
      due: seconds(due),
      writing,
    } as const;
    await outbox.append([{ job: 'b'.repeat(64), type: 'intended', account: ME, wish }]);
    outbox.close();
  };
  const planned = async () => {
    const outbox = await log();
    const { entries } = await outbox.read();
    outbox.close();
    return entries.length;
  };
  const keepVersions = async (...versions: VerifiedEvent[]) => {
    const lists = await openVersions(idb.factory, ME);
    if (lists) await writeVersions(lists, versions, []);
    lists?.close();
  };
  const keep = async (at: number, text: string, ...versions: VerifiedEvent[]) => {
    await write('note', at, text);
    await keepVersions(...versions);
  };
  const kept = async () => {
    const [texts, lists] = await Promise.all([
      openDrafts(idb.factory, ME),
      openVersions(idb.factory, ME),
    ]);
    const drafts = texts ? await allDrafts(texts) : [];
    const versions = lists ? await allVersions(lists) : [];
    const rows = articles();
    const written = (await rows.read()).map(
      ({ draft, version }) => `${draft}: ${version.text.content}`,
    );
    rows.close();
    const theme = storages.account(ME).read('theme');
    return {
      written,
      texts: JSON.stringify(drafts),
      drafts: drafts.length,
      versions: versions.length,
      theme,
    };
  };
  const make = async (key = false, pin = '1234') =>
    tell({
      type: 'archive.seal',
      passphrase: secretOf(PHRASE),
      key: key ? { pin: secretOf(pin) } : undefined,
    });
  const look = async (file: Blob, phrase = PHRASE) =>
    tell({ type: 'archive.load', file, passphrase: secretOf(phrase) });
  const isOpen = async () => (await keys.ask({ do: 'export', pubkey: ME })).ok;
  /** Close the page now: disk operations that are still pending are dropped. */
  const kill = () => {
    life.isOver = true;
    idb.crash();
    root.stop();
  };
  return {
    idb,
    seal,
    kill,
    plan,
    planned,
    write,
    writeArticle,
    keepVersions,
    storages,
    saved,
    tasks,
    heard,
    tell,
    keep,
    kept,
    make,
    look,
    isOpen,
    browser,
    stop: () => root.stop(),
  };
}

/** A database of a page that may have ended: after that it receives no more requests. */
function mortal<T extends object>(one: T, life: { readonly isOver: boolean }): T {
  return new Proxy(one, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === 'function')
        return (...given: unknown[]) => {
          if (life.isOver && (name === 'open' || name === 'transaction'))
            throw new DOMException('the page is over', 'InvalidStateError');
          const made: unknown = Reflect.apply(value, target, given);
          return name === 'open' && typeof made === 'object' && made !== null
            ? mortal(made, life)
            : made;
        };
      return name === 'result' && typeof value === 'object' && value !== null
        ? mortal(value, life)
        : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
