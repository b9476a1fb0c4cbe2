import { describe, expect, test } from 'vitest';
import { composing, wish } from '../../../tests/support/publish/compose-world.ts';
import { HOME, hashOf } from '../../../tests/support/publish/upload-world.ts';
import { millis } from '../../events/core/time.ts';

describe('files', () => {
  const url = `${HOME}/${hashOf('a')}.jpg`;
  const uploaded = async (one: ReturnType<typeof composing>) => {
    await one.uploads.read('a');
    one.uploads.sign();
    one.uploads.store();
  };

  test('INV-NO-LOSS an uploaded file joins the text typed meanwhile, and is stored with it', async () => {
    const one = composing();
    one.write('look');
    one.addFiles(1);
    one.write('look at this');
    await uploaded(one);
    expect(one.text()).toBe(`look at this\n${url}\n`);
    one.wait(300);
    expect(one.kept()).toBe(one.text());
    one.actor.send({ type: 'compose.describe', url, alt: 'A boat' });
    one.wait(300);
    const kept = one.drafts.told().findLast((command) => command.type === 'draft.keep');
    expect(kept?.writing.files[0]).toContain('alt A boat');
    one.actor.send({ type: 'compose.detach', url });
    expect([one.text(), one.actor.getSnapshot().context.writing.files]).toEqual([
      'look at this\n',
      [],
    ]);
    expect(one.actor.getSnapshot().children.uploads?.getSnapshot().context.sent.size).toBe(0);
  });

  test('INV-NO-LOSS file changes are stored as fast as text changes', () => {
    const one = composing();
    const other = `${HOME}/${hashOf('b')}.jpg`;
    const tag = ['imeta', `url ${url}`];
    const kept = () =>
      one.drafts.told().findLast((command) => command.type === 'draft.keep')?.writing;
    for (const event of [
      { type: 'compose.attach', url, tag, now: millis(5) },
      { type: 'compose.describe', url, alt: 'A boat' },
      { type: 'compose.attach', url: other, tag: ['imeta', `url ${other}`], now: millis(6) },
    ] as const) {
      one.actor.send(event);
      one.wait(80);
    }
    expect([kept()?.text, kept()?.files[0]]).toEqual([
      `${url}\n${other}\n`,
      [...tag, 'alt A boat'],
    ]);
    one.write(`${url}\n${other}\nlook`);
    one.wait(80);
    one.actor.send({ type: 'compose.detach', url });
    one.wait(130);
    expect([one.text(), kept()?.text, kept()?.files.length]).toEqual([
      `${other}\nlook`,
      `${other}\nlook`,
      1,
    ]);
  });

  test('INV-NO-LOSS a file attached before the draft is loaded goes out with a text that is sent at once', async () => {
    const one = composing({ silent: true });
    one.addFiles(1);
    one.write('look');
    one.actor.send(wish);
    one.drafts.report({ type: 'draft.found', writing: undefined });
    one.actor.send({ type: 'compose.publishUndescribed' });
    expect([one.is('awaiting'), one.tab.records()]).toEqual([true, []]);
    await uploaded(one);
    const { wish: wanted } = one.tab.records()[0] ?? {};
    expect(wanted?.type === 'event' && wanted.draft.content).toBe(`look\n${url}`);
  });

  test('INV-NO-LOSS a file dropped during another submission is there again with the text', () => {
    const one = composing();
    one.addFiles(1);
    one.actor.send({ type: 'compose.close' });
    one.addFiles(1);
    expect(one.actor.getSnapshot().context.uploading).toBe(1);
    one.actor.send({ type: 'compose.keepWriting' });
    expect(one.actor.getSnapshot().context.uploading).toBe(2);
  });

  test('PUBLISH-01 publishing waits for uploads, then happens by itself once, with the file', async () => {
    const one = composing();
    one.write('look');
    one.addFiles(1);
    one.actor.send(wish);
    one.actor.send(wish);
    expect(one.is('describing')).toBe(true);
    one.actor.send({ type: 'compose.publishUndescribed' });
    expect([one.is('awaiting'), one.is('editable'), one.tab.records()]).toEqual([true, false, []]);
    await uploaded(one);
    expect([one.is('publishing'), one.tab.records().length]).toEqual([true, 1]);
    const { wish: wanted } = one.tab.records()[0] ?? {};
    expect(wanted?.type === 'event' && [wanted.draft.content, wanted.draft.tags[0]?.[0]]).toEqual([
      `look\n${url}`,
      'imeta',
    ]);
  });

  test('a file alone is a note; waiting can be cancelled and stops if a file fails or is removed', async () => {
    const called = composing();
    called.addFiles(1);
    called.actor.send(wish);
    called.actor.send({ type: 'compose.keepWriting' });
    await uploaded(called);
    expect([called.is('editable'), called.tab.records()]).toEqual([true, []]);
    called.actor.send({ type: 'compose.describe', url, alt: 'a boat' });
    called.actor.send(wish);
    expect(called.tab.records()).toHaveLength(1);
    for (const fate of ['fail', 'cancel'] as const) {
      const one = composing();
      one.write('look');
      one.addFiles(2);
      one.actor.send(wish);
      one.actor.send({ type: 'compose.publishUndescribed' });
      if (fate === 'fail') await one.uploads.read('damaged');
      else
        one.actor
          .getSnapshot()
          .children.uploads?.getSnapshot()
          .children['upload 0']?.send({ type: 'upload.cancel' });
      expect([one.is('editable'), one.text(), one.tab.records()]).toEqual([true, 'look', []]);
    }
  });

  test('BEYOND-15 a picture that is described during its upload needs no question', () => {
    const one = composing();
    one.write('look');
    one.addFiles(1);
    const upload = one.actor.getSnapshot().children.uploads?.getSnapshot().children['upload 0'];
    upload?.send({ type: 'upload.describe', alt: 'A boat' });
    one.actor.send(wish);
    expect(one.is('awaiting')).toBe(true);
    one.actor.send({ type: 'compose.keepWriting' });
    upload?.send({ type: 'upload.describe', alt: ' ' });
    one.actor.send(wish);
    expect(one.is('describing')).toBe(true);
  });

  test('MEDIA-01 a failed file is not left out unasked; it is uploaded again or left out', async () => {
    const one = composing();
    one.write('look');
    one.addFiles(2);
    await one.uploads.read('unreadable');
    await uploaded(one);
    one.actor.send(wish);
    one.actor.send({ type: 'compose.publishUndescribed' });
    expect([one.is('incomplete'), one.tab.records()]).toEqual([true, []]);
    one.actor.send({ type: 'compose.keepWriting' });
    expect([one.is('editable'), one.text()]).toEqual([true, `look\n${url}\n`]);
    one.actor.send(wish);
    one.actor.send({ type: 'compose.publishIncomplete' });
    expect(one.tab.records()).toHaveLength(1);
  });

  test('MEDIA-01 failed files of a submission are uploaded again together, and it goes out', async () => {
    const one = composing();
    one.write('look');
    one.addFiles(2);
    await one.uploads.read('unreadable');
    await one.uploads.read('unreadable');
    one.actor.send(wish);
    one.actor.send({ type: 'compose.retryFiles', now: wish.now });
    expect([one.is('awaiting'), one.actor.getSnapshot().context.uploading]).toEqual([true, 2]);
    await uploaded(one);
    expect([one.is('awaiting'), one.tab.records()]).toEqual([true, []]);
    await one.uploads.read('unreadable');
    expect([one.is('editable'), one.tab.records()]).toEqual([true, []]);
  });

  test('MEDIA-01 a text without its failed file still waits for a running upload', async () => {
    const one = composing();
    one.write('look');
    one.addFiles(2);
    await one.uploads.read('damaged');
    one.actor.send(wish);
    one.actor.send({ type: 'compose.publishUndescribed' });
    one.actor.send({ type: 'compose.publishIncomplete' });
    expect([one.is('awaiting'), one.tab.records()]).toEqual([true, []]);
    await uploaded(one);
    const { wish: wanted } = one.tab.records()[0] ?? {};
    expect(wanted?.type === 'event' && wanted.draft.content).toBe(`look\n${url}`);
  });

  test('closing asks during an upload, even without a text; the file may arrive before the answer', async () => {
    const one = composing();
    one.addFiles(1);
    one.actor.send({ type: 'compose.close' });
    expect(one.is('leaving')).toBe(true);
    await uploaded(one);
    one.actor.send({ type: 'compose.save' });
    expect([one.ended(), one.kept()]).toEqual([{ published: false }, `${url}\n`]);
  });
});
