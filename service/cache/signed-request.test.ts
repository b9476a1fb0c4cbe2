import fc from 'fast-check';
import { defaultSettings } from './results/default-settings.ts';
import { expect, test } from 'vitest';
import { signedRequest } from './signed-request.ts';
import { signed } from '../../tests/support/events/signed.ts';
import {
  key,
  memberOf,
  NOW,
  openVillage,
  requestFor,
} from '../../tests/support/service/village.ts';
import type { Claim } from '../../src/events/connection/claims.ts';
import { readResult } from '../../src/events/connection/results.ts';
import { parseJson } from '../../src/events/core/json.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { settingsIn, sharedFrom, withChange } from '../../src/events/settings/saved-settings.ts';
import { DEFAULT_ZAPS, zapsFrom } from '../../src/events/settings/zap-settings.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { checkPure } from '../../src/events/nostr/verify-pure.ts';
import { verifyWith } from '../../src/events/nostr/verify.ts';
import {
  membershipQuery,
  type SignedQuery,
  withProof,
  reportQuery,
  saveSettingsQuery,
  settingsQuery,
  tierIn,
} from '../../src/events/account/signing/signed-query.ts';
import { runs } from '../../tests/support/runs.ts';

const ME = 7;
const prove = (asked: SignedQuery, n = ME) =>
  signed({ ...asked.draft, tags: asked.draft.tags.map((tag) => [...tag]), created_at: NOW }, n);
const verify = verifyWith(checkPure);
const status = (content: unknown): Claim => ({
  claim: 'other',
  kind: RESULT.MembershipStatus,
  content,
});

test('ACCOUNT-18 a proof is kind 30078 with the purpose in its d tag, and identifies the account', async () => {
  const { context } = openVillage();
  for (const asked of [membershipQuery(key(ME)), reportQuery(key(2), 'Ann')]) {
    const proof = prove(asked);
    expect([proof.kind, proof.tags.find(([name]) => name === 'd')]).toEqual([
      KIND.Settings,
      ['d', 'Starling', asked.verb],
    ]);
    const { verb, payload } = withProof(asked, proof);
    expect((await signedRequest({ ...context, verb }, payload)).pubkey).toBe(key(ME));
  }
});

test('ACCOUNT-18 ACCOUNT-14 a report counts once for its signer, under any purpose', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 5_000 }), async (name) => {
      const village = openVillage();
      for (let times = 0; times < 2; times++) {
        const asked = reportQuery(key(2), name);
        const { verb, payload } = withProof(asked, prove(asked));
        expect(await village.ask(verb, payload)).toEqual([]);
      }
      const rows = village.store.database.all('select target, reporter from reports', [], (row) => [
        row['target'],
        row['reporter'],
      ]);
      expect(rows).toEqual([[key(2), key(ME)]]);
    }),
    { numRuns: runs(20) },
  );
  expect(reportQuery(key(2), 'Ann').draft.content).toBe(`{"description":"report user 'Ann'"}`);
});

test('ACCOUNT-18 MEMBER-01 the tier is the one that the service has stored; a stranger has none', async () => {
  const village = openVillage();
  const who = (n: number, tier: string) =>
    village.store.putMembers([memberOf(key(n), { name: `n${n}`, tier, premiumSince: NOW })]);
  await who(1, 'premium');
  await who(2, 'premium-legend');
  await who(3, '');
  const tiers = await Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      const asked = membershipQuery(key(n));
      const { verb, payload } = withProof(asked, prove(asked, n));
      return tierIn(
        (await village.ask(verb, payload)).flatMap(({ result }) => readResult(result) ?? []),
      );
    }),
  );
  expect(tiers).toEqual(['premium', 'premium-legend', 'none', 'none']);
  expect(membershipQuery(key(1)).draft).toMatchObject({
    content: '{}',
    tags: [
      ['p', key(1)],
      ['d', 'Starling', 'membership_status'],
    ],
  });
});

test('MEMBER-01 any other value of a tier counts as none', () => {
  fc.assert(
    fc.property(fc.anything(), (junk) => {
      expect(tierIn([status(junk)])).toBe('none');
      expect(tierIn([status({ tier: junk })])).toBe(
        junk === 'premium' || junk === 'premium-legend' ? junk : 'none',
      );
    }),
  );
  expect([tierIn([]), tierIn([status({ tier: 'premium' })])]).toEqual(['none', 'premium']);
});

