import type { UserMessages } from '../../../events/account/user-message.ts';
import type { MessageWords } from './say.ts';

const copied: Readonly<Record<UserMessages['copied']['what'], string>> = {
  link: 'Link to the note copied',
  text: 'Text copied',
  id: 'Id copied',
  raw: 'Raw data copied',
  author: "Author's public key copied",
  invoice: 'Invoice copied',
  token: 'Token copied',
  key: 'Public key copied',
  profile: 'Link to the profile copied',
  article: 'Link to the article copied',
  event: 'Link to the event copied',
  list: 'Link to the list copied',
  relay: 'Relay address copied',
  nostr: 'Nostr address copied',
  lightning: 'Lightning address copied',
};

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
  copied: ({ what }) => copied[what],
  'copy.failed': 'This browser doesn’t allow copying here',
  'signIn.unavailable': 'Signing in could not be loaded. Please try again.',
  'language.unavailable': 'This language could not be loaded. Please try again.',
  'settings.unkept': ({ why }) => `This device can’t save settings: ${unkept[why]}`,
};
