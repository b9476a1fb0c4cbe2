import { finalizeEvent } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import { VERB_TABLE } from '../../src/events/connection/verb-table.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import { openPlayBank } from '../../tests/support/money/play-bank.ts';
import { secretKey } from '../../tests/support/events/signed.ts';
import {
  boundRequestFor,
  CHALLENGE,
  key,
  memberOf,
  NOW,
  openVillage,
  requestFor,
} from '../../tests/support/service/village.ts';
import { PRIVATE_KINDS } from '../store/filters/private-kinds.ts';
import type { CacheContext } from './cache-context.ts';
import type { Answer } from './frames.ts';
import { answer, answerSlow, answerStream, isSlow, isStream } from './answer-verb.ts';

const ORIGIN = 'https://town.example';
const [ANN, BEN] = [1, 2];
const HASH = 'e'.repeat(64);
/** Accounts that Ann followed before and does not follow now. */
const FORMER = key(9);

/**
 * Verbs that return an account's own saved data or its membership. Clients of the protocol know no
 * bound request, so an unbound signature is accepted once.
 */
const SAVED = [
  'get_app_settings',
  'get_app_settings_2',
  'get_app_subsettings',
  'membership_status',
];
/** A verb that returns the signed event from its request. */
const ECHO = 'set_app_settings';

