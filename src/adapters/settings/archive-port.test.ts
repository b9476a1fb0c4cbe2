import { decrypt } from 'nostr-tools/nip49';
import { expect, test } from 'vitest';
import {
  archiveDevice as device,
  follows,
  ME,
  PHRASE,
  SECRET,
  spawn,
  trusting,
} from '../../../tests/support/account/archive-world.ts';
import { EVERY_SETTING } from '../../../tests/support/settings/every-setting.ts';
import { ARCHIVED_SETTINGS, readArchive } from '../../events/settings/archive.ts';
import { MAX_ARCHIVE } from '../../events/settings/archive-cipher.ts';
import { bytesOf } from '../../events/core/hex.ts';
import { writeSettings } from '../app/settings-store.ts';
import { keyInArchive } from './archive-port.ts';

const fileOf = ({ saved }: { readonly saved: readonly Blob[] }) => saved.at(-1) ?? new Blob([]);

test('BEYOND-16 a file carries list versions, drafts and settings; it is written only on confirmation', async () => {
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
    plan: {
      made: 1_700_000_000,
      versions: 2,
      drafts: 1,
      scheduled: 0,
      replaced: 0,
      settings: 1,
      key: false,
    },
  });
  expect(await fresh.kept()).toMatchObject({ drafts: 0, versions: 0, theme: undefined });
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({ type: 'archive.written' });
  expect(await fresh.kept()).toMatchObject({ drafts: 1, versions: 2, theme: 'ice' });
  expect(fresh.storages.account(ME).read('payments')).toBeUndefined();
  // a second import brings nothing
  expect(await fresh.look(fileOf(old))).toMatchObject({
    plan: { versions: 0, drafts: 0, settings: 0 },
  });
});

test('BEYOND-16 COMPOSE-08 article drafts are included, each version sealed for the new device', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.writeArticle('a-draft', 'a secret of the quay');
  await old.make();
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { drafts: 1, replaced: 0 } });
  await fresh.writeArticle('another', 'written here');
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({ type: 'archive.written' });
  expect((await fresh.kept()).written).toEqual([
    'another: written here',
    'a-draft: a secret of the quay',
  ]);
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { drafts: 0 } });
});

test('BEYOND-16 INV-NO-LOSS a scheduled note arrives as a draft with its time, and is not scheduled', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.plan('good evening', 1_700_003_600);
  await old.write('root', 5, '');
  await old.make();
  // on its own device it is no news
  expect(await old.look(fileOf(old))).toMatchObject({ plan: { drafts: 0, scheduled: 0 } });
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { drafts: 0, scheduled: 1 } });
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({ type: 'archive.written' });
  const { texts, drafts } = await fresh.kept();
  expect(JSON.parse(texts)).toMatchObject([
    {
      target: expect.stringMatching(/^root .{8}$/),
      isAside: true,
      writing: { text: 'good evening', due: 1_700_003_600, origin: 'root place 5' },
    },
  ]);
  expect([drafts, await fresh.planned()]).toEqual([1, 0]);
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { scheduled: 0 } });
});

test('BEYOND-16 INV-NO-LOSS newer data here stays, even if written between preview and confirmation', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.keep(5, 'older', follows(1));
  await old.make();
  await fresh.keep(4, 'oldest', follows(9));
  fresh.storages.account(ME).write('theme', 'midnight');
  expect(await fresh.look(fileOf(old))).toMatchObject({
    plan: { drafts: 1, replaced: 1, settings: 0 },
  });
  await fresh.keep(6, 'newest');
  await fresh.tell({ type: 'archive.write' });
  const kept = await fresh.kept();
  expect([
    kept.texts.includes('newest'),
    kept.texts.includes('"older"'),
    kept.versions,
    kept.theme,
  ]).toEqual([true, false, 2, 'midnight']);
});

test("BEYOND-16 E-47 a wrong passphrase, a torn, foreign or huge file, and another account's are refused", async () => {
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
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({
    type: 'archive.failed',
    why: 'failed',
  });
  expect(await fresh.kept()).toMatchObject({ drafts: 0, versions: 0 });
});

