import { readLegendStyle } from '../../src/events/account/legend.ts';
import { RESULT } from '../../src/events/kinds.ts';
import type { Member } from '../store/members.ts';
import type { CacheContext } from './context.ts';
import { flagOf, hexOf, type Payload, Refusal, textOf } from './payload.ts';
import { rangeResult } from './range.ts';
import { type Result, synthetic } from './results.ts';
import { contentOf, signedRequest } from './signed-request.ts';
import type { Opened } from './streams.ts';

// Buying and naming (11.2). Where an answer without results would mean success, what is not to be had is refused.

const NAME = /^[a-z0-9]([a-z0-9_.-]{0,28}[a-z0-9])?$/;
const LONGEST_SHOUTOUT = 500;
const NOT_SOLD = 'memberships are not sold here';

/** Whether a name at this service's domain can be had, by that account if one is named (10000601). */
export async function nameAvailable(context: CacheContext, payload: Payload): Promise<Result[]> {
  return [
    synthetic(RESULT.MembershipNameAvailable, {
      available: await isFree(context, textOf(payload, 'name') ?? '', hexOf(payload, 'pubkey')),
    }),
  ];
}

/** A member takes another name; answers whether it was free. */
export async function changeName(context: CacheContext, payload: Payload): Promise<Result[]> {
  const event = await signedRequest(context, payload);
  const name = textOf(contentOf(event), 'name') ?? '';
  const [member] = await context.store.membersAmong([event.pubkey]);
  if (!member || member.tier === '') throw new Refusal(NOT_SOLD);
  const available = await isFree(context, name, event.pubkey);
  if (available) await context.store.renameMember(event.pubkey, name);
  return [synthetic(RESULT.MembershipNameAvailable, { available })];
}

/** A patron's badge, glow and words. What cannot be kept is refused, never dropped in silence. */
export async function legendCustomization(context: CacheContext, payload: Payload): Promise<Result[]> {
  const event = await signedRequest(context, payload);
  const wish = contentOf(event);
  const [member] = await context.store.membersAmong([event.pubkey]);
  if (member?.tier !== 'premium-legend') throw new Refusal('only patrons have a badge');
  if (!flagOf(wish, 'in_leaderboard', true)) throw new Refusal('leaving the leaderboard is not available here');
  await context.store.putMembers([{ ...member, ...badgeOf(wish, member) }]);
  return [];
}

/** Nothing can be bought, so nobody has bought anything (10000605). */
export async function purchaseHistory(context: CacheContext, payload: Payload): Promise<Result[]> {
  await signedRequest(context, payload);
  return [synthetic(RESULT.OrderHistory, []), rangeResult([], [], 'created_at')];
}

export function notSold(): never {
  throw new Refusal(NOT_SOLD);
}

/** Where a purchase would be watched. */
export function notSoldStream(): Opened {
  throw new Refusal(NOT_SOLD);
}

/** The old way to upload (14.5): files go to the media server at the same address. */
export function oldUpload(): never {
  throw new Refusal('upload to the media server instead (Blossom)');
}

async function isFree({ store }: CacheContext, name: string, pubkey: string | undefined): Promise<boolean> {
  if (!NAME.test(name)) return false;
  const owner = (await store.memberNamed(name))?.pubkey;
  return owner === undefined || owner === pubkey;
}

function badgeOf(wish: Payload, member: Member): Pick<Member, 'style' | 'customBadge' | 'avatarGlow' | 'shoutout'> {
  const style = textOf(wish, 'style') ?? member.style;
  if (style !== '' && readLegendStyle(style) === undefined) throw new Refusal('error');
  return {
    style,
    customBadge: flagOf(wish, 'custom_badge', member.customBadge),
    avatarGlow: flagOf(wish, 'avatar_glow', member.avatarGlow),
    shoutout: (textOf(wish, 'edited_shoutout') ?? member.shoutout).slice(0, LONGEST_SHOUTOUT),
  };
}
