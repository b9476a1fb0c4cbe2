import { expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import type { Claim } from '../../connection/claims.ts';
import { seconds } from '../../core/time.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import {
  challengeIn,
  isSavedSettings,
  legendQuery,
  markReadQuery,
  membershipQuery,
  privateQuery,
  type SignedQuery,
  withProof,
  rateQuery,
  reportQuery,
  saveSettingsQuery,
  saveSubsettingsQuery,
  lastSeenQuery,
  settingsQuery,
  subsettingsQuery,
  tierIn,
} from './signed-query.ts';

const ME = 'a1'.repeat(32);
const PEER = 'b2'.repeat(32);
const SERVICE = 'wss://town.example/v1';

/** Return reason, verb and payload of a query, and the parts of its proof. */
function asked(question: SignedQuery) {
  const { kind, tags, content } = JSON.parse(JSON.stringify(question.draft));
  const proof = signed({ kind: KIND.Settings });
  const { verb, payload } = withProof(question, proof);
  const keys = Object.entries(payload ?? {}).map(([key, value]) => [
    key,
    value === proof ? 'proof' : value,
  ]);
  const others = tags.filter(([name]: string[]) => name !== 'd');
  const purpose = tags.find(([name]: string[]) => name === 'd');
  return {
    said: [question.reason.code, verb, Object.fromEntries(keys)],
    signed: [kind, purpose, others, content === '' ? '' : JSON.parse(content)],
  };
}
const d = (purpose: string) => ['d', 'Starling', purpose];
const PROOF = { event_from_user: 'proof' };

test('ACCOUNT-18 a report names the account, and describes it by a name of 100 characters at most', () => {
  expect(asked(reportQuery(PEER, 'ben'))).toEqual({
    said: ['sign.tellReport', 'report_user', { pubkey: PEER, ...PROOF }],
    signed: [KIND.Settings, d('report_user'), [], { description: "report user 'ben'" }],
  });
  const { content } = reportQuery(PEER, 'x'.repeat(200)).draft;
  expect(content).toContain('x'.repeat(99));
  expect(content).not.toContain('x'.repeat(101));
});

test('ACCOUNT-18 messages of one peer, or all messages, are marked as read', () => {
  expect(asked(markReadQuery(undefined))).toEqual({
    said: ['sign.markRead', 'reset_directmsg_counts', PROOF],
    signed: [
      KIND.Settings,
      d('mark_all_dms_as_read'),
      [],
      { description: 'mark all messages as read' },
    ],
  });
  expect(asked(markReadQuery(PEER))).toEqual({
    said: ['sign.markRead', 'reset_directmsg_count', { sender: PEER, ...PROOF }],
    signed: [
      KIND.Settings,
      d('reset_direct_message_count'),
      [],
      { description: `reset messages from '${PEER}'` },
    ],
  });
});

test('ACCOUNT-18 a proof for private data names the service, and its challenge if it sent one', () => {
  const messages = { verb: 'get_directmsgs', payload: { sender: PEER } } as const;
  expect(asked(privateQuery(SERVICE, undefined, messages))).toEqual({
    said: ['sign.askMessages', 'get_directmsgs', { sender: PEER, ...PROOF }],
    signed: [KIND.Settings, d('direct_messages'), [['relay', SERVICE]], {}],
  });
  const drafts = { verb: 'drafts', payload: { pubkey: ME } } as const;
  const { said, signed: proof } = asked(privateQuery(SERVICE, 'abc', drafts));
  expect(said[0]).toBe('sign.askDrafts');
  expect(proof[2]).toEqual([
    ['relay', SERVICE],
    ['challenge', 'abc'],
  ]);
});

test('ACCOUNT-18 the challenge is at the end of a refusal, in at most 64 hex digits', () => {
  expect(challengeIn('auth-required: a request; challenge=0a1f')).toBe('0a1f');
  for (const text of ['', '; challenge=', '; challenge=xyz', `; challenge=${'a'.repeat(65)}`])
    expect(challengeIn(text)).toBeUndefined();
  expect(challengeIn('; challenge=0a1f and more')).toBeUndefined();
});