test('BEYOND-16 E-32 with the key, the PIN is required, and the key is locked with the passphrase', async () => {
  const old = await device();
  expect(await old.make(true, '4321')).toEqual({ type: 'archive.failed', why: 'pin' });
  expect(await old.make(true)).toEqual({ type: 'archive.saved' });
  expect(await old.isOpen()).toBe(false);
  const text = old.tasks
    .map((task) =>
      typeof task === 'object' && task !== null && 'text' in task ? String(task.text) : '',
    )
    .join();
  const ncryptsec = readArchive(text, trusting)?.ncryptsec ?? '';
  expect(decrypt(ncryptsec, PHRASE)).toEqual(bytesOf(SECRET));
  expect([text.includes(SECRET), JSON.stringify(old.heard).includes('ncryptsec')]).toEqual([
    false,
    false,
  ]);
  expect(await (await device()).look(fileOf(old))).toMatchObject({ plan: { key: true } });
  const opening = { verify: async () => trusting, spawn };
  expect(await keyInArchive({ file: fileOf(old), passphrase: PHRASE }, opening)).toBe(ncryptsec);
  expect(await keyInArchive({ file: fileOf(old), passphrase: 'another' }, opening)).toBeUndefined();
});

test('E-47 unreadable databases make no file that looks complete; full storage is reported', async () => {
  const blocked = await device({
    fail: (operation) => (operation === 'open' ? new DOMException('blocked') : undefined),
  });
  expect(await blocked.make()).toEqual({ type: 'archive.failed', why: 'failed' });
  expect(blocked.saved).toEqual([]);
  const [old, full] = [await device(), await device()];
  old.storages.account(ME).write('theme', 'ice');
  await old.make();
  await full.look(fileOf(old));
  full.browser.setFull(true);
  expect(await full.tell({ type: 'archive.write' })).toEqual({
    type: 'archive.failed',
    why: 'failed',
  });
});

test('BEYOND-16 INV-NO-LOSS a text that a closing page left in local storage only is included, too', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.keep(5, 'on the disk');
  const writing = { text: 'on the doorstep', begun: 0, people: {}, files: [] };
  old.storages.account(ME).write('noteDraft', { writing, at: 6 }, 'note');
  old.storages
    .account(ME)
    .write('noteDraft', { writing: { ...writing, text: 'an answer' }, at: 1 }, 'e:1/x');
  await old.make();
  expect(await fresh.look(fileOf(old))).toMatchObject({ plan: { drafts: 2 } });
  await fresh.tell({ type: 'archive.write' });
  const { texts } = await fresh.kept();
  expect(
    ['on the doorstep', 'an answer', 'on the disk'].map((text) => texts.includes(text)),
  ).toEqual([true, true, false]);
});

test('a dropped file is not written, and a closed page receives nothing more', async () => {
  const [old, fresh] = [await device(), await device()];
  await old.keep(5, 'text', follows(1));
  await old.make();
  await fresh.look(fileOf(old));
  void fresh.tell({ type: 'archive.drop' });
  expect(await fresh.tell({ type: 'archive.write' })).toEqual({
    type: 'archive.failed',
    why: 'failed',
  });
  fresh.stop();
  expect(await fresh.kept()).toMatchObject({ versions: 0 });
});

test('BEYOND-16 each stored setting is included, except those that all accounts share', () => {
  const written: string[] = [];
  const write = (key: string, _: unknown, part?: string) =>
    void written.push(part === undefined ? key : `${key}/${part}`);
  const scope = { read: () => undefined, write, remove: () => undefined };
  writeSettings(scope, scope, EVERY_SETTING);
  expect(written).toContain('moderation');
  expect(written.filter((name) => !ARCHIVED_SETTINGS.includes(name))).toEqual([
    'nostrStats',
    'hotTopics',
    'trendingUsers',
  ]);
});
