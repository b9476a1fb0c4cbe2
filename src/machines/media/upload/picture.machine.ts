import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { ProfileField } from '../../../events/account/profile/profile-fields.ts';
import type { UploadsAdd, UploadsInput, UploadsNews } from './uploads.machine.ts';
import { uploadsMachine } from './uploads.machine.ts';
import type { Uploaded } from '../../../events/media/upload.ts';
import type { NetworkNews } from '../../connection/relay-protocol.ts';
import { whenEvent } from '../../core/event-guards.ts';

/** The two pictures of a profile, and the cover of an article. */
export type ProfilePicture = Extract<ProfileField, 'picture' | 'banner'>;
export type PictureField = ProfilePicture | 'cover';

/** Requests from the user. `add`: the file and the known data of the account. */
export type PictureOrder =
  | { type: 'picture.open' }
  | { type: 'picture.upload'; field: PictureField; add: Omit<UploadsAdd, 'type'> };

export type PictureEvent =
  | UploadsNews
  | PictureOrder
  | Extract<NetworkNews, { type: 'network.offline' }>
  | { type: 'picture.cancel' }
  /** The profile now contains the address. */
  | { type: 'picture.uploaded' };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    picture: PictureEvent;
  }
}

interface Context extends UploadsInput {
  readonly field: PictureField;
  readonly isOffline: boolean;
  /** Address and metadata of the file, once it is uploaded. */
  readonly there: Uploaded | undefined;
}

/**
 * Uploads a profile picture or the cover of an article (PROFILE-10), one at a time. It keeps the
 * address until the caller has used it and does not change the profile itself. The upload has its
 * own timeouts.
 */
export const pictureMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PictureEvent,
    input: {} as UploadsInput,
    tags: {} as 'busy',
    children: {} as { uploads: 'uploads' },
  },
  actors: { uploads: uploadsMachine },
  guards: {
    isOffline: ({ context }) => context.isOffline,
    isFailed: ({ event }) =>
      event.type === 'uploads.statusChanged' && event.open === 0 && event.failed > 0,
    isDropped: ({ event }) => event.type === 'uploads.statusChanged' && event.dropped,
    isGoing: ({ event }) => event.type === 'uploads.statusChanged' && event.open > 0,
  },
  delays: { timeout: 60 * 60_000 },
  actions: {
    /** Uploads wait for the network. */
    recordOffline: enqueueActions(({ event, enqueue, self }) => {
      if (event.type !== 'network.offline') return;
      enqueue.assign({ isOffline: event.on });
      if (self.getSnapshot().children.uploads) enqueue.sendTo('uploads', event);
    }),
    begin: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'picture.upload') return;
      enqueue.stopChild('uploads');
      enqueue.assign({ field: event.field, there: undefined });
      const { account, bus, signer, home, isOffline } = context;
      const input = { account, bus, signer, home, isOffline };
      enqueue.spawnChild('uploads', { id: 'uploads', input });
      enqueue(sendTo('uploads', { type: 'uploads.add', ...event.add }));
    }),
    keep: assign(
      whenEvent('compose.attach', ({ event: { url, tag } }) => ({ there: { url, tag } })),
    ),
    end: enqueueActions(({ enqueue }) => {
      enqueue.stopChild('uploads');
      enqueue.assign({ there: undefined });
    }),
  },
}).createMachine({
  id: 'picture',
  context: ({ input }) => ({ ...input, field: 'picture', isOffline: false, there: undefined }),
  initial: 'idle',
  on: {
    'picture.upload': { target: '.going', actions: 'begin' },
    'network.offline': { actions: 'recordOffline' },
  },
  states: {
    idle: { on: { 'picture.open': {} } },
    going: {
      tags: 'busy',
      on: {
        'compose.attach': { target: 'there', actions: 'keep' },
        'uploads.statusChanged': [
          { guard: 'isFailed', target: 'failed' },
          { guard: 'isDropped', target: 'idle', actions: 'end' },
        ],
        'picture.cancel': { target: 'idle', actions: 'end' },
      },
      after: {
        timeout: [
          { guard: 'isOffline', target: 'going', reenter: true },
          { target: 'idle', actions: 'end' },
        ],
      },
    },
    /** The upload failed. It can be retried by the upload itself, or dropped. */
    failed: {
      on: {
        'uploads.statusChanged': [
          { guard: 'isDropped', target: 'idle', actions: 'end' },
          { guard: 'isGoing', target: 'going' },
        ],
        'picture.cancel': { target: 'idle', actions: 'end' },
      },
    },
    /** Copies to other servers may still be running. */
    there: {
      on: { 'picture.uploaded': { target: 'idle', actions: assign({ there: undefined }) } },
    },
  },
});

export type PictureActor = ActorRefFrom<typeof pictureMachine>;
