import { getPublicKey } from 'nostr-tools';
import { encodeBech32 } from '../../../src/events/nostr/bech32.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { secretKey, signed } from '../../support/events/signed.ts';
import { now } from './service/village.ts';

export const [ADA, ZED, JUN, IRIS] = [31, 33, 9, 2];
export const ADA_KEY = getPublicKey(secretKey(ADA));
export const ZED_KEY = getPublicKey(secretKey(ZED));
export const LOST = 'e'.repeat(64);
export const LOST_KEY = getPublicKey(secretKey(77));

/**
 * Each part of an event names its own host, so that a connection shows its cause. A connection
 * would tell these hosts who reads.
 */
export const tells = (part: string) => `tells-${part}.example`;
export const site = (part: string) => `https://${tells(part)}/${part}`;
export const relay = (part: string) => `wss://${tells(`relay-${part}`)}`;
/** Pictures and videos are loaded by the media rule. */
export const PICTURES = 'media.example';
export const media = (file: string) => `https://${PICTURES}/${file}`;
/** Relays in the reader's own relay list. */
export const OWN = 'own.example';

let at = 0;
/** Creates events with increasing dates, so that versions and pages have an order. */
export const said = (kind: number, tags: string[][], content = '', key = ADA): SignedEvent =>
  signed({ kind, tags, content, created_at: now() - 4_000 + at++ }, key);

export const lnurl = (part: string) =>
  encodeBech32('lnurl', new TextEncoder().encode(site(part))) ?? '';
