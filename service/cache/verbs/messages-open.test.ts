import { expect, test } from 'vitest';
import { VERB_TABLE } from '../../../src/events/connection/verb-table.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { CHALLENGE, key, openVillage, proofOf } from '../../../tests/support/service/village.ts';
import { answer, answerSlow, answerStream, isSlow, isStream } from '../answer-verb.ts';
import type { CacheContext } from '../cache-context.ts';
import type { Answer } from '../frames.ts';

const [ANN, BEN] = [1, 2];

/** A village with messages and a draft, whose operator opened the messages or not. */
function peopled(messages?: 'open-to-clients' | 'proved') {
  const village = openVillage({ messages });
  village.profile(ANN, 'ann');
  village.follow(ANN, BEN);
  const note = village.note(ANN, 'open', 50);
  const letter = village.post(BEN, {
    kind: KIND.EncryptedDirectMessage,
    content: 'sealed?iv=x',
    tags: [['p', key(ANN)]],
  });
  const wrap = village.post(BEN, { kind: KIND.GiftWrap, content: 'w', tags: [['p', key(ANN)]] });
  const draft = village.post(ANN, { kind: KIND.Draft, content: 'd', tags: [['d', 'x']] });
  const payload = {
    event_id: note.id,
    event_ids: [note.id, letter.id, wrap.id, draft.id],
    pubkey: key(ANN),
    pubkeys: [key(ANN)],
    user_pubkey: key(ANN),
    receiver: key(ANN),
    sender: key(BEN),
    kind: KIND.Text,
    identifier: 'x',
    query: 'open',
    notes: 'authored',
    name: 'ann',
  };
  return { village, letter, wrap, draft, payload };
}

type Peopled = ReturnType<typeof peopled>;

const onSocket = (context: CacheContext): CacheContext => ({
  ...context,
  connection: { challenge: CHALLENGE, proved: new Set() },
});

async function ask(context: CacheContext, verb: string, payload: unknown): Promise<Answer> {
  if (isSlow(verb)) return answerSlow(context, verb, payload, AbortSignal.timeout(1_000));
  return isStream(verb)
    ? answerStream(context, verb, payload).answer()
    : answer(context, verb, payload);
}

/** The verbs whose answers contain the message, the gift wrap or the draft. */
async function revealing({ village, letter, wrap, draft, payload }: Peopled, isSocket: boolean) {
  const context = isSocket ? onSocket(village.context) : village.context;
  const found: string[] = [];
  for (const verb of Object.keys(VERB_TABLE)) {
    const text = JSON.stringify(await ask(context, verb, payload));
    for (const { sig, kind } of [letter, wrap, draft])
      if (text.includes(sig)) found.push(`${verb} ${kind}`);
  }
  return found;
}

test('NIP-04 no verb gives a private event to a client without a proof, by default', async () => {
  for (const messages of [undefined, 'proved'] as const)
    expect(await revealing(peopled(messages), true)).toEqual([]);
});

test('NIP-04 with open messages exactly two verbs give them to sockets, and none by HTTP', async () => {
  const open = peopled('open-to-clients');
  expect(await revealing(open, true)).toEqual(['get_directmsg_contacts 4', 'get_directmsgs 4']);
  expect(await revealing(open, false)).toEqual([]);
});

test('NIP-04 open messages change no other answer of any verb', async () => {
  const { village, payload } = peopled('proved');
  const closed = onSocket(village.context);
  const open = { ...closed, options: { ...closed.options, messages: 'open-to-clients' } as const };
  const differing: string[] = [];
  for (const verb of Object.keys(VERB_TABLE)) {
    const [one, other] = [await ask(closed, verb, payload), await ask(open, verb, payload)];
    if (JSON.stringify(one) !== JSON.stringify(other)) differing.push(verb);
  }
  expect(differing).toEqual(['get_directmsg_contacts', 'get_directmsgs']);
});

test('NIP-04 a proof of another account is refused, also with open messages', async () => {
  const { village, payload } = peopled('open-to-clients');
  for (const verb of ['get_directmsg_contacts', 'get_directmsgs'])
    expect(
      await ask(onSocket(village.context), verb, { ...payload, event_from_user: proofOf(3) }),
    ).toEqual({ notice: expect.stringMatching(/^auth-required: /) });
});
