import { createActor, createMachine } from 'xstate';
import type { Walk } from '../machines/app-walks.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import { heavy } from './upload-world.ts';

const bus = createActor(createMachine({})).start();
const signer = fakeSession().ref;
const account = 'b'.repeat(64);
const error = new Error('x');
const OTHER = 'e'.repeat(64);
const HOME = 'http://127.0.0.1:3000';
const UPLOAD = {
  id: 'upload 0',
  account,
  signer,
  file: new File([], 'a.png', { type: 'image/png' }),
  tier: 'none',
  home: HOME,
};
const PREPARED = { bytes: new Blob(), hash: OTHER, dim: undefined, stripped: false, now: 1_000 };
const PERMIT = trusted({ tags: [['expiration', '3601']] });

/** Walks of the machines of files and media servers, in the form of `walks`. */
export const uploadWalks: Record<string, Walk> = {
  upload: {
    input: UPLOAD,
    also: [
      { ...UPLOAD, file: new File([], 'a.txt', { type: 'text/plain' }) },
      { ...UPLOAD, file: heavy('a.mp4', 200) },
    ],
    samples: {
      'upload.tier': ['premium', undefined].map((tier) => ({ type: 'upload.tier', tier })),
      'upload.start': [{ type: 'upload.start', servers: [HOME] }],
      'upload.retry': [1_000, 9e12].map((now) => ({ type: 'upload.retry', now })),
      'upload.describe': [{ type: 'upload.describe', alt: 'a' }],
      'xstate.done.actor.prepare': [PREPARED, undefined].map((output) => ({
        type: 'xstate.done.actor.prepare',
        output,
      })),
      'xstate.error.actor.prepare': [{ type: 'xstate.error.actor.prepare', error }],
      'sign.settled': [
        { ok: true, event: PERMIT },
        { ok: false, failure: { code: 'event_not_signed', detail: { code: 'signer.failed' } } },
      ].flatMap((outcome) =>
        ['upload 0 1', 'upload 0 2'].map((id) => ({ type: 'sign.settled', id, outcome })),
      ),
      'put.progress': [{ type: 'put.progress', sent: 1 }],
      'put.answered': [
        { ok: true, body: { url: `${HOME}/${OTHER}`, sha256: OTHER } },
        { ok: true, body: undefined },
        { ok: false, body: undefined },
      ].map((answer) => ({ type: 'put.answered', status: 0, reason: '', now: 1, ...answer })),
      'xstate.error.actor.put': [{ type: 'xstate.error.actor.put', error }],
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.prepared !== undefined,
        s.context.permit !== undefined,
        Math.min(2, s.context.attempt),
      ]),
  },
  uploads: {
    input: { account, bus, signer, home: HOME },
    samples: {
      'uploads.add': [
        { told: undefined, servers: undefined },
        { told: 'premium', servers: { tags: [] } },
      ].map((known) => ({
        type: 'uploads.add',
        files: [UPLOAD.file],
        tier: 'none',
        mirrors: undefined,
        ...known,
      })),
      'uploads.forget': [{ type: 'uploads.forget', url: HOME }],
      'network.offline': [true, false].map((on) => ({ type: 'network.offline', on })),
      'upload.described': [true, false].map((isDescribed) => ({
        type: 'upload.described',
        id: 'upload 0',
        isDescribed,
      })),
      'upload.statusChanged': ['waiting', 'failed', 'weighing'].map((stand) => ({
        type: 'upload.statusChanged',
        id: 'upload 0',
        stand,
      })),
      'xstate.done.actor.*': [
        {
          type: 'xstate.done.actor.upload 0',
          output: {
            id: 'upload 0',
            file: UPLOAD.file,
            uploaded: undefined,
            stripped: false,
            now: 1,
          },
        },
      ],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.upload 0', actorId: 'upload 0', error }],
      'xstate.done.actor.membership': [
        {
          type: 'xstate.done.actor.membership',
          actorId: 'membership',
          output: { ok: false, reason: 'unsigned', text: '' },
        },
      ],
      'xstate.error.actor.membership': [
        { type: 'xstate.error.actor.membership', actorId: 'membership', error },
      ],
      'xstate.done.actor.locate': [
        { type: 'xstate.done.actor.locate', output: { ok: false, reason: 'timeout', text: '' } },
      ],
      'xstate.error.actor.locate': [{ type: 'xstate.error.actor.locate', error }],
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.tier,
        s.context.isOffline,
        [...s.context.stands.values()].slice(0, 3),
      ]),
  },
  picture: {
    input: { account, bus, signer, home: HOME },
    samples: {
      'picture.upload': [
        {
          type: 'picture.upload',
          field: 'banner',
          add: {
            files: [UPLOAD.file],
            tier: 'none',
            told: undefined,
            servers: { tags: [] },
            mirrors: undefined,
          },
        },
      ],
      'network.offline': [true, false].map((on) => ({ type: 'network.offline', on })),
      'compose.attach': [{ type: 'compose.attach', url: HOME, tag: ['imeta'], now: 1 }],
      'uploads.statusChanged': [
        { open: 1, failed: 0, dropped: false },
        { open: 0, failed: 1, dropped: false },
        { open: 0, failed: 0, dropped: true },
      ].map((stand) => ({ type: 'uploads.statusChanged', now: 1, ...stand })),
    },
    key: (s) => JSON.stringify([s.value, s.context.isOffline, s.context.url !== undefined]),
  },
  mirror: {
    input: { server: HOME, url: HOME, hash: OTHER, permit: PERMIT },
    samples: {
      'xstate.done.actor.order': [{ sha256: OTHER }, undefined].map((output) => ({
        type: 'xstate.done.actor.order',
        output,
      })),
      'xstate.error.actor.order': [{ type: 'xstate.error.actor.order', error }],
    },
  },
  serverCheck: {
    input: { origin: HOME },
    samples: {
      'xstate.done.actor.get': [200, 404].map((output) => ({
        type: 'xstate.done.actor.get',
        output,
      })),
      'xstate.error.actor.get': [{ type: 'xstate.error.actor.get', error }],
    },
  },
  mediaServers: {
    input: { bus, account, home: HOME },
    samples: {
      'mirrors.found': [{ type: 'mirrors.found', on: true }],
      'media.mirrors': [{ type: 'media.mirrors', on: false }],
      'media.check': [{ type: 'media.check', origins: [HOME] }],
      'media.use': [{ type: 'media.use', origin: HOME, intents: [], now: 1 }],
      'xstate.done.actor.*': [
        {
          type: `xstate.done.actor.check ${HOME}`,
          actorId: `check ${HOME}`,
          output: { origin: HOME, isThere: true },
        },
      ],
      'xstate.error.actor.*': [
        { type: `xstate.error.actor.check ${HOME}`, actorId: `check ${HOME}`, error },
      ],
      'xstate.error.actor.mirrors': [
        { type: 'xstate.error.actor.mirrors', actorId: 'mirrors', error },
      ],
      'xstate.done.actor.ask': [
        { ok: true, answer: { events: [], referenced: [], claims: [] } },
        { ok: false, reason: 'notice', text: '' },
      ].map((output) => ({ type: 'xstate.done.actor.ask', actorId: 'ask', output })),
      'xstate.error.actor.ask': [{ type: 'xstate.error.actor.ask', actorId: 'ask', error }],
    },
    key: (s) => JSON.stringify([s.value, [...s.context.checks.values()], s.context.wanted.size]),
  },
};
