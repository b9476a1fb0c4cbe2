import { NO_FIELDS } from '../../../src/events/account/profile/profile-fields.ts';
import { quotedMessage } from '../../../src/events/account/user-message.ts';
import { type AnyEventObject, createActor, createMachine } from 'xstate';
import { type OutboxRecord } from '../../../src/events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../src/events/publish/outbox/outbox-fold.ts';
import type { OutboxEntryDraft } from '../../../src/events/publish/outbox/outbox-entry.ts';
import { templateOf } from '../../../src/events/publish/outbox/event-template.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

/** An actor that ignores all events, for inputs and events that need one. */
export const from = createActor(createMachine({})).start();
export const bus = createActor(createMachine({})).start();
export const signer = fakeSession().ref;
export const account = 'b'.repeat(64);
export const error = new Error('x');
export const event = trusted({ content: 'walked' });
/** A relay. */
export const URL = pressed('wss://relay.example');
/** A request for a peer connection. */
export const JOIN = {
  type: 'peer.join',
  from,
  peer: { use: 'wallet', client: account, urls: [URL], proves: true, wanted: true },
};
/** Crashes of children. */
export const fails = (...ids: readonly string[]): Record<string, AnyEventObject[]> =>
  Object.fromEntries(
    ids.map((id) => `xstate.error.actor.${id}`).map((type) => [type, [{ type, error }]]),
  );
/** Ends of an invoked child: one for each output, and a crash. */
export const ends = (
  id: string,
  outputs: readonly unknown[],
): Record<string, AnyEventObject[]> => ({
  [`xstate.done.actor.${id}`]: outputs.map((output) => ({
    type: `xstate.done.actor.${id}`,
    output,
  })),
  ...fails(id),
});
/** The id of another event. */
export const OTHER = 'e'.repeat(64);
/** The result of a request without an answer. */
export const timeout = { ok: false, reason: 'timeout', text: '' };
export const template = pressed({
  kind: event.kind,
  tags: event.tags,
  content: event.content,
  pubkey: event.pubkey,
  created_at: event.created_at,
});

/** Entries of the outbox's log for the job `j`, by name. */
export const LINES: Record<string, OutboxEntryDraft> = {
  signed: { job: 'j', type: 'signed', event },
  refused: { job: 'j', type: 'refused', reason: quotedMessage('no') },
  discarded: { job: 'j', type: 'discarded' },
  redrafted: {
    job: 'j',
    type: 'drafted',
    template: pressed({ ...template, created_at: seconds(1) }),
    relays: [URL],
  },
  no: { job: 'j', type: 'answered', relay: URL, accepted: false },
  ok: { job: 'j', type: 'answered', relay: URL, accepted: true },
  none: { job: 'j', type: 'broadcast', accepted: [], reason: quotedMessage('x') },
  imported: { job: 'j', type: 'imported' },
  byCache: { job: 'j', type: 'broadcast', accepted: ['wss://by-cache.example'] },
  retried: { job: 'j', type: 'retried' },
};

/** The first entries of that job. */
export const BEGUN: readonly OutboxEntryDraft[] = [
  { job: 'j', type: 'intended', account: event.pubkey, wish: { type: 'event', draft: template } },
  { job: 'j', type: 'drafted', template, relays: [URL] },
];

/** Return the record of a drafted job after further entries. */
export function recordOf(...names: readonly string[]): OutboxRecord {
  return folded(BEGUN, names);
}

/** The same for a gift wrap, which starts signed. */
export function wrapRecord(...names: readonly string[]): OutboxRecord {
  const wrap = trusted({ kind: 1059, content: 'wrapped', tags: [['p', OTHER]] });
  const begun: readonly OutboxEntryDraft[] = [
    { job: 'j', type: 'intended', account, wish: { type: 'wrap', id: wrap.id, to: OTHER } },
    {
      job: 'j',
      type: 'drafted',
      template: templateOf(pressed(wrap), wrap.pubkey, wrap.created_at),
      relays: [URL],
    },
    { job: 'j', type: 'signed', event: wrap },
  ];
  return folded(begun, names);
}

function folded(begun: readonly OutboxEntryDraft[], names: readonly string[]): OutboxRecord {
  const lines = [...begun, ...names.flatMap((name) => LINES[name] ?? [])];
  const record = foldOutbox(
    new Map(),
    lines.map((line) => ({ ...line, at: seconds(1) })),
  ).get('j');
  if (!record) throw new Error('no record');
  return record;
}

/** Events of the memory of an account in the making. */
export const RESTORED = {
  'createMemory.found': ['username', 'details', 'follows', 'save'].map((step) => ({
    type: 'createMemory.found',
    draft: {
      step,
      fields: { ...NO_FIELDS, name: 'ann' },
      follows: ['a'.repeat(64)],
      hadPictures: true,
    },
  })),
  'xstate.error.actor.memory': [
    { type: 'xstate.error.actor.memory', error: new Error('no memory') },
  ],
};
