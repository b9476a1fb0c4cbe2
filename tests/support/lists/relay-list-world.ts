import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { accountApp } from '../account/account-app.ts';
import { A } from '../account/session-world.ts';
import { trusted } from '../events/trusted.ts';
import { elapse } from '../machines/clock.ts';

const NOW = 1_700_000_000;
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The whole app of an account whose relay list has these tags. All relays accept everything, except
 * the `dead` ones, which never connect. The caching service broadcasts nothing.
 */
export async function relayListWorld(dead: Set<string>, ...tags: string[][]) {
  const fake = accountApp({ pubkey: A, method: 'extension' });
  const known = [trusted({ kind: KIND.RelayList, pubkey: A, created_at: NOW - 100, tags })];
  const published: Array<{ readonly url: string; readonly event: VerifiedEvent }> = [];
  const editor = () => fake.features().lists?.getSnapshot().children['edit relays'];
  const answerRelays = () => {
    for (const life of fake.sockets.lives) {
      const { url } = life.input;
      if (life.ended || dead.has(url)) continue;
      life.report({ type: 'socket.opened' });
      for (const command of life.told.splice(0)) {
        if (command.type === 'socket.subscribe')
          life.report({ type: 'socket.heard', heard: [{ type: 'ended', id: command.id }] });
        if (command.type !== 'socket.publish') continue;
        const { event } = command;
        published.push({ url, event });
        known.push(event);
        const ok = { type: 'ok', eventId: event.id, accepted: true, reason: '' } as const;
        life.report({ type: 'socket.heard', heard: [ok] });
      }
    }
  };
  const answerService = () => {
    while (fake.isAsked('replaceable_event'))
      fake.answer('replaceable_event', { events: known.slice(-1) });
    if (fake.isAsked('broadcast_events')) fake.refuse('broadcast_events');
  };
  /** Every party answers for that many seconds, and the user agrees to every question. */
  const run = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      answerRelays();
      fake.lock.report({ type: 'lock.granted' });
      fake.versions.report({ type: 'versions.found', events: known, now: seconds(NOW) });
      answerService();
      if (editor()?.getSnapshot().hasTag('asking')) editor()?.send({ type: 'list.confirm' });
      fake.sign();
      await settle();
      elapse(fake.clock, 1_000, 250);
      await settle();
    }
  };
  fake.app.start();
  fake.socket.connect();
  elapse(fake.clock, 2_000, 250);
  await settle();
  await run(3);
  return {
    ...fake,
    published,
    run,
    now: seconds(NOW),
    state: () => editor()?.getSnapshot(),
    relays: () => fake.features().relayList?.getSnapshot().context.relays ?? [],
  };
}
