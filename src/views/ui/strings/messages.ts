import type { UserMessages } from '../../../events/account/user-message.ts';
import type { MessageWords } from './say.ts';

type Copied = UserMessages['copied']['what'];

/** Links named after their target. Their words need no bytes of the first load. */
type Linked = Extract<Copied, 'article' | 'event' | 'list' | 'profile'>;

const copied: Readonly<Record<Exclude<Copied, Linked>, string>> = {
  link: 'Link to the note',
  text: 'Text',
  id: 'Id',
  raw: 'Raw data',
  author: 'Author’s public key',
  invoice: 'Invoice',
  token: 'Token',
  key: 'Public key',
  relay: 'Relay address',
  nostr: 'Nostr address',
  lightning: 'Lightning address',
};

const isLinked = (what: Copied): what is Linked => !(what in copied);

const unkept: Readonly<Record<UserMessages['settings.unkept']['why'], string>> = {
  full: 'its storage is full',
  blocked: 'its storage is switched off',
  newer: 'they were written by a newer version',
  silent: 'no answer',
};

/** Messages that can appear without an account, or if its code failed to load. */
export type FirstCode =
  | 'act.unavailable'
  | 'act.signIn'
  | 'act.signInToZap'
  | 'copied'
  | 'copy.failed'
  | 'signIn.unavailable'
  | 'language.unavailable'
  | 'settings.unkept';

export const firstMessages: MessageWords<FirstCode> = {
  'act.unavailable':
    'Feature not available in this preview release. Rest assured, we are working on it. Come back soon!',
  'act.signIn': 'You need to be signed in to perform this action',
  'act.signInToZap': 'You must be logged-in to perform a zap',
  copied: ({ what }) => `${isLinked(what) ? `Link to the ${what}` : copied[what]} copied`,
  'copy.failed': 'This browser doesn’t allow copying here',
  'signIn.unavailable': 'Signing in could not be loaded. Please try again.',
  'language.unavailable': 'This language could not be loaded. Please try again.',
  'settings.unkept': ({ why }) => `This device can’t save settings: ${unkept[why]}`,
};
