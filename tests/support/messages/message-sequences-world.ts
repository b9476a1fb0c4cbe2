import { type AnyActorRef, type AnyEventObject, createActor, fromCallback, setup } from 'xstate';
import type { Secret } from '../../../src/events/account/keys/secret.ts';
import type { Claim } from '../../../src/events/connection/claims.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { mergeSeen, type Seen } from '../../../src/events/messages/seen-messages.ts';
import type { OutgoingMessage, Place } from '../../../src/events/messages/outgoing-message.ts';
import { sealIn } from '../../../src/events/messages/unwrap.ts';
import { encryptedJobOf, type OutboxRecord } from '../../../src/events/publish/outbox/outbox.ts';
import { parseJson } from '../../../src/events/core/json.ts';
import { eventId } from '../../../src/events/nostr/serialize.ts';
import { inSeconds, seconds } from '../../../src/events/core/time.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import type { SignRequest } from '../../../src/machines/core/sign-request.ts';
import type { SealTask } from '../../../src/machines/messages/seal-message.machine.ts';
import { range } from '../connection/fake-cache.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

const hex = (digit: string): string => digit.repeat(64);
export const [A, B] = [hex('a'), hex('b')];
const [ANN, BEN] = [hex('c'), hex('d')];
export const PEERS: Readonly<Record<string, readonly [string, string, string]>> = {
  [A]: [ANN, BEN, B],
  [B]: [ANN, BEN, A],
};
export const RELAY = pressed('wss://relay.example');
/** True for Ann and the two accounts, which have relays for private messages. */
export const isPrivate = (peer: string): boolean => peer !== BEN;
/** True for the peer that both accounts follow. */
const isFollowed = (peer: string): boolean => peer === ANN;

const verify = verifyWith(() => true);
const sign = (request: SignRequest, pubkey: string): VerifiedEvent | undefined =>
  request.act.do === 'sign' ? trusted({ ...request.act.template, pubkey }) : undefined;

