// @vitest-environment jsdom
import type { UserMessage } from '../../src/events/account/user-message.ts';
import { failureReason } from '../../src/events/publish/outbox/publish-failure.ts';
import { inEnglish, reasonInEnglish } from '../support/views/in-english.ts';
import { fireEvent } from '@testing-library/react';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { beforeAll } from 'vitest';
import { stateOf } from '../../src/events/publish/outbox/outbox.ts';
import { composeMachine } from '../../src/machines/compose/compose.machine.ts';
import { explore } from '../support/machines/explore.ts';
import { planted } from '../support/machines/planted.ts';
import { publishWalks } from '../support/publish/publish-walks.ts';
import {
  dialog,
  fetchViews,
  offers,
  renderedAccount,
  toasts,
} from '../support/views/rendered-account.tsx';
import { press, testRenderedTrips } from '../support/views/rendered-trips.ts';

const walk = publishWalks['compose'];
if (!walk?.key) throw new Error('no walk');
// a new note; the first input is opened from a scheduled one
const { also: [input] = [], samples, key: keyOf } = walk;

/**
 * Events of the drafts actor act alike in every state. Allowing them only where they are shown
 * halves the number of edges.
 */
const KEEPER = new Set([
  'draft.writeFailed',
  'draft.kept',
  'draft.flush',
  'xstate.error.actor.drafts',
]);

/** Files and emojis have their own tests. In this graph they would double every state. */
const FILES =
  /^(uploads|emoji)\.|^compose\.(attach|detach|describe|picked)$|\.actor\.(emojis|uploads|mention)$/;

const graph = explore(composeMachine, {
  input: input as never,
  samples,
  key: keyOf,
  allows: (snapshot, event) => {
    if (FILES.test(event.type)) return false;
    if (KEEPER.has(event.type)) return snapshot.hasTag('editable');
    // the account's relays are known from the start, and accept its events
    const isLocated = snapshot.context.relays.length > 0;
    if (event.type === 'relayList.changed')
      return !isLocated && event['relays'].every(({ write }: { write: boolean }) => write);
    if (!isLocated) return false;
    // a scheduled note has no proof of work, so the two are explored separately
    const { due, work } = snapshot.context.writing;
    if (event.type === 'compose.set')
      return 'work' in event['extras'] ? due === undefined : work === undefined;
    // typing the same text changes nothing
    return event.type !== 'compose.write' || event['text'] !== snapshot.context.writing.text;
  },
});

async function open(compose = composeMachine) {
  const world = await renderedAccount('/help', { machines: { compose } });
  await press(world, 'New note', document.body);
  const actor: AnyActorRef | undefined = world.features().compose;
  if (!actor) throw new Error('the composer did not open');
  return { ...world, actor };
}
type World = Awaited<ReturnType<typeof open>>;

const PRESSED: Readonly<Record<string, string>> = {
  'compose.publish': 'Publish',
  'compose.retry': 'Send again',
  'compose.edit': 'Edit the text',
  'compose.close': 'Close',
};
const ANSWERS: Readonly<Record<string, string>> = {
  'compose.save': 'Save draft',
  'compose.discard': 'Discard',
  'compose.keepWriting': 'Continue editing',
};

async function play(world: World, event: AnyEventObject): Promise<void> {
  if (event.type === 'relayList.changed') return;
  const [name, answer] = [PRESSED[event.type], ANSWERS[event.type]];
  const composer = dialog('New note');
  if (name !== undefined) return press(world, name, composer);
  if (event.type === 'compose.keepWriting' && !dialog('Save this text?'))
    return press(world, 'Stop', composer);
  if (answer !== undefined) return press(world, answer, dialog('Save this text?'));
  if (event.type.startsWith('draft.'))
    return world.settle(() => world.drafts.report(event as never));
  if (event.type !== 'compose.write') return world.settle(() => world.actor.send(event));
  const field = composer?.querySelector('textarea');
  if (field)
    await world.settle(() => void fireEvent.change(field, { target: { value: event['text'] } }));
}

function shown() {
  const composer = dialog('New note');
  const isPosted = toasts().includes('Note posted successfully');
  if (!composer) return { isPosted };
  const field = composer.querySelector('textarea');
  return {
    isPosted,
    text: field?.value,
    isWritable: field?.readOnly === false,
    status: composer.querySelector('[data-part=status]')?.textContent,
    alert: composer.querySelector('[role=alert]')?.textContent.trim() ?? '',
    question: dialog('Save this text?') !== undefined,
    offers: offers(composer),
  };
}

