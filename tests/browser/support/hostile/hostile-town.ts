import { createHash } from 'node:crypto';
import { buildTown } from '../../../../town/build-town.ts';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { isHex } from '../../../../src/events/core/hex.ts';
import { isRecord, parseJson } from '../../../../src/events/core/json.ts';
import { KIND } from '../../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../../src/events/core/time.ts';
import { signed } from '../../../support/events/signed.ts';
import { ADDRESSES, BIDI, MARKUP } from './payloads.ts';
import { now } from '../service/village.ts';

const TEXTS = [...MARKUP, ...BIDI];

/**
 * Tags that the client reads but never shows. Without them the event would no longer be of its
 * kind.
 */
const STRUCTURE = new Set(
  'd dim duration ends endsAt k m ox polltype published_at size starts status x'.split(' '),
);
const MOST_OF_A_SHAPE = 6;
const MOST_ACCOUNTS = 200;

/**
 * The demo town with hostile events: every kind and shape of event, with a payload as each text and
 * address.
 */
export async function hostileTown(): Promise<readonly SignedEvent[]> {
  const events: SignedEvent[] = [];
  await buildTown(
    {
      baseUrl: 'http://127.0.0.1:9',
      insert: async (batch) => events.push(...batch),
      putBlob: async (bytes) => {
        const hash = createHash('sha256').update(bytes).digest('hex');
        return { hash, path: `/${hash}.png` };
      },
      putMembers: async () => undefined,
      keepInvoices: async () => undefined,
      setMeta: async () => undefined,
    },
    { seed: 7, now: now(), scale: 0.1, onProgress: () => undefined },
  );
  const attack = attacker(new Set(events.map(({ pubkey }) => pubkey)));
  const some = sample(
    events.toSorted((one, other) => inSeconds(one.created_at) - inSeconds(other.created_at)),
  );
  return some.map(attack);
}

/** All profiles, and a few events of each other kind and set of tags. */
function sample(events: readonly SignedEvent[]): readonly SignedEvent[] {
  const seen = new Map<string, number>();
  return events.filter(({ kind, tags }) => {
    const shape = `${kind} ${[...new Set(tags.map(([name = '']) => name))].toSorted((one, other) => one.localeCompare(other)).join()}`;
    const count = (seen.get(shape) ?? 0) + 1;
    seen.set(shape, count);
    return kind === KIND.Metadata || count <= MOST_OF_A_SHAPE;
  });
}

/**
 * Sign a copy of an event with a test key and replace user texts by payloads. References stay
 * valid.
 */
function attacker(accounts: ReadonlySet<string>): (event: SignedEvent) => SignedEvent {
  const keys = new Map([...accounts].map((pubkey, at) => [pubkey, (at % MOST_ACCOUNTS) + 1]));
  /** Replacement public keys, by the original key. */
  const names = new Map([...keys].map(([pubkey, key]) => [pubkey, signed({}, key).pubkey]));
  let turn = 0;
  const next = (all: readonly string[]) => all[turn++ % all.length] ?? '';
  const renamed = (hex: string) => names.get(hex) ?? hex;
  const text = (before: string): string => {
    if (isHex(before, 64)) return renamed(before);
    if (/^\d+:[0-9a-f]{64}:/.test(before)) return before.replace(/[0-9a-f]{64}/, renamed);
    if (/^-?[\d.]*$/.test(before)) return before;
    if (/^(?:https?|wss?):/.test(before)) return next(ADDRESSES);
    if (/^[{[]/.test(before)) return JSON.stringify(leaves(parseJson(before)));
    return `${next(TEXTS)} ${before.slice(0, 40)}`;
  };
  const leaves = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(leaves);
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, leaves(each)]))
      : value;
  };
  return ({ id, kind, pubkey, content, tags, created_at }) => {
    const attacked = signed(
      {
        kind,
        created_at,
        content: content === '' ? '' : text(content),
        tags: tags.map(([name = '', ...values]) => [
          name,
          ...(STRUCTURE.has(name) ? values : values.map(text)),
        ]),
      },
      keys.get(pubkey),
    );
    names.set(id, attacked.id);
    return attacked;
  };
}
