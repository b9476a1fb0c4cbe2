import { expect, test } from 'vitest';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { fakeSeal } from '../../../../tests/support/account/test-keys.ts';
import { mute } from '../../../events/account/lists/list-intents.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { verifyWith } from '../../../events/nostr/verify.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { outboxLogName, openOutboxLog } from './outbox-log.ts';
import { sealedOutboxLog } from './sealed-outbox-log.ts';

const ME = '1'.repeat(64);
const SECRET = mute({ type: 'word', word: 'anchovy' }, { secret: true });
const OPEN = mute({ type: 'word', word: 'pineapple' });
const wish = (job: string, ...intents: ReturnType<typeof mute>[]): OutboxEntryDraft => ({
  job,
  type: 'intended',
  account: ME,
  wish: { type: 'list', list: 'mutes', intents },
});

async function opened(idb: ReturnType<typeof fakeIdb>, tab: string, seal: DeviceSeal | undefined) {
  let count = 0;
  const journal = await openOutboxLog(ME, {
    factory: idb.factory,
    keyRange: idb.keyRange,
    now: () => seconds(100),
    verify: () => Promise.resolve(verifyWith(() => true)),
    newId: () => `${tab} ${count++}`,
  });
  return sealedOutboxLog(journal, seal, ME);
}

const intentsIn = ({ entries }: { readonly entries: readonly OutboxEntryDraft[] }) =>
  entries.map((line) =>
    line.type === 'intended' && line.wish.type === 'list' ? line.wish.intents : [],
  );

test('ACCOUNT-20 E-47 private tags are never in plain text in the log, and every tab here reads them', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const one = await opened(idb, 'one', seal);
  expect(intentsIn(await one.append([wish('j', SECRET, OPEN)]))).toEqual([[SECRET, OPEN]]);
  const raw = JSON.stringify(idb.rows(outboxLogName(ME), 'log'));
  expect([raw.includes('anchovy'), raw.includes('pineapple'), raw.includes('sealed')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(intentsIn(await (await opened(idb, 'two', seal)).read())).toEqual([[SECRET, OPEN]]);
});

test('ACCOUNT-20 E-47 without its key a private request is skipped, and the other lines stay', async () => {
  const idb = fakeIdb();
  const page = await opened(idb, 'one', undefined);
  expect(intentsIn(await page.append([wish('j', SECRET), wish('k', OPEN)]))).toEqual([
    [SECRET],
    [OPEN],
  ]);
  expect(JSON.stringify(idb.rows(outboxLogName(ME), 'log'))).not.toContain('anchovy');
  expect(intentsIn(await (await opened(idb, 'two', fakeSeal())).read())).toEqual([[OPEN]]);
});

test('ACCOUNT-20 a refused line is returned as it was handed in', async () => {
  const page = await opened(fakeIdb(), 'one', fakeSeal());
  await page.append([wish('j', SECRET)]);
  expect((await page.append([wish('j', SECRET)])).refused).toEqual(
    [wish('j', SECRET)].map((line) => expect.objectContaining(line)),
  );
});
