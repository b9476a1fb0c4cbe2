import { type AnyEventObject, createActor, sendTo, setup } from 'xstate';
import type { ProfileField } from '../../../src/events/account/profile/profile-fields.ts';
import type { Tag, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { seconds } from '../../../src/events/core/time.ts';
import {
  type ProfileEditActor,
  type ProfileEditEvent,
  profileEditMachine,
} from '../../../src/machines/account/profile/profile-edit.machine.ts';
import { ME, outboxWorld, RELAYS } from '../publish/outbox-world.ts';
import { trusted } from '../events/trusted.ts';
import type { Ours } from '../../../src/events/nostr/ours.ts';

const HOME = 'http://here.example';
export const TAGS: readonly Tag[] = [['i', 'github:ann', 'proof']];
export const CONTENT = '{"name":"ann","bot":false, "big":12345678901234567890,"lud06":"LNURL"}';

/**
 * Start an editor over a real outbox. The caching service and two relays each store a version, or
 * are down.
 */
export function startProfileEdit({
  content = CONTENT,
  tags = TAGS,
  age = 100,
  relays = RELAYS,
}: {
  content?: string;
  tags?: readonly Tag[];
  age?: number;
  relays?: ReadonlyArray<Ours<string>>;
} = {}) {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  const made = (text: string, created_at: number) =>
    trusted({ pubkey: ME, kind: 0, tags, content: text, created_at });
  const first = made(content, world.now() - age);
  const held = new Map<string, VerifiedEvent | undefined>(
    ['cache', ...RELAYS].map((name) => [name, first]),
  );
  const down = new Set<string>();
  /** Relays that this device does not ask. */
  const paused = new Set<string>();
  /** Ids of versions that this tab cannot decrypt. */
  const refused = new Set<string>();
  const news: AnyEventObject[] = [];
  const parent = setup({
    types: { events: {} as AnyEventObject },
    actors: { edit: profileEditMachine },
  }).createMachine({
    invoke: {
      id: 'edit',
      src: 'edit',
      input: () => ({
        account: ME,
        bus: tab.actor.getSnapshot().context.bus,
        scope: tab.scope,
        records: tab.actor.getSnapshot().context.records,
        relays,
        remembered: [],
        now: seconds(world.now()),
        home: HOME,
      }),
    },
    on: {
      'outbox.changed': { actions: sendTo('edit', ({ event }) => event as never) },
      '*': { actions: ({ event }) => news.push(event) },
    },
  });
  const root = createActor(parent, { clock: world.clock }).start();
  tab.scope.send({ type: 'outbox.subscribe', from: root });
  const actor = root.getSnapshot().children['edit'] as ProfileEditActor;
  const send = (event: ProfileEditEvent) => actor.send(event);
  /** Every source that is up answers with its stored version. */
  const say = () => {
    for (const question of world.questions.filter(({ open }) => open)) {
      question.open = false;
      const { from, url } = question;
      const event = held.get(url);
      if (!down.has(url) && event)
        from.send(
          refused.has(event.id)
            ? { type: 'relay.events', url, events: [], rejected: 1 }
            : { type: 'relay.events', url, events: [event] },
        );
      from.send({
        type: 'relay.ended',
        url,
        complete: !down.has(url),
        ...(paused.has(url) ? { reason: { code: 'relay.suspended' } } : {}),
      });
    }
    if (!tab.bus.open().some(({ query }) => query.verb === 'user_infos')) return;
    const event = held.get('cache');
    if (down.has('cache')) tab.bus.refuse('user_infos');
    else
      tab.bus.answer(
        event && refused.has(event.id) ? { rejected: 1 } : { events: event ? [event] : [] },
        'user_infos',
      );
  };
  const type = (change: Partial<Record<ProfileField, string>>) => {
    for (const [field, text] of Object.entries(change))
      send({ type: 'profile.type', field: field as ProfileField, text });
  };
  const drafted = () => tab.records().flatMap(({ template }) => (template ? [template] : []));
  return {
    ...world,
    tab,
    actor,
    news,
    held,
    down,
    paused,
    refused,
    made,
    first,
    send,
    say,
    type,
    drafted,
    now: world.now,
    context: () => actor.getSnapshot().context,
    value: () => actor.getSnapshot().value,
    shown: () => [...actor.getSnapshot().tags],
    /** Publish from another app. */
    elsewhere: (text: string) => {
      const event = made(text, world.now());
      for (const name of held.keys()) held.set(name, event);
      return event;
    },
    save: () => {
      send({ type: 'profile.save', now: seconds(world.now()) });
      say();
    },
    confirm: () => {
      send({ type: 'profile.confirm', now: seconds(world.now()) });
      say();
    },
    /** All relays answer the events that they received. */
    relays: (outcome: 'accepted' | 'rejected', reason = 'because') => {
      for (const delivery of world.waiting()) world.answer(delivery, outcome, reason);
      if (outcome === 'rejected') tab.broadcast('none');
    },
  };
}

/** Start an editor with typed, shown and confirmed changes that waits for a signature. */
export function publishing(world = startProfileEdit()) {
  world.say();
  world.type({ about: 'hello' });
  world.save();
  world.confirm();
  if (!world.actor.getSnapshot().matches({ publishing: 'watched' }))
    throw new Error('nothing is on its way');
  return world;
}
