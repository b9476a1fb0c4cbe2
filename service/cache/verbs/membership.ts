import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { PATRON } from '../../money/membership-shop.ts';
import type { CacheContext } from '../cache-context.ts';
import type { Payload } from '../payload.ts';
import { type Result, synthetic } from '../results.ts';
import { savedRequest } from '../signed-request.ts';
import { btcOf } from './purchases.ts';

/**
 * Return the membership of the asking account (MEMBER-01), or no result for strangers.
 * `used_storage` in bytes of its uploads.
 */
export async function membershipStatus(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { pubkey } = await savedRequest(context, payload);
  const { store, options } = context;
  const [member] = await store.membersAmong([pubkey]);
  if (!member) return [];
  const { name = '', tier, cohort1, cohort2, expiresOn, shoutout } = member;
  const origin = options.origin ?? '';
  const address = name === '' || !URL.canParse(origin) ? '' : `${name}@${new URL(origin).host}`;
  const bytes = [...(await store.uploadedBytes(pubkey)).values()].reduce(
    (sum, each) => sum + each,
    0,
  );
  const given = (await store.givenFor(PATRON)).find(({ receiver }) => receiver === pubkey);
  const status = {
    pubkey,
    tier: tier === '' ? 'free' : tier,
    name,
    rename: '',
    nostr_address: address,
    lightning_address: address,
    primal_vip_profile: address === '' ? '' : `${origin}/${name}`,
    used_storage: bytes,
    expires_on: expiresOn ?? null,
    cohort_1: cohort1,
    cohort_2: cohort2,
    recurring: false,
    renews_on: null,
    edited_shoutout: shoutout,
    donated_btc: given ? btcOf(given.msats) : '0',
  };
  return [synthetic(RESULT.MembershipStatus, status)];
}
