import { getPublicKey } from 'nostr-tools/pure';
import { decrypt } from 'nostr-tools/nip49';
import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor, setup } from 'xstate';
import { EVERY_SETTING } from '../../../tests/support/every-setting.ts';
import { fakeBrowser } from '../../../tests/support/fake-browser.ts';
import { fakeIdb, type IdbFaults } from '../../../tests/support/fake-idb.ts';
import { fakeSeal, testKeys } from '../../../tests/support/test-keys.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { ARCHIVED_SETTINGS, readArchive } from '../../events/account/archive.ts';
import { MAX_ARCHIVE } from '../../events/account/archive-cipher.ts';
import { secretOf } from '../../events/account/secret.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { bytesOf } from '../../events/hex.ts';
import { BLANK_ARTICLE } from '../../events/publish/article-edit.ts';
import { begunVersion } from '../../events/publish/article-versions.ts';
import { millis, seconds } from '../../events/time.ts';
import type { Verify } from '../../events/verify.ts';
import type { ArchiveCommand, ArchiveSignal } from '../../machines/account/archive-wire.ts';
import { writeSettings } from '../app/saved-settings.ts';
import { openStorages } from '../app/storage.ts';
import { articleRows } from '../publish/article-store.ts';
import { allDrafts, openDrafts, putDraft } from '../publish/draft-store.ts';
import { openAccountStore } from './account-store.ts';
import { archivePort, keyInArchive } from './archive-port.ts';
import { archiveWork } from './archive-work.ts';
import { allVersions, openVersions, writeVersions } from './list-versions.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const ME = getPublicKey(bytesOf(SECRET));
const PHRASE = 'four long words here';
const trusting: Verify = (event) => event as VerifiedEvent;
const follows = (created_at: number, pubkey = ME) => trusted({ pubkey, kind: 3, created_at, tags: [['p', 'a'.repeat(64)]] });

const spawn: Parameters<typeof keyInArchive>[1]['spawn'] = (hear) => ({
  post: (task) => void archiveWork(task, hear, 1),
  end: () => undefined,
});

