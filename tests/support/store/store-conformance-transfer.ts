import { expect, test } from 'vitest';
import { ORDER } from '../../../service/transfer/archive-format.ts';
import type { MovedEvent, MovedRow, Part } from '../../../service/store/transfer.ts';
import type { Store } from '../../../service/store/store.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { ANN, BEN, CID, ESSAY, NOW, type OpenEngine, openWorld, WORLD } from './store-world.ts';

const { admit } = await openEventVerifier();
const PARTS = ORDER.filter(
  (section): section is Part => section !== 'events' && section !== 'files',
);
const DATES = { premiumSince: NOW, legendSince: undefined, expiresOn: undefined };
const BADGE = {
  style: 'GOLD',
  customBadge: true,
  avatarGlow: false,
  shoutout: 'hi',
  cohort1: 'one',
  cohort2: '',
};
const HASH = 'b'.repeat(64);

/** Copy all data of an engine in chunks into another one, and again from there. */
export function movingOf(engine: string, open: OpenEngine): void {
  test(`${engine} exports all its data to another engine, which gives the same answers`, async () => {
    const from = await openWorld(open);
    await furnish(from);
    // one after the other: some engines have room for only one
    const [copy, answers] = [await copyOf(from, 2), await told(from)];
    await from.close();
    const to = await open({ now: () => seconds(NOW), verify: (event) => admit(event) });
    for (let round = 0; round < 2; round++) await paste(to, copy);
    expect(withoutNumbers(await copyOf(to, 3))).toEqual(withoutNumbers(copy));
    expect(await told(to)).toEqual(answers);
    await to.close();
  });
}

interface Copy {
  readonly rows: ReadonlyMap<Part, readonly MovedRow[]>;
  readonly events: readonly MovedEvent[];
}

/** Read all data of an engine in chunks. */
async function copyOf(store: Store, most: number): Promise<Copy> {
  const rows = new Map<Part, readonly MovedRow[]>();
  for (const part of PARTS) {
    const all: MovedRow[] = [];
    for (
      let some = await store.movedRows(part, undefined, most);
      some.length > 0;
      some = await store.movedRows(part, some.at(-1), most)
    )
      all.push(...some);
    rows.set(part, all);
  }
  return { rows, events: await allEvents(store, most) };
}

/** Remove numbers, as each engine assigns its own. */
function withoutNumbers({ rows, events }: Copy): unknown {
  return {
    rows: [...rows].map(([part, all]) => [part, all.map((row) => without(row, 'n'))]),
    events: events.map(({ raw, hint }) => [raw, hint]),
  };
}

async function paste(store: Store, { rows, events }: Copy): Promise<void> {
  for (const section of ORDER) {
    if (section === 'files') continue;
    if (section === 'read_messages')
      await store.putReadMessages((rows.get(section) ?? []).map(({ id }) => String(id)));
    else if (section !== 'events') await store.putMovedRows(section, rows.get(section) ?? []);
    else
      for (const { raw, hint } of events) {
        const event = admit(JSON.parse(raw));
        if (event) await store.insert([event], hint);
      }
  }
}

/** Write the data that the world's events do not contain. */
async function furnish(store: Store): Promise<void> {
  await store.addReceiver(BEN);
  await store.addReceiver(ANN);
  await store.setNotificationsSeen(BEN, seconds(NOW));
  await store.readMessages(ANN);
  await store.putMembers([{ pubkey: ANN, name: 'anna', tier: 'premium', ...DATES, ...BADGE }]);
  await store.renameMember(ANN, 'ann');
  for (const pubkey of [ANN, BEN, CID]) await store.saveSettings(pubkey, `{"of":"${pubkey}"}`);
  await store.saveSubsetting(ANN, 'a', '1');
  await store.saveSubsetting(ANN, 'b', '2');
  await store.report(BEN, ANN);
  await store.report(WORLD.note.id, ANN, 'spam');
  await store.setStanding(CID, 'allowed', 'a friend');
  await store.note('something', 'noted');
  const file = { hash: HASH, mime: 'image/png', size: 3, width: 1, height: 2 };
  await store.keepUpload(file, ANN);
  await store.shareUpload(HASH, BEN);
  await store.putPreview({
    url: 'https://page.example',
    mime: 'text/html',
    title: 't',
    description: 'd',
    image: '',
    icon: '',
    fetchedAt: seconds(5),
  });
  await store.keepPlayInvoice(
    {
      hash: 'c'.repeat(64),
      preimage: 'd'.repeat(64),
      bolt11: 'lnbcrt1',
      payee: BEN,
      msats: 5_000,
      text: 'tea',
      textHash: undefined,
      request: undefined,
      createdAt: seconds(NOW),
      expiresAt: seconds(NOW + 600),
    },
    'tea',
  );
}

async function allEvents(store: Store, most: number): Promise<MovedEvent[]> {
  const all: MovedEvent[] = [];
  for (
    let events = await store.movedEvents(0, most);
    events.length > 0;
    events = await store.movedEvents(events.at(-1)?.place ?? 0, most)
  )
    all.push(...events);
  return all;
}

/** Return the answers that must be equal on both. */
async function told(store: Store): Promise<unknown> {
  const every = Object.values(WORLD);
  const ids = every.map(({ id }) => id);
  const slice = {
    since: 0,
    until: Number.MAX_SAFE_INTEGER,
    before: Number.MAX_SAFE_INTEGER,
    limit: 100,
    offset: 0,
  };
  const notices = await store.notificationsOf(
    BEN,
    Array.from({ length: 300 }, (_, type) => type),
    slice,
  );
  return {
    events: (await allEvents(store, 3)).map(({ raw, hint }) => [raw, hint]),
    stored: await Promise.all(ids.map((id) => store.isStored(id))),
    counts: await store.countsOfTargets([...ids, ESSAY]),
    totals: await store.netTotals(),
    kinds: await store.kindCounts(BEN),
    essay: (await store.latest(ESSAY))?.raw,
    notices: notices.map((notice) => without(notice, 'seq')),
    unread: [(await store.unreadNotifications(BEN, 9)).length, await store.unreadMessages(ANN, [])],
    receivers: await Promise.all([ANN, BEN, CID].map((pubkey) => store.isReceiver(pubkey))),
    texts: (await store.query([{ kinds: [KIND.Text] }], 100)).map(({ id }) => id),
    zapped: (await store.topZaps([WORLD.note.id], 5)).map(({ sats }) => sats),
  };
}

function without(row: object, name: string): unknown {
  return Object.fromEntries(Object.entries(row).filter(([each]) => each !== name));
}
