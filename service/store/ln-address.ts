import { field, isRecord, parseJson } from '../../src/events/json.ts';
import { text } from './row.ts';
import { parseStored } from './stored.ts';
import type { Store } from './store.ts';

const MOST_CANDIDATES = 100;
const LONGEST = 300;

/** The account whose profile names that lightning address (lud16), whatever its case; of several the best followed one. */
export function accountOfLnAddress(store: Store, address: string): string | undefined {
  const wanted = address.trim().toLowerCase();
  if (wanted.length > LONGEST) return undefined;
  const words = wanted.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  const sql = `select e.pubkey, e.raw from name_text join events e on e.seq = name_text.rowid left join accounts a on a.pubkey = e.pubkey
    where name_text match ? order by coalesce(a.followers, 0) desc, e.pubkey limit ${MOST_CANDIDATES}`;
  const rows = store.all(sql, [`address : "${words}"`], (row) => ({ pubkey: text(row, 'pubkey'), raw: text(row, 'raw') }));
  return rows.find((row) => addressIn(row.raw) === wanted)?.pubkey;
}

function addressIn(raw: string): string | undefined {
  const content = parseJson(parseStored({ raw }).content);
  const address = isRecord(content) ? field(content, 'lud16') : undefined;
  return typeof address === 'string' ? address.trim().toLowerCase() : undefined;
}
