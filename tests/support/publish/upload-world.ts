import { createActor, setup, SimulatedClock } from 'xstate';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { millis } from '../../../src/events/core/time.ts';
import {
  type Prepared,
  type PutInput,
  type PutSignal,
  type UploadActor,
  uploadMachine,
} from '../../../src/machines/media/upload/upload.machine.ts';
import {
  uploadsMachine,
  type UploadsEvent,
  type UploadsNews,
} from '../../../src/machines/media/upload/uploads.machine.ts';
import { elapse } from '../machines/clock.ts';
import { mirrorMachine } from '../../../src/machines/media/upload/mirror.machine.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakePromises } from '../machines/fake-promises.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import type { MembershipTier } from '../../../src/events/account/membership/membership.ts';

export const HOME = 'http://127.0.0.1:3000';
const NOW = 1_700_000_000_000;

/** Return a hash made of one repeated letter. */
export const hashOf = (letter: string) => letter.repeat(64);
export const picture = (name = 'boat.jpg', type = 'image/jpeg') =>
  new File(['pixels'], name, { type });
/** A video file that claims that many megabytes. */
export const heavy = (name: string, megabytes: number): File => {
  const file = new File([], name, { type: 'video/mp4' });
  return Object.defineProperty(file, 'size', { value: megabytes * 2 ** 20 });
};

/** The uploads of one text; the test plays signer, bus, disk and server. */
export function uploadPorts() {
  const bus = fakeBus();
  const signer = fakeSession();
  const reads = fakePromises();
  const put = fakePort<{ type: 'put.unavailable' }, PutInput, PutSignal>();
  const upload = uploadMachine.provide({
    actors: { prepare: reads.port('prepare'), put: put.logic },
  });
  const copies = fakePromises();
  const mirror = mirrorMachine.provide({ actors: { order: copies.port('order') } });
  const logic = uploadsMachine.provide({ actors: { upload, mirror } });
  /** Transfers that are still running. */
  const going = () => put.lives.filter(({ ended }) => !ended);
  return {
    bus,
    signer,
    logic,
    going,
    puts: put.lives,
    copies,
    reading: () => reads.waiting().length,
    /**
     * Finish reading the first chosen file, with a hash of that letter; or report it as `damaged`
     * or `unreadable`.
     */
    read: async (letter: string, now = NOW) => {
      const [one] = reads.all.filter(({ signal }) => !signal.aborted && !settled.has(signal));
      if (!one) throw new Error('nothing is being read');
      settled.add(one.signal);
      const whole: Prepared = {
        bytes: new Blob(['pixels']),
        hash: hashOf(letter),
        dim: { width: 4, height: 3 },
        stripped: true,
        now: millis(now),
      };
      if (letter === 'unreadable') one.reject(new Error('gone'));
      else one.resolve(letter === 'damaged' ? undefined : whole);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    },
    /** Approve the first prompt as requested. */
    sign: (): VerifiedEvent => {
      const request = signer.open()[0];
      if (request?.act.do !== 'sign') throw new Error('nothing is to be signed');
      const event = trusted({ ...request.act.template, pubkey: request.pubkey });
      signer.sign(event, request);
      return event;
    },
    refuse: () => signer.refuse(),
    answer: (signal: PutSignal, life = going()[0]) => life?.report(signal),
    /** The server accepts the file and confirms it. */
    store: (life = going()[0]) => {
      if (!life) throw new Error('nothing is being sent');
      const { hash, server } = life.input;
      const body = {
        url: `${server}/${hash}.jpg`,
        sha256: hash,
        size: 6,
        type: 'image/jpeg',
        uploaded: 1,
      };
      life.report({
        type: 'put.answered',
        ok: true,
        status: 200,
        body,
        reason: '',
        now: millis(NOW + 9),
      });
    },
  };
}
const unknown = {
  type: 'uploads.add',
  tier: 'none',
  told: undefined,
  servers: undefined,
  mirrors: undefined,
} as const;
const settled = new WeakSet<AbortSignal>();

/** The uploads under a parent that records their messages. */
export function uploadWorld(change = (logic: typeof uploadsMachine) => logic) {
  const ports = uploadPorts();
  const clock = new SimulatedClock();
  const heard: UploadsNews[] = [];
  const account = '1'.repeat(64);
  const parent = setup({
    types: { events: {} as UploadsNews },
    actors: { uploads: change(ports.logic) },
  }).createMachine({
    invoke: {
      id: 'uploads',
      src: 'uploads',
      input: { account, bus: ports.bus.bus, signer: ports.signer.ref, home: HOME },
    },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent, { clock }).start();
  const uploads = actor.getSnapshot().children['uploads'];
  if (!uploads) throw new Error('no uploads');
  const tell = (event: UploadsEvent) => uploads.send(event);
  const child = (nth: number): UploadActor | undefined =>
    uploads.getSnapshot().children[`upload ${nth}`];
  return {
    ...ports,
    clock,
    uploads,
    heard,
    add: (files: readonly File[], servers: readonly string[] = [], mirrors?: boolean) =>
      tell({
        ...unknown,
        files,
        servers: { tags: servers.map((url) => ['server', url]) },
        mirrors,
      }),
    /** Add files while the account's server list is unknown. */
    addUnlocated: (files: readonly File[]) => tell({ ...unknown, files }),
    /** Add files after the service reported the account's membership. */
    addTold: (files: readonly File[], told: MembershipTier) =>
      tell({ ...unknown, files, tier: told, told, servers: { tags: [] } }),
    tell,
    child,
    failure: (nth: number) => child(nth)?.getSnapshot().context.failure,
    stands: () => [...uploads.getSnapshot().context.stands.values()],
    attached: () => heard.flatMap((news) => (news.type === 'compose.attach' ? [news.url] : [])),
    stand: () => heard.findLast((news) => news.type === 'uploads.statusChanged'),
    wait: (ms: number) => elapse(clock, ms, 1_000),
    stop: () => actor.stop(),
  };
}
