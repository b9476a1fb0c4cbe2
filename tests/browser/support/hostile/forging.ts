import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { isRecord, parseJson } from '../../../../src/events/core/json.ts';
import { eventId } from '../../../../src/events/nostr/serialize.ts';
import { readEvent } from '../../../../src/events/nostr/event-shape.ts';
import { signed } from '../../../support/events/signed.ts';

/** Marker in every forged text. */
export const MARK = 'FORGED';

type Alter = (event: SignedEvent) => SignedEvent;

/** Changes that a forger can make to an event without the author's key. */
const FORGERIES: readonly Alter[] = [
  (event) => ({ ...event, content: changed(event) }),
  (event) => withId({ ...event, content: changed(event) }),
  (event) => withId({ ...event, content: changed(event), sig: signed({ content: MARK }, 9).sig }),
  (event) => withId({ ...signedAs(event, 9), pubkey: event.pubkey }),
  (event) => ({ ...signedAs(event, 9), id: event.id, pubkey: event.pubkey }),
  (event) => ({ ...event, content: changed(event), sig: '0'.repeat(128) }),
];

/** Applies the forgeries in turn. */
export function forger(): Alter {
  let at = 0;
  return (event) => FORGERIES[at++ % FORGERIES.length]?.(event) ?? event;
}

/** The same changes, signed by the true author. `keys`: secret keys by public key. */
export function author(keys: ReadonlyMap<string, number>): Alter {
  return (event) => signedAs(event, keys.get(event.pubkey) ?? 0);
}

/**
 * Alter the picked events of an answer, bare or wrapped as referenced, and replace their old ids by
 * the new ones.
 */
export function altering(alter: Alter, isPicked: (event: SignedEvent) => boolean) {
  return (results: readonly unknown[]): readonly unknown[] => {
    const ids = new Map<string, string>();
    const altered = (event: SignedEvent): SignedEvent => {
      if (!isPicked(event)) return event;
      const other = alter(event);
      ids.set(event.id, other.id);
      return other;
    };
    const all = results.map((result) => {
      const event = readEvent(result);
      if (event) return altered(event);
      const wrapped =
        isRecord(result) && typeof result['content'] === 'string'
          ? readEvent(parseJson(result['content']))
          : undefined;
      return wrapped && isRecord(result)
        ? { ...result, content: JSON.stringify(altered(wrapped)) }
        : result;
    });
    return all.map((result) => (readEvent(result) ? result : renamed(result, ids)));
  };
}

function renamed(result: unknown, ids: ReadonlyMap<string, string>): unknown {
  let text = JSON.stringify(result);
  for (const [before, after] of ids) text = text.replaceAll(before, after);
  return JSON.parse(text);
}

function changed({ kind, content }: SignedEvent): string {
  return kind === 0
    ? JSON.stringify({ name: MARK, display_name: MARK, about: MARK })
    : `${MARK} ${content}`;
}

function withId(event: SignedEvent): SignedEvent {
  return { ...event, id: eventId(event) };
}

function signedAs(event: SignedEvent, key: number): SignedEvent {
  const { kind, created_at } = event;
  return signed(
    { kind, created_at, content: changed(event), tags: event.tags.map((tag) => [...tag]) },
    key,
  );
}
