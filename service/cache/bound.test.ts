import { expect, test } from 'vitest';
import { VERB_TABLE } from '../../src/events/connection/verb-table.ts';
import { KIND } from '../../src/events/kinds.ts';
import { seconds } from '../../src/events/time.ts';
import { boundRequestFor, CHALLENGE, key, memberOf, NOW, openVillage, requestFor } from '../../tests/support/village.ts';
import { PRIVATE_KINDS } from '../store/private.ts';
import type { CacheContext } from './context.ts';
import type { Answer } from './frames.ts';
import { answer, answerSlow, answerStream, isSlow, isStream } from './verbs.ts';

const ORIGIN = 'https://town.example';
const [ANN, BEN] = [1, 2];
const HASH = 'e'.repeat(64);
/** Whom Ann followed before, and nobody follows now. */
const FORMER = key(9);

/**
 * Verbs that give an account what it saved here itself to a signature that is fresh and for this verb, and not bound: clients of the protocol know
 * of no other (15.1). Wallets among it are encrypted by the account.
 */
const SAVED = ['get_app_settings', 'get_app_settings_2', 'get_app_subsettings', 'set_app_settings'];

/** A service that holds something of Ann's that is nobody else's business, for every verb that may tell it. */
async function openPrivateVillage() {
  const village = openVillage({ origin: ORIGIN });
  for (const [n, kind] of PRIVATE_KINDS.entries())
    village.post(ANN, {
      kind,
      content: 'secret-event?iv=abcd',
      tags: [
        ['p', key(BEN)],
        ['d', `secret-${n}`],
        ['k', String(KIND.LongForm)],
      ],
    });
  village.post(ANN, { kind: KIND.Contacts, tags: [['p', FORMER]] }, 10 * 86_400);
  village.follow(ANN, BEN);
  const { store } = village;
  await store.putMembers([memberOf(key(ANN), { name: 'ann', tier: 'premium', premiumSince: NOW })]);
  await store.saveSettings(key(ANN), JSON.stringify({ kind: KIND.Settings, content: '{"theme":"secret-theme"}', tags: [] }));
  await store.saveSubsetting(key(ANN), 'user-home-feeds', '"secret-feeds"');
  const memo = { preimage: 'd'.repeat(64), bolt11: 'lnbcrt1', text: 'x', textHash: undefined, request: undefined };
  const times = { createdAt: seconds(NOW), expiresAt: seconds(NOW + 600) };
  await store.keepPlayInvoice({ hash: HASH, payee: 'memberships', msats: 7_000, ...memo, ...times }, HASH);
  const terms = { product: 'secret-product', msats: 7_000, usd: '7', createdAt: seconds(NOW), name: '' };
  await store.keepQuote({ quote: HASH, buyer: key(ANN), receiver: key(BEN), ...terms });
  await store.completeQuote(HASH, memberOf(key(BEN)));
  await store.keepUpload({ hash: HASH, mime: 'image/png', size: 3, width: 1, height: 2 }, key(ANN));
  const uploads = { find: async () => ({ path: '/secret-file', width: 1, height: 2 }), remove: async () => false, free: () => 7 };
  const context = { ...village.context, options: { ...village.context.options, uploads } };
  return { context, secrets: ['secret-', FORMER, `"kind":${KIND.EncryptedDirectMessage},"cnt"`] };
}

const common = {
  pubkey: key(ANN),
  user_pubkey: key(ANN),
  pubkeys: [key(ANN)],
  sender: key(ANN),
  receiver: key(BEN),
  kind: KIND.LongForm,
  identifier: 'secret-0',
  event_id: 'f'.repeat(64),
  query: 'secret',
  limit: 100,
};

async function told(context: CacheContext, verb: string, event_from_user: unknown): Promise<string> {
  const connected = { ...context, connection: { challenge: CHALLENGE, proved: new Set<string>() } };
  const payload = { ...common, event_from_user, settings_event: event_from_user };
  return JSON.stringify(await anyAnswer(connected, verb, payload));
}

function anyAnswer(context: CacheContext, verb: string, payload: unknown): Promise<Answer> {
  if (isStream(verb)) return answerStream(context, verb, payload).answer();
  return isSlow(verb) ? answerSlow(context, verb, payload, new AbortController().signal) : answer(context, verb, payload);
}

test('E-15 B16 every verb that tells what is private asks for a proof bound to service and connection', async () => {
  const { context, secrets } = await openPrivateVillage();
  const wish = { subkey: 'user-home-feeds', settings: 1, limit: 20 };
  const tells = (answered: string) => secrets.some((secret) => answered.replaceAll('\\', '').includes(secret));
  const bound: string[] = [];
  for (const verb of Object.keys(VERB_TABLE)) {
    const proofs = {
      right: boundRequestFor(verb, ANN, wish),
      none: undefined,
      unbound: requestFor(verb, ANN, wish),
      ofOtherConnection: boundRequestFor(verb, ANN, wish, 'd'.repeat(32)),
      forOtherService: boundRequestFor(verb, ANN, wish, CHALLENGE, 'wss://other.example'),
      ofStranger: boundRequestFor(verb, 3, wish),
    };
    const messages = boundRequestFor('direct_messages', ANN);
    const isPrivate = tells(await told(context, verb, proofs.right)) || tells(await told(context, verb, messages));
    if (!isPrivate || SAVED.includes(verb)) continue;
    bound.push(verb);
    const { right: _, ...wrong } = proofs;
    for (const [name, proof] of Object.entries(wrong)) expect(tells(await told(context, verb, proof)), `${verb}: ${name}`).toBe(false);
    expect(await told(context, verb, proofs.unbound)).toMatch(/auth-required|not signed for this request/);
  }
  expect(bound.toSorted()).toEqual([
    'drafts',
    'get_directmsg_contacts',
    'get_directmsgs',
    'membership_content_backup',
    'membership_content_stats',
    'membership_media_management_uploads',
    'membership_purchase_history',
    'membership_recovery_contact_lists',
  ]);
});

test('E-15 whoever proved to be there once on a connection asks with plain requests for the rest of it', async () => {
  const { context } = await openPrivateVillage();
  const connected = { ...context, connection: { challenge: CHALLENGE, proved: new Set<string>() } };
  const ask = (event_from_user: unknown) => answer(connected, 'membership_content_backup', { event_from_user });
  expect(await ask(requestFor('membership_content_backup', ANN))).toEqual({ notice: expect.stringMatching(/^auth-required: not signed/) });
  expect(await ask(boundRequestFor('direct_messages', ANN))).toHaveProperty('results');
  expect(await ask(requestFor('membership_content_backup', ANN))).toHaveProperty('results');
  expect(await ask(requestFor('membership_content_backup', BEN))).toHaveProperty('notice');
  // by HTTP the token of the request is the proof, and a signed request beside it is none (NIP-98)
  const caller = context.options.verify(requestFor('x', ANN));
  const over = { ...context, ...(caller && { caller }) };
  expect(await answer(over, 'membership_content_backup', {})).toHaveProperty('results');
  expect(
    await answer(context, 'membership_content_backup', { event_from_user: boundRequestFor('membership_content_backup', ANN) }),
  ).toEqual({
    notice: 'auth-required: not signed for this connection',
  });
});