/** One device, with its databases, its storage and the key of the account behind a PIN. */
async function device(faults: IdbFaults = {}) {
  const idb = fakeIdb(faults);
  const browser = fakeBrowser();
  const tab = browser.tab();
  const storages = openStorages(tab.device);
  const store = openAccountStore(storages, tab.page);
  const { keys } = testKeys();
  await keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
  const locked = await keys.ask({ do: 'lock', pubkey: ME, pin: '1234' });
  store.keepSecret(ME, { kept: 'pin', ncryptsec: locked.ok ? (locked.text ?? '') : '' });
  await keys.ask({ do: 'close', pubkey: ME });
  const saved: Blob[] = [];
  const seal = fakeSeal();
  const articles = () =>
    articleRows({ factory: idb.factory, seal, channel: (name) => new BroadcastChannel(name), storage: storages.account }, ME);
  const tasks: unknown[] = [];
  const port = archivePort({
    keys,
    store,
    storages,
    factory: idb.factory,
    seal,
    channel: (name) => new BroadcastChannel(name),
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
  const parent = setup({ types: { events: {} as ArchiveSignal }, actors: { port: port as AnyActorLogic } }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const root = createActor(parent).start();
  /** What came of a command. */
  const tell = async (command: ArchiveCommand): Promise<ArchiveSignal> => {
    const before = heard.length;
    root.getSnapshot().children['port']?.send(command);
    for (;;) {
      const end = heard.slice(before).find(({ type }) => type !== 'archive.progress');
      if (end) return end;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const keep = async (at: number, text: string, ...versions: VerifiedEvent[]) => {
    const [texts, lists] = await Promise.all([openDrafts(idb.factory, ME), openVersions(idb.factory, ME)]);
    if (texts) await putDraft(texts, 'note', { at: millis(at), writing: { text, begun: millis(0), people: {}, files: [] } });
    if (lists) await writeVersions(lists, versions, []);
  };
  const write = async (draft: string, content: string) => {
    const rows = articles();
    await rows.put({ draft, version: begunVersion('s 0', [], { text: { ...BLANK_ARTICLE, content }, base: undefined, now: millis(5) }) });
    rows.close();
  };
  const kept = async () => {
    const [texts, lists] = await Promise.all([openDrafts(idb.factory, ME), openVersions(idb.factory, ME)]);
    const drafts = texts ? await allDrafts(texts) : [];
    const versions = lists ? await allVersions(lists) : [];
    const rows = articles();
    const written = (await rows.read()).map(({ draft, version }) => `${draft}: ${version.text.content}`);
    rows.close();
    return {
      written,
      texts: JSON.stringify(drafts),
      drafts: drafts.length,
      versions: versions.length,
      theme: storages.account(ME).read('theme'),
    };
  };
  const make = async (key = false, pin = '1234') =>
    tell({ type: 'archive.seal', passphrase: secretOf(PHRASE), key: key ? { pin: secretOf(pin) } : undefined });
  const look = async (file: Blob, phrase = PHRASE) => tell({ type: 'archive.look', file, passphrase: secretOf(phrase) });
  const isOpen = async () => (await keys.ask({ do: 'export', pubkey: ME })).ok;
  return { storages, saved, tasks, heard, tell, keep, write, kept, make, look, isOpen, browser, stop: () => root.stop() };
}

const fileOf = ({ saved }: { readonly saved: readonly Blob[] }) => saved.at(-1) ?? new Blob([]);

test('BEYOND-16 a file carries lists with their versions, drafts and settings to another device; nothing is written before it is told and wanted', async () => {
  const old = await device();
  await old.keep(5, 'half a thought', follows(1), follows(2));
  old.storages.account(ME).write('theme', 'ice');
  old.storages.account(ME).write('payments', true);
  expect(await old.make()).toEqual({ type: 'archive.saved' });
  expect(await fileOf(old).text()).not.toContain('half a thought');

  const fresh = await device();
  const found = await fresh.look(fileOf(old));
  expect(found).toEqual({
    type: 'archive.found',
    plan: { made: 1_700_000_000, versions: 2, drafts: 1, replaced: 0, settings: 1, key: false },
  });
  expect(await fresh.kept()).toMatchObject({ drafts: 0, versions: 0, theme: undefined });
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({ type: 'archive.written' });
  expect(await fresh.kept()).toMatchObject({ drafts: 1, versions: 2, theme: 'ice' });
  expect(fresh.storages.account(ME).read('payments')).toBeUndefined();
  // once more brings nothing
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { versions: 0, drafts: 0, settings: 0 } });
});

test('BEYOND-16 COMPOSE-08 articles in the making go along, each version sealed for the device that it comes to', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.write('a-draft', 'a secret of the quay');
  await old.make();
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { drafts: 1, replaced: 0 } });
  await fresh.write('another', 'written here');
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({ type: 'archive.written' });
  expect((await fresh.kept()).written).toEqual(['another: written here', 'a-draft: a secret of the quay']);
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { drafts: 0 } });
});

test('BEYOND-16 INV-NO-LOSS what is newer here stays: also what was written between the look and the yes', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.keep(5, 'older', follows(1));
  await old.make();
  await fresh.keep(4, 'oldest', follows(9));
  fresh.storages.account(ME).write('theme', 'midnight');
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { drafts: 1, replaced: 1, settings: 0 } });
  await fresh.keep(6, 'newest');
  await fresh.tell({ type: 'archive.write' });
  const kept = await fresh.kept();
  expect([kept.texts.includes('newest'), kept.texts.includes('"older"'), kept.versions, kept.theme]).toEqual([true, false, 2, 'midnight']);
});

