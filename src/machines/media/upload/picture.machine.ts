import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { ProfileField } from '../../../events/account/profile/profile-fields.ts';
import type { UploadsAdd, UploadsInput, UploadsNews } from './uploads.machine.ts';
import { uploadsMachine } from './uploads.machine.ts';
import type { Uploaded } from '../../../events/media/upload.ts';
import { when } from '../../core/event-guards.ts';

/** The two pictures of a profile; the cover of an article. */
export type ProfilePicture = Extract<ProfileField, 'picture' | 'banner'>;
export type PictureField = ProfilePicture | 'cover';

/** What a person may want. `add`: the file, with what is known of the account. */
export type PictureOrder = { type: 'picture.open' } | { type: 'picture.upload'; field: PictureField; add: Omit<UploadsAdd, 'type'> };

export type PictureEvent =
  | UploadsNews
  | PictureOrder
  | { type: 'picture.cancel' }
  /** Its address stands in the profile now. */
  | { type: 'picture.taken' };

interface Context extends UploadsInput {
  readonly field: PictureField;
  /** Where it lies, and what is known of it, once it is there. */
  readonly there: Uploaded | undefined;
}

/**
 * A picture of the own profile, or the cover of an article, on its way to a media server (PROFILE-10): one at a time. It is kept, however long, until its address was taken over: nothing
 * of the profile is changed here. Its upload has deadlines of its own.
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
    isFailed: ({ event }) => event.type === 'uploads.stand' && event.open === 0 && event.failed > 0,
    isDropped: ({ event }) => event.type === 'uploads.stand' && event.dropped,
    isGoing: ({ event }) => event.type === 'uploads.stand' && event.open > 0,
  },
  delays: { patience: 60 * 60_000 },
  actions: {
    begin: enqueueActions(({ context: { account, bus, signer, home }, event, enqueue }) => {
      if (event.type !== 'picture.upload') return;
      enqueue.stopChild('uploads');
      enqueue.assign({ field: event.field, there: undefined });
      enqueue.spawnChild('uploads', { id: 'uploads', input: { account, bus, signer, home } });
      enqueue(sendTo('uploads', { type: 'uploads.add', ...event.add }));
    }),
    keep: assign(when('compose.attach', ({ event: { url, tag } }) => ({ there: { url, tag } }))),
    end: enqueueActions(({ enqueue }) => {
      enqueue.stopChild('uploads');
      enqueue.assign({ there: undefined });
    }),
  },
}).createMachine({
  id: 'picture',
  context: ({ input }) => ({ ...input, field: 'picture', there: undefined }),
  initial: 'idle',
  on: { 'picture.upload': { target: '.going', actions: 'begin' } },
  states: {
    idle: { on: { 'picture.open': {} } },
    going: {
      tags: 'busy',
      on: {
        'compose.attach': { target: 'there', actions: 'keep' },
        'uploads.stand': [
          { guard: 'isFailed', target: 'failed' },
          { guard: 'isDropped', target: 'idle', actions: 'end' },
        ],
        'picture.cancel': { target: 'idle', actions: 'end' },
      },
      after: { patience: { target: 'idle', actions: 'end' } },
    },
    /** It did not go: it can be tried again, by the upload itself, or be given up. */
    failed: {
      on: {
        'uploads.stand': [
          { guard: 'isDropped', target: 'idle', actions: 'end' },
          { guard: 'isGoing', target: 'going' },
        ],
        'picture.cancel': { target: 'idle', actions: 'end' },
      },
    },
    /** Copies on other servers may still be made. */
    there: { on: { 'picture.taken': { target: 'idle', actions: assign({ there: undefined }) } } },
  },
});

export type PictureActor = ActorRefFrom<typeof pictureMachine>;
