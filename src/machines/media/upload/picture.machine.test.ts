import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import {
  hashOf,
  HOME,
  picture,
  uploadPorts,
} from '../../../../tests/support/publish/upload-world.ts';
import { millis } from '../../../events/core/time.ts';
import { type PictureField, pictureMachine } from './picture.machine.ts';

function start() {
  const ports = uploadPorts();
  const clock = new SimulatedClock();
  const input = {
    account: '1'.repeat(64),
    bus: ports.bus.bus,
    signer: ports.signer.ref,
    home: HOME,
  };
  const actor = createActor(pictureMachine.provide({ actors: { uploads: ports.logic } }), {
    clock,
    input,
  }).start();
  const add = (field: PictureField = 'banner', file = picture()) =>
    actor.send({
      type: 'picture.upload',
      field,
      add: {
        files: [file],
        tier: 'none',
        told: undefined,
        servers: { tags: [] },
        mirrors: undefined,
      },
    });
  const upload = () => actor.getSnapshot().children.uploads?.getSnapshot().children['upload 0'];
  return {
    ...ports,
    clock,
    actor,
    add,
    upload,
    state: () => [
      actor.getSnapshot().value,
      actor.getSnapshot().context.field,
      actor.getSnapshot().context.there?.url,
    ],
  };
}

test('PROFILE-10 a profile picture is uploaded, and its address is kept until the profile uses it', async () => {
  const world = start();
  world.add();
  await world.read('a');
  world.sign();
  expect(world.state()).toEqual(['going', 'banner', undefined]);
  world.store();
  elapse(world.clock, 2 * 60 * 60_000, 60_000);
  expect(world.state()).toEqual(['there', 'banner', `${HOME}/${hashOf('a')}.jpg`]);
  world.actor.send({ type: 'picture.uploaded' });
  expect(world.state()).toEqual(['idle', 'banner', undefined]);
});

test('PROFILE-10 MEDIA-01 a picture that is chosen offline waits for the network, also for hours', async () => {
  const world = start();
  world.actor.send({ type: 'network.offline', on: true });
  world.add();
  elapse(world.clock, 2 * 60 * 60_000, 60_000);
  expect([world.reading(), world.state()[0]]).toEqual([0, 'going']);
  world.actor.send({ type: 'network.offline', on: false });
  await world.read('a');
  world.sign();
  world.store();
  expect(world.state()).toEqual(['there', 'banner', `${HOME}/${hashOf('a')}.jpg`]);
});

test('PROFILE-10 a failed upload can be retried or dropped, and a file that is no picture fails at once', async () => {
  const world = start();
  world.add('picture');
  await world.read('a');
  world.refuse();
  expect([world.state()[0], world.upload()?.getSnapshot().context.failure?.fault]).toEqual([
    'failed',
    'unsigned',
  ]);
  world.upload()?.send({ type: 'upload.retry', now: millis(1) });
  expect(world.state()[0]).toBe('going');
  world.sign();
  world.store();
  expect(world.state()).toEqual(['there', 'picture', `${HOME}/${hashOf('a')}.jpg`]);
  world.add('picture', new File(['x'], 'a.txt', { type: 'text/plain' }));
  expect([world.state()[0], world.upload()?.getSnapshot().context.failure?.fault]).toEqual([
    'failed',
    'kind',
  ]);
  world.actor.send({ type: 'picture.cancel' });
  expect([world.state()[0], world.upload()]).toEqual(['idle', undefined]);
});

test('PROFILE-10 a new picture replaces a running upload, cancelling aborts it, and waits time out', async () => {
  const world = start();
  world.add('picture');
  world.add('banner');
  expect([world.state()[1], world.reading()]).toEqual(['banner', 1]);
  await world.read('b');
  world.sign();
  expect(world.going()).toHaveLength(1);
  world.actor.send({ type: 'picture.cancel' });
  expect([world.state()[0], world.going()]).toEqual(['idle', []]);
  world.add('banner');
  world.upload()?.send({ type: 'upload.cancel' });
  expect(world.state()[0]).toBe('idle');
});