/** Open a service with private data of Ann's for every verb that may return it. */
async function openPrivateVillage() {
  const play = await openPlayBank(NOW);
  const village = openVillage({ origin: ORIGIN, bank: play.bank, store: play.store });
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
  await store.saveSettings(
    key(ANN),
    JSON.stringify({ kind: KIND.Settings, content: '{"theme":"secret-theme"}', tags: [] }),
  );
  await store.saveSubsetting(key(ANN), 'user-home-feeds', '"secret-feeds"');
  const memo = {
    preimage: 'd'.repeat(64),
    bolt11: 'lnbcrt1',
    text: 'x',
    textHash: undefined,
    request: undefined,
  };
  const times = { createdAt: seconds(NOW), expiresAt: seconds(NOW + 600) };
  await store.keepPlayInvoice(
    { hash: HASH, payee: 'memberships', msats: 7_000, ...memo, ...times },
    HASH,
  );
  const terms = {
    product: 'secret-product',
    msats: 7_000,
    usd: '7',
    createdAt: seconds(NOW),
    name: '',
  };
  await store.keepQuote({ quote: HASH, buyer: key(ANN), receiver: key(BEN), ...terms });
  await store.completeQuote(HASH, memberOf(key(BEN)));
  await store.keepUpload({ hash: HASH, mime: 'image/png', size: 3, width: 1, height: 2 }, key(ANN));
  const uploads = {
    find: async () => ({ path: '/secret-file', width: 1, height: 2 }),
    remove: async () => false,
    free: () => 7,
  };
  const context = { ...village.context, options: { ...village.context.options, uploads } };
  return {
    context,
    secrets: [
      'secret-',
      '"used_storage":',
      'nostr+walletconnect://',
      FORMER,
      `"kind":${KIND.EncryptedDirectMessage},"cnt"`,
    ],
  };
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

async function told(
  context: CacheContext,
  verb: string,
  event_from_user: unknown,
): Promise<string> {
  const connected = { ...context, connection: { challenge: CHALLENGE, proved: new Set<string>() } };
  const payload = {
    ...common,
    event_from_user,
    settings_event: event_from_user,
    ...operationOf(verb, event_from_user),
  };
  return JSON.stringify(await anyAnswer(connected, verb, payload));
}

/** The same request as a wallet operation, which has its own kind and name. */
function operationOf(verb: string, proof: unknown): object {
  const request = readEvent(proof);
  if (verb !== 'wallet' || !request) return {};
  const kind = RESULT.WalletNwcConnection;
  const draft = {
    kind,
    created_at: inSeconds(request.created_at),
    tags: request.tags.map((tag) => [...tag]),
    content: '["nwc_connect",{}]',
  };
  return {
    operation_event: finalizeEvent(
      draft,
      secretKey([ANN, BEN, 3].find((n) => key(n) === request.pubkey) ?? 0),
    ),
  };
}

function anyAnswer(context: CacheContext, verb: string, payload: unknown): Promise<Answer> {
  if (isStream(verb)) return answerStream(context, verb, payload).answer();
  return isSlow(verb)
    ? answerSlow(context, verb, payload, new AbortController().signal)
    : answer(context, verb, payload);
}

test('E-15 every verb that returns private data requires a proof bound to service and connection', async () => {
  const { context, secrets } = await openPrivateVillage();
  const wish = { subkey: 'user-home-feeds', settings: 1, limit: 20 };
  const tells = (answered: string) =>
    secrets.some((secret) => answered.replaceAll('\\', '').includes(secret));
  const [bound, saved]: [string[], string[]] = [[], []];
  for (const verb of Object.keys(VERB_TABLE)) {
    const proofs = {
      right: boundRequestFor(verb, ANN, wish),
      none: undefined,
      unbound: requestFor(verb, ANN, wish),
      ofOtherConnection: boundRequestFor(verb, ANN, wish, 'd'.repeat(32)),
      forOtherService: boundRequestFor(verb, ANN, wish, CHALLENGE, 'wss://other.example'),
      forOtherPurpose: boundRequestFor('report_user', ANN, wish),
      ofStranger: boundRequestFor(verb, 3, wish),
    };
    const messages = boundRequestFor('direct_messages', ANN);
    const isPrivate =
      tells(await told(context, verb, proofs.right)) || tells(await told(context, verb, messages));
    if (!isPrivate || verb === ECHO) continue;
    if (SAVED.includes(verb)) {
      saved.push(verb);
      const { ofOtherConnection, forOtherService, ofStranger, none } = proofs;
      for (const proof of [none, ofOtherConnection, forOtherService, ofStranger])
        expect(tells(await told(context, verb, proof)), verb).toBe(false);
      expect(tells(await told(context, verb, proofs.unbound)), `${verb}: unbound`).toBe(true);
      expect(await told(context, verb, proofs.unbound), verb).toMatch(
        /auth-required: this signature was used before; challenge=/,
      );
      const late = requestFor(verb, ANN, wish, { created_at: NOW - 301 });
      expect(await told(context, verb, late)).toContain('event too old');
      continue;
    }
    bound.push(verb);
    const { right: _, forOtherPurpose, ...others } = proofs;
    // a wallet operation has its purpose in its own kind and name
    const wrong = verb === 'wallet' ? others : { ...others, forOtherPurpose };
    for (const [name, proof] of Object.entries(wrong))
      expect(tells(await told(context, verb, proof)), `${verb}: ${name}`).toBe(false);
    expect(await told(context, verb, proofs.unbound), verb).toMatch(
      /auth-required|not signed for this request/,
    );
  }
  expect(saved.toSorted()).toEqual(SAVED);
  expect(bound.toSorted()).toEqual([
    'drafts',
    'get_directmsg_contacts',
    'get_directmsgs',
    'membership_content_backup',
    'membership_content_stats',
    'membership_media_management_uploads',
    'membership_purchase_history',
    'membership_recovery_contact_lists',
    'wallet',
  ]);
});

test('E-15 after one proof on a connection, plain requests are enough for the rest of it', async () => {
  const { context } = await openPrivateVillage();
  const connected = { ...context, connection: { challenge: CHALLENGE, proved: new Set<string>() } };
  const ask = (event_from_user: unknown) =>
    answer(connected, 'membership_content_backup', { event_from_user });
  expect(await ask(requestFor('membership_content_backup', ANN))).toEqual({
    notice: expect.stringMatching(/^auth-required: not signed/),
  });
  expect(await ask(boundRequestFor('direct_messages', ANN))).toHaveProperty('results');
  expect(await ask(requestFor('membership_content_backup', ANN))).toHaveProperty('results');
  expect(await ask(requestFor('membership_content_backup', BEN))).toHaveProperty('notice');
  // By HTTP only the token of the request counts as proof, not a signed request beside it (NIP-98).
  const caller = context.options.verify(requestFor('x', ANN));
  const over = { ...context, ...(caller && { caller }) };
  expect(await answer(over, 'membership_content_backup', {})).toHaveProperty('results');
  expect(
    await answer(context, 'membership_content_backup', {
      event_from_user: boundRequestFor('membership_content_backup', ANN),
    }),
  ).toEqual({
    notice: 'auth-required: not signed for this connection',
  });
});
