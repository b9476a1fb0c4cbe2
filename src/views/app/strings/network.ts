import { useStrings } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const networkEnglish = {
  relays: {
    title: 'My relays',
    hint: 'Notes are published on the relays with Write. Who answers you finds you on those with Read.',
    none: 'You have named no relay yet. Until then this page’s own relay is used.',
    ownOnly: 'Used because your list names no relay to write to',
    read: 'Read',
    write: 'Write',
    readAt: (name: string) => `Read at ${name}`,
    writeAt: (name: string) => `Write to ${name}`,
    about: (name: string) => `About ${name}`,
    remove: (name: string) => `Remove ${name}`,
    saving: 'Saving',
    retryOf: (name: string) => `Try ${name} again`,
    beyond: 'Not connected: of a longer list only the first 20 are',
  },
  states: {
    online: 'Online',
    connecting: 'Connecting',
    waiting: 'Trying again soon',
    givenUp: 'Gave up after 10 tries',
    asleep: 'Asleep until you are back',
    proxied: 'Paused: everything goes through the caching service',
  },
  removal: {
    title: 'Remove this relay?',
    text: (name: string) => `Nothing is published on ${name} any more. What is there stays there.`,
    confirm: 'Remove',
    cancel: 'Keep it',
  },
  add: {
    title: 'Connect to relay',
    label: 'Address of a relay',
    placeholder: 'wss://relay.example',
    confirm: 'Add',
    invalid: 'Invalid url',
    known: 'It is in your list already',
  },
  recommended: {
    title: 'Recommended relays',
    hint: 'Named by the caching service. You need not use any of them.',
    add: (name: string) => `Add ${name}`,
    added: 'In your list',
    none: 'The caching service recommends none.',
    failed: 'The recommended relays could not be fetched.',
    reset: 'Reset to recommended relays',
    resetTitle: 'Replace your relays?',
    resetText: (names: string) => `Your list will name these and no others: ${names}`,
    resetConfirm: 'Replace',
    cancel: 'Cancel',
  },
  info: {
    asking: 'Asking the relay',
    none: 'This relay says nothing of itself, or may not be asked: only relays over wss:// and this page’s own are.',
    nips: (nips: string) => `Supports NIP ${nips}`,
    limits: {
      max_message_length: (value: number) => `Messages up to ${counted(value, { one: 'byte', other: 'bytes' })}`,
      max_content_length: (value: number) => `Texts up to ${counted(value, { one: 'character', other: 'characters' })}`,
      max_event_tags: (value: number) => `At most ${counted(value, { one: 'tag', other: 'tags' })} in an event`,
      max_subscriptions: (value: number) => `At most ${counted(value, { one: 'subscription', other: 'subscriptions' })} at a time`,
      max_limit: (value: number) => `At most ${counted(value, { one: 'event', other: 'events' })} in an answer`,
      min_pow_difficulty: (value: number) => `Wants a proof of work of ${counted(value, { one: 'bit', other: 'bits' })}`,
      auth_required: () => 'Wants to know who you are',
      payment_required: () => 'Wants to be paid',
      restricted_writes: () => 'Takes events of some accounts only',
    },
    notices: 'Its last notices',
    noNotices: 'It has sent no notices since this page was loaded.',
  },
  visitor: {
    title: 'Relays of your own',
    text: 'Relays keep what you publish and bring it to others. Signed in, you choose here which ones are yours.',
  },
  cache: {
    title: 'Caching service',
    hint: 'What you read comes from the one in use, and every signature of it is checked in your browser. If it does not answer, one of the others is picked at random.',
    online: 'In use · Online',
    connecting: 'In use · Connecting',
    offline: 'In use · Not connected',
    spare: 'Stands in when the one in use does not answer',
    reconnect: (name: string) => `Connect to ${name} again`,
    choose: 'Use',
    chooseIt: (name: string) => `Use ${name}`,
    test: 'Test',
    testIt: (name: string) => `Test ${name}`,
    testing: 'Testing',
    service: (ms: string) => `Answered in ${ms} ms`,
    other: 'Something answers there, but it is not a caching service',
    nothing: 'Does not answer',
    remove: (name: string) => `Remove ${name}`,
    last: 'This is your last caching service. It cannot be removed.',
    label: 'Address of a caching service',
    placeholder: 'wss://cache.example/v1',
    addIt: 'Add the caching service',
    add: 'Add',
    invalid: 'Invalid url',
    known: 'It is in your list already',
    reset: 'Reset to the default',
    unkept: 'Your browser does not save this. It lasts until you close the page.',
    unloaded: 'That part of the app could not be loaded. Please try again.',
  },
  given: {
    title: 'Relays used by default',
    relay: 'Preconfigured relay: used until your list names one to write to',
    proxy: 'Proxy relay: sends what you publish when none of your relays takes it, or when everything goes through the caching service',
  },
  privacy: {
    title: 'Enhanced privacy',
    label: 'Send everything through the caching service',
    hint: 'Relays then do not see your address. No relay is connected; the caching service passes on what you publish.',
  },
};

type NetworkStrings = typeof networkEnglish;

const LANGUAGES: Readonly<Record<string, NetworkStrings>> = { 'en-us': networkEnglish };

/** Words of the network settings; they come with their chunk (ACCESS-05). */
export function useNetworkStrings(): NetworkStrings {
  return LANGUAGES[useStrings().locale] ?? networkEnglish;
}