const EXTRAS = [
  'Add pictures or videos',
  'Add an emoji',
  'Poll',
  'Content warning',
  'Set a time',
  'Proof of work',
];

/** PUBLISH-02 and INV-OUTCOME: a note is reported as posted only once a relay has accepted it. */
function due(snapshot: AnyMachineSnapshot): ReturnType<typeof shown> {
  const { writing, record, failure, reason } = snapshot.context;
  if (snapshot.status === 'done')
    return { isPosted: record !== undefined && stateOf(record) === 'accepted' };
  const is = (tag: string) => snapshot.hasTag(tag);
  const isScheduled = writing.due !== undefined;
  const act = isScheduled ? 'Schedule' : 'Publish';
  const publish = is('publishing')
    ? 'Publishing (busy)'
    : is('opening') || writing.text === ''
      ? `${act} (off)`
      : act;
  const when = (offer: string) => (is('editable') ? offer : `${offer} (off)`);
  const ways = is('failed')
    ? ['Edit the text', 'Send again']
    : is('mining')
      ? ['Stop', 'Working (busy)']
      : ['Close', publish];
  return {
    isPosted: false,
    text: writing.text,
    isWritable: is('editable') || is('early'),
    status: statusDue(snapshot),
    alert: alertDue(snapshot, WORDS[failure] ?? inEnglish(failure && { code: failure }), reason),
    question: is('leaving'),
    offers: [
      'Close',
      ...(isScheduled ? [when('Publish without a schedule')] : []),
      ...(writing.work === undefined ? [] : ['Proof of work', when('Remove the proof of work')]),
      ...EXTRAS.map(when),
      'Preview',
      when('Drafts'),
      ...ways,
    ],
  };
}

/** The failure, that the text is kept, and the reason given by the relay or signer. */
function alertDue(
  snapshot: AnyMachineSnapshot,
  failure: string | undefined,
  said: UserMessage | undefined,
): string {
  const { record } = snapshot.context;
  if (failure === undefined) return '';
  const isKept = snapshot.hasTag('failed') && record?.event;
  const why = record?.event && failureReason(record);
  const words = why && why.code !== 'silent' ? reasonInEnglish(why) : inEnglish(said);
  const stop = (isKept || words) && !failure.endsWith('.') ? '.' : '';
  const kept =
    why?.code === 'unreachable' && why.again
      ? 'Your note is signed and saved.'
      : 'Your note is signed and saved; you can send it again.';
  return `${failure}${stop} ${isKept ? kept : ''}${words ?? ''}`.trim();
}

/** COMPOSE-03. */
const WORDS: Readonly<Record<string, string>> = {
  'publish.unconfirmed': 'No relay confirmed reception of your note after 8 seconds',
};

const UNKEPT: Readonly<Record<string, string>> = {
  full: 'This browser’s storage is full. Your text is lost if you close this page.',
  blocked: 'This browser doesn’t let Starling save anything. Your text is lost if you close it.',
};

function statusDue(snapshot: AnyMachineSnapshot): string {
  const { writing, record, unkept } = snapshot.context;
  if (snapshot.matches('late'))
    return 'This device cannot save it right now. It will be sent as soon as possible.';
  if (snapshot.hasTag('publishing'))
    return record && stateOf(record) === 'sending'
      ? 'Sending to 1 relay'
      : 'Waiting for your signature';
  if (snapshot.hasTag('mining'))
    return 'Computing a proof of work, for an hour at most. You can stop it at any time.';
  if (unkept) return UNKEPT[unkept] ?? '';
  if (!snapshot.hasTag('editable')) return '';
  return snapshot.matches({ writing: 'kept' }) && writing.text !== ''
    ? 'Saved on this device'
    : 'Ctrl+Enter to publish';
}

/** A composer that reports every text as accepted (planted). */
const boastful = planted(composeMachine, (config) => {
  Object.assign(config['states']?.['closed'] ?? {}, { entry: 'notifyPosted' });
});

beforeAll(() => fetchViews('/help'));

testRenderedTrips(
  {
    name: 'the composer',
    graph,
    keyOf,
    open: () => open(),
    actor: ({ actor }: World) => actor,
    play,
    shown,
    due,
  },
  {
    name: 'a composer that says accepted when nobody did',
    open: () => open(boastful),
    fails: /isPosted/,
  },
);