/** One message between two accounts. */
interface Said {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** An answer, or a frame of a stream, on its way to the caller. */
export interface Frame {
  readonly to: AnyActorRef;
  readonly events: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
}

/** An actor that ends at once with a computed answer, as a port without a user prompt. */
const atOnce = <I, O>(compute: (input: I) => O) =>
  setup({ types: { input: {} as I, context: {} as { input: I }, output: {} as O } }).createMachine({
    context: ({ input }) => ({ input }),
    initial: 'done',
    states: { done: { type: 'final' } },
    output: ({ context }) => compute(context.input),
  });

/**
 * A minimal and honest caching service, relay, outbox and disk, which accounts A and B share in all
 * their tabs. Encrypted content cannot be read without its key. The world knows every message, so
 * that the tests can compare all shown text with it.
 */
export function postWorld() {
  let now = 1_000;
  let count = 0;
  const said = new Map<string, Said>();
  const sealedTexts = new Map<
    string,
    { readonly readers: readonly string[]; readonly text: string }
  >();
  const stored: VerifiedEvent[] = [];
  const unread = new Map<string, Set<string>>([A, B].map((account) => [account, new Set()]));
  const wraps: VerifiedEvent[] = [];
  const records = new Map<string, OutboxRecord>();
  const watchers = new Map<string, Set<AnyActorRef>>();
  const copies = new Map<string, VerifiedEvent>();
  const rows: Array<{
    readonly key: number;
    readonly account: string;
    readonly outgoing: OutgoingMessage;
  }> = [];
  const places = new Map<string, Place>();
  const seen = new Map<string, Seen>(
    [A, B].map((account) => [account, { from: seconds(0), peers: new Map() }]),
  );

  /** Text in the form of its scheme; only these two accounts can decrypt it. */
  const encrypt = (scheme: 'nip04' | 'nip44', readers: readonly string[], text: string): string => {
    const name = String(++count).padStart(8, '0');
    const cipher =
      scheme === 'nip04'
        ? `${name.padEnd(22, 'A')}==?iv=${'A'.repeat(22)}==`
        : `A${name}`.padEnd(132, 'A');
    sealedTexts.set(cipher, { readers, text });
    return cipher;
  };
  const decrypt = (account: string, peer: string, cipher: string): string | undefined => {
    const found = sealedTexts.get(cipher);
    return found?.readers.includes(account) && found.readers.includes(peer)
      ? found.text
      : undefined;
  };
  const oldForm = ({ from, to, text }: Said, at: number): VerifiedEvent => {
    const event = trusted({
      kind: 4,
      pubkey: from,
      content: encrypt('nip04', [from, to], text),
      created_at: at,
      tags: [['p', to]],
    });
    said.set(event.id, { from, to, text });
    return event;
  };
  const wrapAround = (seal: VerifiedEvent, to: string): VerifiedEvent => {
    const pubkey = (++count).toString(16).padStart(64, '0');
    return trusted({
      kind: 1_059,
      pubkey,
      created_at: ++now,
      tags: [['p', to]],
      content: encrypt('nip44', [pubkey, to], JSON.stringify(seal)),
    });
  };
  const sealed = ({ from, to, text }: Said, at: number, reader: string): VerifiedEvent => {
    const rumor = {
      kind: 14,
      pubkey: from,
      created_at: seconds(at),
      tags: [['p', to]] as const,
      content: text,
    };
    const id = eventId(rumor);
    said.set(id, { from, to, text });
    return trusted({
      kind: 13,
      pubkey: from,
      created_at: at,
      content: encrypt('nip44', [from, reader], JSON.stringify({ ...rumor, id })),
    });
  };
  const store = (event: VerifiedEvent): void => {
    if (stored.some(({ id }) => id === event.id)) return;
    stored.push(event);
    const to = event.tags[0]?.[1] ?? '';
    if (to !== event.pubkey) unread.get(to)?.add(event.id);
  };
  const between = (one: string, other: string) =>
    stored.filter(
      ({ pubkey, tags }) =>
        [pubkey, tags[0]?.[1]].includes(one) && [pubkey, tags[0]?.[1]].includes(other),
    );
  const unreadOf = (account: string, peer?: string): number =>
    [...(unread.get(account) ?? [])].filter(
      (id) => peer === undefined || said.get(id)?.from === peer,
    ).length;
  const markRead = (account: string, peer?: string): void => {
    for (const id of unread.get(account) ?? [])
      if (peer === undefined || said.get(id)?.from === peer) unread.get(account)?.delete(id);
  };
  /** Plain recount of the unread messages of an account. */
  const contactsOf = (account: string, relation: string): ReadonlyMap<string, number> =>
    new Map(
      [
        ...new Set(
          stored.flatMap(({ pubkey, tags }) =>
            pubkey === account ? [tags[0]?.[1] ?? ''] : tags[0]?.[1] === account ? [pubkey] : [],
          ),
        ),
      ]
        .filter((peer) => relation === 'any' || isFollowed(peer) === (relation === 'follows'))
        .map((peer) => [peer, unreadOf(account, peer)]),
    );

  /** The answers of the service. */
  const serve = (
    account: string,
    to: AnyActorRef,
    { verb, payload = {} }: { verb: string; payload?: Readonly<Record<string, unknown>> },
  ): Frame => {
    if (verb === 'reset_directmsg_count') markRead(account, String(payload['sender']));
    if (verb === 'reset_directmsg_counts') markRead(account);
    if (verb === 'directmsg_count')
      return {
        to,
        events: [],
        claims: [
          { claim: 'other', kind: RESULT.MessageStats, content: { cnt: unreadOf(account) } },
        ],
      };
    if (verb === 'get_directmsg_contacts') {
      const all = [...contactsOf(account, String(payload['relation']))].map(([peer, cnt]) => {
        const last = between(account, peer).toSorted(newestFirst)[0];
        return { peer, cnt, last };
      });
      const content = Object.fromEntries(
        all.map(({ peer, cnt, last }) => [
          peer,
          { cnt, latest_at: inSeconds(last?.created_at ?? seconds(0)) },
        ]),
      );
      return {
        to,
        events: all.flatMap(({ last }) => last ?? []),
        claims: [
          { claim: 'other', kind: RESULT.MessageStatsPerSender, content },
          range(
            all.map(({ peer }) => peer),
            { orderBy: 'latest_at', since: 1, until: now },
          ),
        ],
      };
    }
    if (verb !== 'get_directmsgs') return { to, events: [], claims: [] };
    const [since, until] = [
      Number(payload['since'] ?? 0),
      Number(payload['until'] ?? Number.MAX_SAFE_INTEGER),
    ];
    const offset = Number(payload['offset'] ?? 0);
    const events = between(account, String(payload['sender']))
      .filter(({ created_at }) => inSeconds(created_at) >= since && inSeconds(created_at) <= until)
      .toSorted(newestFirst)
      .slice(offset, offset + Number(payload['limit'] ?? 20));
    const times = events.map(({ created_at }) => inSeconds(created_at));
    const bounds = times.length > 0 ? { since: Math.min(...times), until: Math.max(...times) } : {};
    return {
      to,
      events,
      claims: [
        range(
          events.map(({ id }) => id),
          bounds,
        ),
      ],
    };
  };

  const tell = (record: OutboxRecord): void => {
    records.set(record.job, record);
    for (const one of watchers.get(record.job) ?? [])
      if (one.getSnapshot().status === 'active') one.send({ type: 'outbox.jobChanged', record });
  };
  const watch = (job: string, from: AnyActorRef): void => {
    watchers.set(job, (watchers.get(job) ?? new Set()).add(from));
  };
  const isFrom = (record: OutboxRecord, account: string, origin: string): boolean =>
    record.account === account &&
    !record.discarded &&
    record.wish.type !== 'list' &&
    record.wish.origin === origin;

  const begin = (
    job: string,
    account: string,
    wish: OutboxRecord['wish'],
    event: VerifiedEvent,
    from: AnyActorRef,
    request?: string,
  ): void => {
    const own = new Map([...records].filter(([, one]) => one.account === account));
    const known = encryptedJobOf(own, wish) ?? records.get(job);
    watch(known?.job ?? job, from);
    // a failed job is replaced by the next one of the same text
    for (const [name, one] of own)
      if (!known && wish.type !== 'list' && isFrom(one, account, wish.origin ?? ''))
        records.set(name, { ...one, discarded: true });
    if (!known)
      records.set(job, {
        job,
        account,
        wish,
        at: seconds(now),
        template: pressed({ ...event }),
        event,
        refusal: undefined,
        relays: new Map([[pressed(RELAY), { outcome: 'waiting' }]]),
        broadcast: { outcome: 'silent' },
        broadcastTo: [],
        imported: true,
        discarded: false,
      });
    from.send({ type: 'outbox.jobCreated', job: known?.job ?? job, request });
    if (known) from.send({ type: 'outbox.jobChanged', record: known });
  };
  /** Handle a request of a tab to its outbox. */
  const outbox = (account: string, event: AnyEventObject): void => {
    if (event.type === 'intents.publish') {
      const {
        draft,
        now: at,
        from,
        origin,
      } = event as never as {
        draft: VerifiedEvent;
        now: VerifiedEvent['created_at'];
        from: AnyActorRef;
        origin: string;
      };
      const signed = trusted({
        kind: draft.kind,
        tags: draft.tags,
        content: draft.content,
        created_at: at,
        pubkey: account,
      });
      const peer = draft.tags[0]?.[1] ?? '';
      said.set(signed.id, {
        from: account,
        to: peer,
        text: decrypt(account, peer, draft.content) ?? '',
      });
      begin(
        `job ${signed.id}`,
        account,
        { type: 'event', draft: pressed(draft), origin },
        signed,
        from,
      );
    }
    if (event.type === 'outbox.wrap') {
      const { message, own, origin, from } = event as never as Record<
        'message' | 'own',
        { event: VerifiedEvent; to: string }
      > & {
        origin: string;
        from: AnyActorRef;
      };
      copies.set(`job ${message.event.id}`, own.event);
      begin(
        `job ${message.event.id}`,
        account,
        { type: 'wrap', id: message.event.id, to: message.to, origin },
        message.event,
        from,
      );
    }
    if (event.type === 'outbox.subscribeToOrigin') {
      const { origin, from, request } = event as never as {
        origin: string;
        from: AnyActorRef;
        request?: string;
      };
      const known = [...records.values()].findLast((one) => isFrom(one, account, origin));
      if (known) begin(known.job, account, known.wish, known.event as VerifiedEvent, from, request);
      else from.send({ type: 'outbox.jobMissing', request });
    }
    const record = records.get(event['job']);
    if (event.type === 'outbox.discard' && record)
      records.set(record.job, { ...record, discarded: true });
    if (event.type === 'outbox.retry' && record) {
      watch(record.job, event['from']);
      tell({ ...record, relays: new Map([[pressed(RELAY), { outcome: 'waiting' }]]) });
    }
  };
  const waiting = () =>
    [...records.values()].filter(
      ({ discarded, relays }) => !discarded && relays.get(RELAY)?.outcome === 'waiting',
    );
  const settle = (record: OutboxRecord, isTaken: boolean): void => {
    const { event, job, wish } = record;
    if (!event) return;
    if (isTaken && wish.type === 'event') store(event);
    const own = copies.get(job);
    if (isTaken && wish.type === 'wrap') wraps.push(event, ...(own ? [own] : []));
    tell({
      ...record,
      relays: new Map([[pressed(RELAY), { outcome: isTaken ? 'accepted' : 'rejected' }]]),
    });
  };
  /** Return the text and peer of a published event. */
  const textOf = ({ event, wish, account }: OutboxRecord): Said | undefined => {
    if (!event || wish.type === 'list') return undefined;
    if (wish.type === 'event') return said.get(event.id);
    const seal = parseJson(decrypt(event.pubkey, wish.to, event.content) ?? '') as VerifiedEvent;
    const rumor = parseJson(decrypt(account, wish.to, seal.content) ?? '') as VerifiedEvent;
    return { from: account, to: wish.to, text: rumor.content };
  };

  return {
    said,
    wraps,
    records,
    store,
    serve,
    outbox,
    contactsOf,
    unreadOf,
    between,
    encrypt,
    textOf,
    waiting,
    settle,
    seen,
    places,
    rows,
    nextKey: () => ++count,
    now: () => now,
    /** An account, or the user with another program, writes `ago` seconds before now. */
    write(from: string, to: string, isPrivately: boolean, ago: number): void {
      const one = { from, to, text: `text ${++count}` };
      const at = ++now - ago;
      if (!isPrivately) store(oldForm(one, at));
      else
        for (const reader of [from, to])
          if (reader === A || reader === B) wraps.push(wrapAround(sealed(one, at, reader), reader));
    },
    tick: () => ++now,
    /** Return the answer of that account's signer, or `undefined` if no account can decrypt it. */
    perform(account: string, request: SignRequest): VerifiedEvent | string | undefined {
      const { act } = request;
      if (act.do === 'decrypt') return decrypt(account, act.peer, act.text);
      if (act.do === 'encrypt') return encrypt(act.scheme, [account, act.peer], act.text);
      const event = sign(request, account);
      return event;
    },
    ports: {
      judge: atOnce(({ texts }: { texts: ReadonlyArray<Secret<string>> }) => {
        const seals = texts.map((text) => sealIn(text.reveal() ?? '', verify));
        return { seals: () => seals, now: seconds(now + 100) };
      }),
      ages: atOnce(() => ({ peer: 0, own: 0 })),
      wrap: atOnce((tasks: readonly SealTask[]) =>
        tasks.map(({ seal, to }) => {
          const reader = to;
          const text = decrypt(seal.pubkey, reader, seal.content);
          const rumor = parseJson(text ?? '{}') as VerifiedEvent;
          said.set(rumor.id, {
            from: seal.pubkey,
            to: rumor.tags[0]?.[1] ?? '',
            text: rumor.content,
          });
          return wrapAround(seal, to);
        }),
      ),
    },
    /** Merge the device's markers of read private messages. */
    markSeen(account: string, more: Seen): Seen {
      const merged = mergeSeen([seen.get(account) ?? more, more]) ?? more;
      seen.set(account, merged);
      return merged;
    },
  };
}

export type PostWorld = ReturnType<typeof postWorld>;

const newestFirst = (one: VerifiedEvent, other: VerifiedEvent): number =>
  inSeconds(other.created_at) - inSeconds(one.created_at) || (one.id < other.id ? 1 : -1);

/** An actor that receives all messages and may answer at once. */
export function listener(hear: (event: AnyEventObject) => void): AnyActorRef {
  return createActor(fromCallback<AnyEventObject>(({ receive }) => receive(hear))).start();
}
