import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { eventId } from '../../../src/events/nostr/serialize.ts';
import { inSeconds, seconds } from '../../../src/events/core/time.ts';

/** Return copies of the event with one bit of one field flipped, for texts and numbers. */
export function bitFlips(event: SignedEvent): SignedEvent[] {
  const hex = (text: string, at: number) =>
    text.slice(0, at) +
    (Number.parseInt(text[at] ?? '0', 16) ^ 1).toString(16) +
    text.slice(at + 1);
  const turned = (text: string) =>
    String.fromCharCode((text.charCodeAt(0) || 64) ^ 1) + text.slice(1);
  const tagged = event.tags.map((tag, at) =>
    at === 0 ? tag.map((part, i) => (i === tag.length - 1 ? turned(part) : part)) : tag,
  );
  return [
    ...[0, 31, 63].flatMap((at) => [
      { ...event, id: hex(event.id, at) },
      { ...event, pubkey: hex(event.pubkey, at) },
      { ...event, sig: hex(event.sig, at) },
      { ...event, sig: hex(event.sig, at + 64) },
    ]),
    { ...event, content: turned(event.content) },
    { ...event, created_at: seconds(inSeconds(event.created_at) ^ 1) },
    { ...event, kind: event.kind ^ 1 },
    { ...event, tags: event.tags.length > 0 ? tagged : [['']] },
    { ...event, tags: [...event.tags, ['e']] },
    // an altered event with a recomputed id still has no valid signature
    ...[{ ...event, content: turned(event.content) }].map((altered) => ({
      ...altered,
      id: eventId(altered),
    })),
  ];
}