test('ACCOUNT-18 SETTINGS-02 SETTINGS-05 saved settings are read back, separately for each account', async () => {
  const village = openVillage();
  const ask = async (asked: SignedQuery, n: number) => {
    const { verb, payload } = withProof(asked, prove(asked, n));
    const results = (await village.ask(verb, payload)).map(({ result }) => result);
    const stored = results
      .flatMap((result) => readEvent(result) ?? [])
      .filter(({ kind }) => kind === KIND.Settings);
    const events = stored.flatMap((event) => verify(event) ?? []);
    const altered = stored
      .filter((event) => !verify(event))
      .map((content) => ({ claim: 'other', kind: KIND.Settings, content }) as const);
    return settingsIn(
      { events, claims: [...altered, ...results.flatMap((result) => readResult(result) ?? [])] },
      key(n),
    );
  };
  const fresh = await ask(settingsQuery(), ME);
  const { notifications, notificationsAdditional } = defaultSettings();
  const moderation = {
    apply: true,
    'primal_spam content': true,
    'primal_spam trending': true,
    'primal_nsfw trending': true,
  };
  const defaults = {
    theme: 'sunrise',
    animated: true,
    usePrimalRelay: false,
    notifications,
    notificationsAdditional,
    moderation,
  };
  expect([fresh?.by, sharedFrom(parseJson(fresh?.content ?? ''))]).toEqual(['service', defaults]);
  expect(zapsFrom(parseJson(fresh?.content ?? ''))).toEqual(DEFAULT_ZAPS);
  const content = withChange(fresh?.content ?? '', { theme: 'midnight' });
  expect(await ask(saveSettingsQuery(content), ME)).toMatchObject({ by: 'account', content });
  expect(await ask(settingsQuery(), ME)).toMatchObject({ by: 'account', content });
  expect(await ask(settingsQuery(), 3)).toMatchObject({ by: 'service', isDefault: true });
  // The service keeps keys that are missing in a save and returns them under the new signature.
  const merged = await ask(saveSettingsQuery('{"theme":"ice"}'), ME);
  expect([merged?.by, JSON.parse(merged?.content ?? '')]).toEqual([
    'service',
    { ...JSON.parse(content), theme: 'ice' },
  ]);
});

test('E-15 ACCOUNT-18 published events and events signed for another purpose are no request', async () => {
  const village = openVillage();
  const seen = () => village.store.notificationsSeen(key(ME));
  const by = (event_from_user: unknown) =>
    village.notice('set_notifications_seen', { event_from_user });
  const note = requestFor('notifications_laste_seen', ME);
  const published = village.post(ME, {
    kind: KIND.Settings,
    tags: [['d', 'Starling', 'set_notifications_seen']],
    content: '{}',
  });
  // A newer version replaced it, but it was public.
  village.post(
    ME,
    {
      kind: KIND.Settings,
      tags: [['d', 'Starling', 'set_notifications_seen']],
      content: '{"a":1}',
    },
    -1,
  );
  expect(await by(published)).toBe('published, so that anybody could have sent it');
  for (const tags of [
    [],
    [['d']],
    [['d', 'some app']],
    [['d', 'some app', 'get_app_settings']],
    [['d', 'a', 'b', 'set_notifications_seen']],
  ])
    expect(
      await by(signed({ kind: KIND.Settings, created_at: NOW, tags, content: '{}' }, ME)),
    ).toBe('not signed for this request');
  expect(await seen()).toBeUndefined();
  expect(await by(note)).toBeUndefined();
  expect(await seen()).toBe(NOW);
});

/** The purposes that one widely used client sends. */
const PURPOSES: readonly (readonly [verb: string, purpose: string])[] = [
  ['set_app_settings', 'set_app_settings'],
  ['get_app_settings', 'get_app_settings'],
  ['get_app_subsettings', 'get_app_subsettings_home'],
  ['set_app_subsettings', 'set_app_subsettings_nwc'],
  ['set_notifications_seen', 'notifications_laste_seen'],
  ['reset_directmsg_count', 'reset_direct_message_count'],
  ['reset_directmsg_counts', 'mark_all_dms_as_read'],
  ['report_user', 'report_user'],
  ['membership_change_name', 'change_premium_name'],
  ['membership_status', 'get_membership_status'],
  ['membership_status', 'membership_status'],
  ['membership_purchase_history', 'membership_purchase_history'],
  ['membership_legend_customization', 'membership_legend_customization'],
  ['membership_media_management_uploads', 'membership_media_management_uploads'],
  ['membership_content_backup', 'membership_content_backup'],
  ['membership_content_rebroadcast_status', 'rebroadcasting_status'],
];

test.each(PURPOSES)(
  'ACCOUNT-18 %s is requested as %s in the third element of the d tag, or in the second',
  async (verb, purpose) => {
    const { context } = openVillage();
    for (const d of [
      ['d', 'Primal-Web App', purpose],
      ['d', purpose],
    ]) {
      const event_from_user = signed(
        { kind: KIND.Settings, created_at: NOW, tags: [d], content: '{}' },
        ME,
      );
      expect((await signedRequest({ ...context, verb }, { event_from_user })).pubkey).toBe(key(ME));
    }
  },
);