test('MEMBER-01 MEMBER-03 a membership, its look and a rate are asked for with the account', () => {
  expect(asked(membershipQuery(ME))).toEqual({
    said: ['sign.askTier', 'membership_status', PROOF],
    signed: [KIND.Settings, d('membership_status'), [['p', ME]], {}],
  });
  const look = { style: 'AQUA', customBadge: true, avatarGlow: false } as const;
  expect(asked(legendQuery(ME, look))).toEqual({
    said: ['sign.legend', 'membership_legend_customization', PROOF],
    signed: [
      KIND.Settings,
      d('membership_legend_customization'),
      [['p', ME]],
      { style: 'AQUA', custom_badge: true, avatar_glow: false, in_leaderboard: true },
    ],
  });
  expect(asked(rateQuery('EUR'))).toEqual({
    said: ['sign.askRate', 'wallet', { operation_event: 'proof' }],
    signed: [RESULT.WalletOperation, undefined, [], ['exchange_rate', { target_currency: 'EUR' }]],
  });
});

test('MEMBER-01 only the names of the two tiers are a tier', () => {
  const tier = (content: unknown, kind: Extract<Claim, { claim: 'other' }>['kind']) =>
    tierIn([{ claim: 'other', kind, content }]);
  for (const name of ['premium', 'premium-legend'])
    expect(tier({ tier: name }, RESULT.MembershipStatus)).toBe(name);
  expect(tier({ tier: 'premium' }, RESULT.Range)).toBe('none');
  expect([tier({ tier: 'gold' }, RESULT.MembershipStatus), tierIn([])]).toEqual(['none', 'none']);
});

test('SETTINGS-01 settings and the values beside them are read and saved by one purpose each', () => {
  expect(asked(settingsQuery())).toEqual({
    said: ['sign.readSettings', 'get_app_settings', PROOF],
    signed: [KIND.Settings, d('get_app_settings'), [], { description: 'Sync app settings' }],
  });
  expect(asked(saveSettingsQuery('{"theme":"ice"}'))).toEqual({
    said: ['sign.saveSettings', 'set_app_settings', { settings_event: 'proof' }],
    signed: [KIND.Settings, d('set_app_settings'), [], { theme: 'ice' }],
  });
  expect(asked(subsettingsQuery('user-nwc'))).toEqual({
    said: ['sign.readSettings', 'get_app_subsettings', PROOF],
    signed: [KIND.Settings, d('get_app_subsettings_nwc'), [], { subkey: 'user-nwc' }],
  });
  expect(asked(saveSettingsQuery('{}', 'v')).said).toEqual([
    'sign.saveSettings',
    'set_app_settings',
    { settings_event: 'proof', before: 'v' },
  ]);
  expect(asked(saveSubsettingsQuery('user-home-feeds', '[1]', 'v')).said).toEqual([
    'sign.saveSettings',
    'set_app_subsettings',
    { ...PROOF, before: 'v' },
  ]);
  expect(asked(saveSubsettingsQuery('user-home-feeds', '[1]'))).toEqual({
    said: ['sign.saveSettings', 'set_app_subsettings', PROOF],
    signed: [
      KIND.Settings,
      d('set_app_subsettings_home'),
      [],
      { subkey: 'user-home-feeds', settings: [1] },
    ],
  });
});

test('SETTINGS-01 only an event for saving, or of an older client, is saved settings', () => {
  const is = (tag: string[], kind: number = KIND.Settings) =>
    isSavedSettings(signed({ kind, tags: [['p', ME, 'x'], tag] }));
  expect(is(['d', 'Starling', 'set_app_settings'])).toBe(true);
  expect(is(['d', 'Starling'])).toBe(true);
  expect(is(['d', 'Starling', 'get_app_settings'])).toBe(false);
  expect(is(['d', 'Starling'], KIND.Text)).toBe(false);
});

test('NOTIF-05 notifications are marked as seen up to the date of the proof', () => {
  const { draft, reason, verb } = lastSeenQuery(seconds(1_760_000_000));
  expect(draft).toMatchObject({ created_at: 1_760_000_000, tags: [d('notifications_laste_seen')] });
  expect([reason.code, verb]).toEqual(['sign.markSeen', 'set_notifications_seen']);
  expect(lastSeenQuery(undefined).draft).not.toHaveProperty('created_at');
});
