import { useStrings } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const networkEnglish = {
  relays: {
    title: 'My relays',
    hint: 'Notes are published to Write relays. People who reply look for you on Read relays.',
    none: 'You have no relays yet. Until you add one, this site’s own relay is used.',
    ownOnly: 'Used because your list has no Write relay',
    read: 'Read',
    write: 'Write',
    readAt: (name: string) => `Read at ${name}`,
    writeAt: (name: string) => `Write to ${name}`,
    about: (name: string) => `About ${name}`,
    remove: (name: string) => `Remove ${name}`,
    saving: 'Saving',
    retryOf: (name: string) => `Try ${name} again`,
    beyond: 'Not connected: only the first 20 relays of a list are',
  },
  states: {
    online: 'Online',
    connecting: 'Connecting',
    waiting: 'Trying again soon',
    givenUp: 'Gave up after 10 tries',
    asleep: 'Paused while you are away',
    proxied: 'Paused: everything goes through the caching service',
  },
  removal: {
    title: 'Remove this relay?',
    text: (name: string) => `Nothing will be published to ${name} any more. What is already there stays.`,
    confirm: 'Remove',
    cancel: 'Keep it',
  },
  add: {
    title: 'Connect to relay',
    label: 'Address of a relay',
    placeholder: 'wss://relay.example',
    confirm: 'Add',
    invalid: 'Invalid url',
    known: 'Already in your list',
  },
  recommended: {
    title: 'Recommended relays',
    hint: 'Suggested by the caching service. All of them are optional.',
    add: (name: string) => `Add ${name}`,
    added: 'In your list',
    none: 'There are no recommendations right now.',
    failed: 'The recommended relays didn’t load.',
    reset: 'Reset to recommended relays',
    resetTitle: 'Replace your relays?',
    resetText: (names: string) => `Your list will contain only these: ${names}`,
    resetConfirm: 'Replace',
    cancel: 'Cancel',
  },
  info: {
    asking: 'Asking the relay',
    none: 'No information: this relay gives none, or it is not reached over wss://.',
    nips: (nips: string) => `Supports NIP ${nips}`,
    limits: {
      max_message_length: (value: number) => `Messages up to ${counted(value, { one: 'byte', other: 'bytes' })}`,
      max_content_length: (value: number) => `Texts up to ${counted(value, { one: 'character', other: 'characters' })}`,
      max_event_tags: (value: number) => `At most ${counted(value, { one: 'tag', other: 'tags' })} in an event`,
      max_subscriptions: (value: number) => `At most ${counted(value, { one: 'subscription', other: 'subscriptions' })} at a time`,
      max_limit: (value: number) => `At most ${counted(value, { one: 'event', other: 'events' })} in an answer`,
      min_pow_difficulty: (value: number) => `Asks for a proof of work of ${counted(value, { one: 'bit', other: 'bits' })}`,
      auth_required: () => 'Asks you to sign in',
      payment_required: () => 'Paid relay',
      restricted_writes: () => 'Members only',
    },
    notices: 'Latest notices',
    noNotices: 'No notices since this page was loaded.',
  },
  visitor: {
    title: 'Your relays',
    text: 'Relays store what you publish and pass it on. Sign in to choose yours.',
  },
  cache: {
    title: 'Caching service',
    hint: 'What you read comes from here. Your browser checks every signature.',
    online: 'Online',
    connecting: 'Connecting',
    offline: 'Not connected',
    retry: 'Connect again',
  },
  privacy: {
    title: 'Enhanced privacy',
    label: 'Send everything through the caching service',
    hint: 'Relays then don’t see your IP address. Starling connects to no relay; the caching service passes on what you publish.',
  },
};

type NetworkStrings = typeof networkEnglish;

const LANGUAGES: Readonly<Record<string, NetworkStrings>> = { 'en-us': networkEnglish };

/** Words of the network settings; they come with their chunk (ACCESS-05). */
export function useNetworkStrings(): NetworkStrings {
  return LANGUAGES[useStrings().locale] ?? networkEnglish;
}
