import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const beside = (who: string) => (name: string) =>
  `Everything goes through the caching service, but ${who} only at ${name}. If you connect, ${name} sees your IP address. Your answer is remembered, and can be changed under Settings, Network.`;

export const networkEnglish = {
  relays: {
    title: 'My relays',
    hint: 'Notes are published to Write relays. People who reply look for you on Read relays.',
    none: 'You have no relays yet. Until you add one, this site’s own relay is used.',
    unknown:
      'The caching service in use knows nothing of your relay list. This site’s own relay is used meanwhile.',
    ownOnly: 'Used because your list has no Write relay',
    read: 'Read',
    write: 'Write',
    readAt: (name: string) => `Read at ${name}`,
    writeAt: (name: string) => `Write to ${name}`,
    about: (name: string) => `About ${name}`,
    remove: (name: string) => `Remove ${name}`,
    saving: 'Saving',
    waits: 'Waits for the network',
    retryOf: (name: string) => `Try ${name} again`,
    beyond: 'Not connected: Starling uses the first 20 relays of a list',
  },
  unsaved: {
    title: 'Your last change is not saved.',
    refused: 'No relay accepted it.',
    waits: 'Your last change is not saved yet: it waits for the network.',
    log: 'See Publishing',
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
    text: (name: string) =>
      `Nothing will be published to ${name} any more. What is already there stays.`,
    confirm: 'Remove',
    cancel: 'Keep it',
  },
  proof: {
    question: (name: string) => `Tell ${name} who you are?`,
    text: (name: string) =>
      `${name} is not one of your relays. It takes what you send only from those who prove their account. If you agree, your key signs that; the relay then knows who sends from your address. Your answer is remembered, and can be changed under Settings, Network.`,
    confirm: 'Tell it',
    cancel: 'Don’t tell',
    title: 'Relays that asked who you are',
    hint: 'Your own relays are told without a question. Others are told only if you agreed.',
    allowed: 'It may know who you are',
    refused: 'It is not told who you are',
    again: 'Ask me again',
    againFor: (name: string) => `Ask me again for ${name}`,
  },
  dial: {
    question: (name: string) => `Connect to ${name}?`,
    text: {
      wallet: beside('your wallet answers'),
      signer: beside('your signer answers'),
      pairing: beside('the new signer answers'),
      device: beside('your connected devices ask'),
    },
    confirm: 'Connect',
    cancel: 'Don’t connect',
    title: 'Connections beside the caching service',
    hint: 'These count while everything goes through the caching service.',
    allowed: 'Connects directly',
    refused: 'Does not connect',
    purpose: (uses: string) => `For ${uses}`,
    uses: {
      wallet: (names: string) => (names === '' ? 'your wallet' : `your wallet ${names}`),
      signer: 'your signer',
      pairing: 'a new signer',
      device: 'connected devices',
    },
  },
  lines: {
    title: 'Other connections',
    hint: (count: number) =>
      `${counted(count, { one: 'connection', other: 'connections' })} beside your own relays, each with the reason why it is there.`,
    wallet: (names: string) => `Your wallet${names === '' ? '' : ` ${names}`} answers here`,
    signer: 'Your signer answers here',
    pairing: 'Waits for a new signer',
    device: (count: number) =>
      `${counted(count, { one: 'connected device asks', other: 'connected devices ask' })} here`,
    guest: 'Sends or fetches something for you, for a minute',
    allow: 'Connect anyway',
    allowIt: (name: string) => `Connect to ${name} anyway`,
  },
  add: {
    title: 'Connect to relay',
    label: 'Address of a relay',
    placeholder: 'wss://relay.example',
    confirm: 'Add',
    invalid: 'Invalid url',
    known: 'Already in your list',
  },
  messages: {
    title: 'Relays for private messages',
    hint: 'People send you private messages there. One to three are enough; best are relays that show messages only to you.',
    asking: 'Looking for your list',
    able: 'You can receive private messages.',
    unable:
      'You can’t receive private messages yet. Until you add a relay, people write to you in the old form: everybody can see who writes to whom.',
    use: (names: string) => `Use ${names}`,
    why: (count: number): string =>
      count === 1
        ? 'You read and write there already, so nothing else has to change.'
        : 'You read and write on these already, so nothing else has to change.',
    saving: 'Saving',
    waits: 'Waits for the network',
    remove: (name: string) => `Remove ${name} for private messages`,
    label: 'Address of a relay for private messages',
    confirm: 'Add for private messages',
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
      max_message_length: (value: number) =>
        `Messages up to ${counted(value, { one: 'byte', other: 'bytes' })}`,
      max_content_length: (value: number) =>
        `Texts up to ${counted(value, { one: 'character', other: 'characters' })}`,
      max_event_tags: (value: number) =>
        `At most ${counted(value, { one: 'tag', other: 'tags' })} in an event`,
      max_subscriptions: (value: number) =>
        `At most ${counted(value, { one: 'subscription', other: 'subscriptions' })} at a time`,
      max_limit: (value: number) =>
        `At most ${counted(value, { one: 'event', other: 'events' })} in an answer`,
      min_pow_difficulty: (value: number) =>
        `Asks for a proof of work of ${counted(value, { one: 'bit', other: 'bits' })}`,
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
    hint: 'What you read comes from the one in use. Your browser checks every signature. If it does not answer, one of the others is picked at random.',
    online: 'In use · Online',
    connecting: 'In use · Connecting',
    offline: 'In use · Not connected',
    spare: 'Used when the current one doesn’t answer',
    reconnect: (name: string) => `Connect to ${name} again`,
    disconnect: (name: string) => `Disconnect from ${name}`,
    choose: 'Use',
    chooseIt: (name: string) => `Use ${name}`,
    test: 'Test',
    testIt: (name: string) => `Test ${name}`,
    testing: 'Testing',
    service: (ms: string) => `Answered in ${ms} ms`,
    other: 'Something answers there, but it is not a caching service',
    nothing: 'Does not answer',
    remove: (name: string) => `Remove ${name}`,
    removal: {
      title: (name: string) => `Remove ${name}?`,
      text: 'You are reading from it now. Starling goes on with the next one in your list.',
      confirm: 'Remove',
      cancel: 'Keep it',
    },
    last: 'This is your last caching service. It cannot be removed.',
    label: 'Address of a caching service',
    placeholder: 'wss://cache.example/v1',
    addIt: 'Add the caching service',
    add: 'Add',
    invalid: 'Invalid url',
    known: 'Already in your list',
    reset: 'Reset to the default',
    unkept: 'Your browser does not save this. It lasts until you close the page.',
    unloaded: 'This part of Starling could not be loaded. Please try again.',
  },
  given: {
    title: 'Relays used by default',
    relay: 'Preconfigured relay: used until your list names one to write to',
    proxy:
      'Proxy relay: sends what you publish when no relay of yours takes it, or when everything goes through the caching service',
  },
  privacy: {
    title: 'Enhanced privacy',
    label: 'Send everything through the caching service',
    hint: 'Relays then don’t see your IP address. Starling connects to no relay; the caching service passes on what you publish. Messages in the private form rest: they are neither sent nor read until you turn this off. Old-form messages go through the caching service, and it sees who writes to whom. Nutzaps rest, too. Wallets, signers and devices have relays of their own: Starling asks before it connects to one.',
  },
};

/** Words of the network settings, loaded with their chunk (ACCESS-05). */
export const useNetworkStrings = words('network', networkEnglish);
