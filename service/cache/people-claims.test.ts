import { expect, test } from 'vitest';
import { readResult } from '../../src/events/connection/results.ts';
import { emptyFacts, foldFacts } from '../../src/events/facts/facts.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { getRow } from '../../src/events/core/table.ts';
import { seconds } from '../../src/events/core/time.ts';
import {
  key,
  memberOf,
  NOW,
  openVillage,
  type Village,
} from '../../tests/support/service/village.ts';

const PATRON = key(1);

/** A village in which key 1, a patron, is in every list of people that a verb returns. */
async function gathered(): Promise<{ village: Village; payload: Record<string, unknown> }> {
  const village = openVillage();
  village.profile(1, 'ann');
  await village.store.putMembers([
    memberOf(PATRON, {
      name: 'ann',
      tier: 'premium-legend',
      cohort1: 'First',
      cohort2: '2024',
      premiumSince: NOW - 9,
      legendSince: NOW - 5,
      style: 'GOLD',
      customBadge: true,
      avatarGlow: true,
    }),
  ]);
  village.follow(2, 1);
  village.follow(1, 3);
  village.post(2, { kind: KIND.MuteList, tags: [['p', PATRON]] });
  village.post(2, {
    kind: KIND.CategorizedPeople,
    tags: [
      ['d', 'pack'],
      ['p', PATRON],
    ],
  });
  const note = village.note(3, 'a note', 60);
  village.like(1, note);
  village.zap(1, note, 21);
  const own = village.note(1, 'hello from ann', 60);
  village.like(4, own);
  return {
    village,
    payload: {
      pubkeys: [PATRON],
      event_id: note.id,
      query: 'ann',
      sender: PATRON,
      spec: '{"id":"all-notes","kind":"notes"}',
      selector: 'trending_24h',
    },
  };
}

/** Every verb that lists people, and its other parameters. */
const LISTS: readonly (readonly [verb: string, payload: Record<string, unknown>])[] = [
  ['user_infos', {}],
  ['user_profile', { pubkey: PATRON }],
  ['user_followers', { pubkey: key(3) }],
  ['mutual_follows', { pubkey: key(3), user_pubkey: key(2) }],
  ['user_profile_followed_by', { pubkey: key(3), user_pubkey: key(2) }],
  ['contact_list', { pubkey: key(2) }],
  ['mutelist', { pubkey: key(2) }],
  ['parameterized_replaceable_list', { pubkey: key(2), identifier: 'pack' }],
  ['user_search', {}],
  ['get_suggested_users', {}],
  ['explore_people', {}],
  ['scored_users_24h', {}],
  ['event_actions', { kind: KIND.Reaction }],
  ['event_zaps_by_satszapped', {}],
  ['user_zaps_sent', {}],
  ['membership_legends_leaderboard', {}],
  ['membership_premium_leaderboard', {}],
  ['mega_feed_directive', {}],
  ['thread_view', {}],
  ['scored', {}],
];

test.each(LISTS)(
  'MEMBER-05 %s returns memberCohortInfo and legend customization of its people, and both are kept',
  async (verb, special) => {
    const { village, payload } = await gathered();
    const results = (await village.ask(verb, { ...payload, ...special })).map(
      ({ result }) => result,
    );
    const kinds = results.map(({ kind }) => kind);
    expect(kinds).toContain(RESULT.MembershipCohorts);
    expect(kinds).toContain(RESULT.LegendCustomization);
    const claims = results.flatMap((result) => readResult(result) ?? []);
    const kept = foldFacts(foldFacts(emptyFacts, { events: [], claims, now: seconds(NOW) }), {
      events: [],
      claims: [],
      now: seconds(NOW),
    });
    expect(getRow(kept.cohorts, PATRON)).toMatchObject({
      tier: 'premium-legend',
      cohort1: 'First',
      cohort2: '2024',
      legendSince: NOW - 9,
    });
    expect(getRow(kept.legends, PATRON)).toMatchObject({
      style: 'GOLD',
      customBadge: true,
      avatarGlow: true,
    });
  },
);