test('BEYOND-16 E-47 a wrong passphrase, a torn, foreign or huge file, and one of another account change nothing and are named', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.keep(5, 'text', follows(1));
  await old.make();
  const file = fileOf(old);
  const huge = Object.defineProperty(new Blob([]), 'size', { value: MAX_ARCHIVE + 1 });
  const why = async (one: Blob, phrase?: string) => {
    const said = await fresh.look(one, phrase);
    return said.type === 'archive.failed' ? said.why : said.type;
  };
  expect(await why(file, 'four long words there')).toBe('wrong');
  expect(await why(file.slice(0, 30))).toBe('torn');
  expect(await why(file.slice(0, file.size - 1))).toBe('wrong');
  expect(await why(new Blob(['{"archive":1}']))).toBe('foreign');
  expect(await why(huge)).toBe('huge');
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({ type: 'archive.failed', why: 'failed' });
  expect(await fresh.kept()).toMatchObject({ drafts: 0, versions: 0 });
});

test('BEYOND-16 E-32 with the key, the PIN is asked for, the key is locked with the passphrase within the file, and is open no longer than before', async () => {
  const old = await device();
  expect(await old.make(true, '4321')).toEqual({ type: 'archive.failed', why: 'pin' });
  expect(await old.make(true)).toEqual({ type: 'archive.saved' });
  expect(await old.isOpen()).toBe(false);
  const text = old.tasks.map((task) => (typeof task === 'object' && task !== null && 'text' in task ? String(task.text) : '')).join();
  const ncryptsec = readArchive(text, trusting)?.ncryptsec ?? '';
  expect(decrypt(ncryptsec, PHRASE)).toEqual(bytesOf(SECRET));
  expect([text.includes(SECRET), JSON.stringify(old.heard).includes('ncryptsec')]).toEqual([false, false]);
  expect(await (await device()).look(fileOf(old))).toMatchObject({ plan: { key: true } });
  const opening = { verify: async () => trusting, spawn };
  expect(await keyInArchive({ file: fileOf(old), passphrase: PHRASE }, opening)).toBe(ncryptsec);
  expect(await keyInArchive({ file: fileOf(old), passphrase: 'another' }, opening)).toBeUndefined();
});

test('E-47 databases that cannot be read make no file that looks whole; storage that is full is said', async () => {
  const blocked = await device({ fail: (operation) => (operation === 'open' ? new DOMException('blocked') : undefined) });
  expect(await blocked.make()).toEqual({ type: 'archive.failed', why: 'failed' });
  expect(blocked.saved).toEqual([]);
  const [old, full] = [await device(), await device()];
  old.storages.account(ME).write('theme', 'ice');
  await old.make();
  await full.look(fileOf(old));
  full.browser.setFull(true);
  expect(await full.tell({ type: 'archive.write' })).toEqual({ type: 'archive.failed', why: 'failed' });
});

test('BEYOND-16 INV-NO-LOSS a text that a page left in local storage alone, as it went at once, is carried, too', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.keep(5, 'on the disk');
  const writing = { text: 'on the doorstep', begun: 0, people: {}, files: [] };
  old.storages.account(ME).write('noteDraft', { writing, at: 6 }, 'note');
  old.storages.account(ME).write('noteDraft', { writing: { ...writing, text: 'an answer' }, at: 1 }, 'e:1/x');
  await old.make();
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { drafts: 2 } });
  await fresh.tell({ type: 'archive.write' });
  const { texts } = await fresh.kept();
  expect(['on the doorstep', 'an answer', 'on the disk'].map((text) => texts.includes(text))).toEqual([true, true, false]);
});

test('a file that was dropped is not written, and a page that is left hears nothing more', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.keep(5, 'text', follows(1));
  await old.make();
  await fresh.look(fileOf(old));
  void fresh.tell({ type: 'archive.drop' });
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({ type: 'archive.failed', why: 'failed' });
  fresh.stop();
  expect(await fresh.kept()).toMatchObject({ versions: 0 });
});

test('BEYOND-16 each setting that a device keeps is carried, but for what is the same for everybody', () => {
  const written: string[] = [];
  const write = (key: string, _: unknown, part?: string) => void written.push(part === undefined ? key : `${key}/${part}`);
  const scope = { read: () => undefined, write, remove: () => undefined };
  writeSettings(scope, scope, EVERY_SETTING);
  expect(written).toContain('moderation');
  expect(written.filter((name) => !ARCHIVED_SETTINGS.includes(name))).toEqual(['nostrStats', 'hotTopics', 'trendingUsers']);
});
