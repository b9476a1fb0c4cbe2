import { expect, test } from 'vitest';
import { seconds } from '../../../src/events/core/time.ts';
import { NOW, verify } from '../../../tests/support/service/village.ts';
import { signed } from '../../../tests/support/events/signed.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { onEachEngine, type OpenTried } from '../../../tests/support/store/engines.ts';

const [ANN, BEN, PROVIDER] = [1, 2, 3];
const key = (n: number) => signed({}, n).pubkey;
const note = signed({ content: 'zap me', created_at: NOW - 100 }, ANN);

function request(sats: number, from = BEN): SignedEvent {
  const tags = [
    ['p', key(ANN)],
    ['e', note.id],
    ['amount', String(sats * 1_000)],
  ];
  return signed({ kind: KIND.ZapRequest, content: 'Onward', tags, created_at: NOW - 50 }, from);
}

/** Return a correctly signed receipt with any description. */
function receipt(description: unknown): SignedEvent {
  const tags = [
    ['p', key(ANN)],
    ['e', note.id],
    ['description', JSON.stringify(description)],
  ];
  return signed({ kind: KIND.Zap, tags, created_at: NOW - 40 }, PROVIDER);
}

/**
 * Return the counters after some receipts: zaps and sats of the note and its author, and rows by
 * sender.
 */
async function countedBy(open: OpenTried, ...receipts: readonly SignedEvent[]) {
  const store = await open({ now: () => seconds(NOW), verify });
  await store.insert([note, ...receipts].flatMap((event) => verify(event) ?? []));
  const sum = async (sql: string) => {
    const [row] = await store.rows(sql);
    return row && Object.values(row).map(Number);
  };
  const found = {
    note: (await sum(`select zaps, satszapped, points from stats where target = '${note.id}'`)) ?? [
      0, 0, 0,
    ],
    author: await sum(`select zaps, satszapped from accounts where pubkey = '${key(ANN)}'`),
    rows: await sum('select count(*) from zaps'),
    kept: (await store.events(receipts.map(({ id }) => id))).length,
  };
  await store.close();
  return found;
}

const NOTHING = { note: [0, 0, 0], author: [0, 0], rows: [0] };

onEachEngine((open) => {
  const counted = (...receipts: readonly SignedEvent[]) => countedBy(open, ...receipts);

  test('E-41 INV-VERIFIED a receipt counts by its request if the sender signed the request', async () => {
    expect(await counted(receipt(request(21)))).toEqual({
      note: [1, 21, 5],
      author: [1, 21],
      rows: [1],
      kept: 1,
    });
  });

  test('E-41 INV-VERIFIED a receipt with a forged request is stored as an event and does not count', async () => {
    const good = request(21);
    const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
    const forged: unknown[] = [
      { ...good, sig: flip(good.sig) },
      { ...good, pubkey: key(PROVIDER) },
      { ...good, id: flip(good.id) },
      {
        ...good,
        tags: good.tags.map(([name, value]) =>
          name === 'amount' ? [name, '1000000000'] : [name, value],
        ),
      },
      { ...good, content: 'never said' },
      signed(
        {
          kind: KIND.Text,
          tags: [
            ['p', key(ANN)],
            ['e', note.id],
            ['amount', '21000'],
          ],
        },
        BEN,
      ),
      'no request',
      null,
    ];
    expect(await counted(...forged.map(receipt))).toEqual({ ...NOTHING, kept: forged.length });
  });

  test('E-41 a receipt for another account, another note or an impossible amount does not count', async () => {
    const other = (name: string, value: string) => {
      const { tags, ...rest } = receipt(request(21));
      return signed(
        {
          kind: rest.kind,
          created_at: rest.created_at,
          tags: tags.map((tag) => (tag[0] === name ? [name, value] : [...tag])),
        },
        PROVIDER,
      );
    };
    const wrong = [other('p', key(BEN)), other('e', 'e'.repeat(64)), receipt(request(1_100_001))];
    expect(await counted(...wrong)).toMatchObject(NOTHING);
    expect(await counted(receipt(request(1_100_000)))).toMatchObject({ note: [1, 1_100_000, 5] });
  });

  test('E-20 deleting a receipt removes only its own sats', async () => {
    const [one, two] = [receipt(request(21)), receipt(request(100, 4))];
    const forget = signed(
      { kind: KIND.EventDeletion, tags: [['e', one.id]], created_at: NOW },
      PROVIDER,
    );
    expect(await counted(one, two, forget)).toMatchObject({
      note: [1, 100, 5],
      author: [1, 100],
      rows: [1],
    });
  });
});
