import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { relayAsker } from '../../../../tests/support/connection/fake-relays.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { retractMachine } from './retract.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [ME, OTHER, NOTE] = ['1'.repeat(64), '2'.repeat(64), 'e'.repeat(64)];
const relays = ['wss://one.example', 'wss://two.example'];
const like = (content: string, over: Partial<Parameters<typeof trusted>[0]> = {}) =>
  trusted({ pubkey: ME, kind: KIND.Reaction, tags: [['e', NOTE]], content, ...over });

function start({
  known = [],
  urls = relays,
}: {
  known?: readonly VerifiedEvent[];
  urls?: readonly string[];
} = {}) {
  const clock = new SimulatedClock();
  const { ref, heard } = relayAsker();
  const news: AnyEventObject[] = [];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { retract: retractMachine },
  }).createMachine({
    invoke: {
      id: 'one',
      src: 'retract',
      input: {
        account: ME,
        target: NOTE,
        kind: KIND.Reaction,
        known,
        pool: ref as never,
        relays: urls.map((url) => pressed(url)),
      },
    },
    on: { 'retract.found': { actions: ({ event }) => news.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const say = (answer: RelayAnswer) => root.getSnapshot().children['one']?.send(answer);
  return {
    heard,
    brings: (url: string, ...events: VerifiedEvent[]) =>
      say({ type: 'relay.events', url: pressed(url), events }),
    ends: (url: string) => say({ type: 'relay.ended', url: pressed(url), complete: true }),
    wait: (ms: number) => elapse(clock, ms),
    /** Ids in the deletion request. `undefined` if there is no request yet. */
    found: () =>
      news.map(({ draft, act }) => [
        act,
        draft?.tags.flatMap(([name, id]: string[]) => (name === 'e' ? [id] : [])),
      ]),
  };
}

test('NIP-09 an action published from here is retracted at once, without asking relays', () => {
  const one = like('+');
  const { heard, found } = start({ known: [one] });
  expect([heard, found()]).toEqual([[], [[`7 ${NOTE}`, [one.id]]]]);
});

test('NIP-09 own actions on the target are searched on all own relays, and each is named once', () => {
  const { heard, brings, ends, found } = start();
  expect(heard).toMatchObject([
    {
      type: 'relays.ask',
      ask: {
        kind: 'subscribe',
        filters: [{ kinds: [KIND.Reaction], authors: [ME], '#e': [NOTE] }],
      },
      urls: relays,
    },
  ]);
  const [one, two] = [like('+'), like('🤙')];
  brings(
    relays[0]!,
    one,
    like('x', { pubkey: OTHER }),
    like('y', { kind: KIND.Repost }),
    like('z', { tags: [['p', NOTE]] }),
  );
  brings(relays[0]!, like('w', { tags: [['e', OTHER]] }));
  ends(relays[0]!);
  expect(found()).toEqual([]);
  brings(relays[1]!, one, two);
  ends(relays[1]!);
  expect(found()).toEqual([[`7 ${NOTE}`, [one.id, two.id]]]);
});

test('INV-PROGRESS a silent relay delays the retraction by at most five seconds', () => {
  const { brings, ends, wait, found } = start();
  const one = like('+');
  brings(relays[0]!, one);
  ends(relays[0]!);
  wait(4_900);
  expect(found()).toEqual([]);
  wait(100);
  expect(found()).toEqual([[`7 ${NOTE}`, [one.id]]]);
});

test('if no action is found or no relay exists, this is reported', () => {
  const { ends, found } = start();
  for (const url of relays) ends(url);
  const nobody = start({ urls: [] });
  expect([found(), nobody.found(), nobody.heard]).toEqual([
    [[`7 ${NOTE}`, undefined]],
    [[`7 ${NOTE}`, undefined]],
    [],
  ]);
});
