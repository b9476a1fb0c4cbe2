import type { CipherMethod, DeviceAction } from '../../../events/account/devices/permits.ts';
import type { DeviceProblem } from '../../../machines/account/devices/devices-protocol.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const notACode = 'That isn’t a code of an app. It begins with nostrconnect://';

const problems: Readonly<Record<DeviceProblem, string>> = {
  late: 'The code has expired. Show a new one.',
  guessed: 'Someone tried to guess the code, so it is closed. Show a new one.',
  known: 'This code was used already. Make a new one on the other device.',
  many: 'You have 20 devices. Remove one first.',
  form: notACode,
  failed: 'That did not work in this browser. Please try again.',
};

/** Names of event kinds for people. */
const kinds: Readonly<Record<number, string>> = {
  0: 'Change your profile',
  1: 'Post a note',
  3: 'Change your follows',
  4: 'Send a private message (old form)',
  5: 'Delete something of yours',
  6: 'Repost a note',
  7: 'Like or react',
  13: 'Send a private message',
  14: 'Send a private message',
  16: 'Repost something else',
  20: 'Post a picture',
  21: 'Post a video',
  22: 'Post a short video',
  40: 'Open a channel',
  41: 'Change a channel',
  42: 'Write in a channel',
  62: 'Ask relays to forget your account',
  1018: 'Vote in a poll',
  1059: 'Send a private message',
  1063: 'Publish a file',
  1068: 'Start a poll',
  1111: 'Comment',
  1311: 'Chat in a live stream',
  1984: 'Report something',
  1985: 'Label something',
  6969: 'Start a zap poll',
  7375: 'Change your ecash',
  7376: 'Change your ecash history',
  9321: 'Give ecash',
  9734: 'Zap',
  9735: 'Confirm a payment as you',
  9802: 'Highlight a passage',
  10000: 'Change your mute list',
  10002: 'Change your relays',
  10003: 'Change your bookmarks',
  10013: 'Change your relays for drafts',
  10019: 'Change how you receive ecash',
  10030: 'Change your emoji',
  10050: 'Change your relays for private messages',
  10063: 'Change your media servers',
  13194: 'Announce a wallet',
  17375: 'Change your ecash wallet',
  22242: 'Sign in to a relay as you',
  23194: 'Pay with your wallet',
  24133: 'Talk to another signer as you',
  24242: 'Upload or delete media as you',
  27235: 'Sign in to a website as you',
  30000: 'Change a list of people',
  30023: 'Publish an article',
  30024: 'Save an article draft',
  30078: 'Save settings of an app',
  30311: 'Publish a live stream',
  31234: 'Save a draft',
};

/** Events that have their own screen. `kinds.ts` names all others. */
const nouns: Readonly<Record<number, string>> = {
  0: 'Profile',
  1: 'Note',
  1111: 'Comment',
  30023: 'Article',
};

const ciphers: Readonly<Record<CipherMethod, string>> = {
  nip04_encrypt: 'Encrypt messages (old form)',
  nip04_decrypt: 'Read encrypted messages (old form)',
  nip44_encrypt: 'Encrypt private text',
  nip44_decrypt: 'Read encrypted private text',
};

const kindName = (kind: number): string => kinds[kind] ?? `Sign events of kind ${kind}`;

export const deviceEnglish = {
  needs: 'Other devices',
  needsText: 'Sign in to use your key on another device without moving it there.',
  elsewhere:
    'Your key is not in this browser, so other devices can’t use it from here. Add them where your key is.',
  unkept: 'This browser can’t keep devices. They work until you close this page.',
  intro: 'Your key stays here. Keep Starling open in this browser while you use the other device.',
  joined: 'Device connected. Its permissions are listed below.',
  unnamed: 'Unnamed device',
  deed: (deed: DeviceAction): string =>
    'kind' in deed ? kindName(deed.kind) : ciphers[deed.cipher],
  problems,
  show: {
    title: 'Show a code',
    text: 'Scan or paste it on the other device. It works once, for one device.',
    open: 'Show code',
    label: 'Code for the other device',
    copy: 'Copy code',
    until: (time: string) => `Works until ${time}`,
    close: 'Hide code',
  },
  enter: {
    title: 'Enter a code',
    text: 'If the other device shows a code, scan or paste it here.',
    label: 'Code of the other device',
    invalid: notACode,
    look: 'Continue',
  },
  scan: {
    open: 'Scan code',
    title: 'Scan a code',
    text: 'Point the camera at the code.',
    failed: 'The camera can’t be used. Paste the code instead.',
    cancel: 'Cancel',
  },
  join: {
    title: (name: string) => `Connect ${name === '' ? 'this device' : name}?`,
    claims: 'The device chose this name. No one has checked it.',
    site: 'Website',
    relays: 'Relays',
    wants: 'Actions it wants to do without asking',
    wantsNothing: 'It doesn’t want to do anything without asking.',
    text: 'The device asks you before any other action.',
    confirm: 'Connect',
    cancel: 'Cancel',
  },
  list: {
    title: 'Devices that use your key',
    none: 'No other device uses your key.',
    hint: 'Starling answers them while a tab is open and awake: until five minutes after your last key or click.',
    since: (time: string) => `Added ${time}`,
    used: (time: string) => `last used ${time}`,
    manage: 'Permissions and log',
    manageNamed: (name: string) => `Permissions and log of ${name}`,
    revoke: 'Remove',
    revokeNamed: (name: string) => `Remove ${name}`,
    asks: 'It wants to do more without asking',
    grant: 'Allow it',
  },
  permits: {
    title: 'Without asking',
    everyday: 'Everyday posts',
    others: 'Everything else asks you every time.',
    askAll: 'Ask me every time',
  },
  log: {
    title: 'Log',
    none: 'Nothing signed yet.',
    came: { done: 'done', refused: 'refused', failed: 'failed' },
    more: (count: number) =>
      `${counted(count, { one: 'older entry', other: 'older entries' })} not shown`,
  },
  removal: {
    title: (name: string) => `Remove ${name === '' ? 'this device' : name}?`,
    text: 'It can’t sign with your key any more. Its posts stay.',
    confirm: 'Remove',
    cancel: 'Cancel',
  },
  question: {
    title: (name: string) => `${name === '' ? 'Another device' : name} asks`,
    locked: 'Your key is locked. You’ll enter your PIN.',
    text: 'Text',
    with: 'With',
    withSelf: 'For yourself only: private lists, drafts or money.',
    labels: {
      server: 'Server',
      address: 'Address',
      method: 'Method',
      action: 'Action',
      files: 'Files',
      until: 'Valid until',
      relay: 'Relay',
      reads: 'Read',
      writes: 'Write',
      both: 'Read and write',
      sats: 'Sats',
      choice: 'Choice',
      title: 'Title',
      summary: 'Summary',
    },
    nouns,
    anyServer: 'Any server',
    about: 'About',
    deletes: 'This will be deleted',
    unknown: 'Not loaded here',
    versions: '(all versions so far)',
    first: 'We know no earlier version. If there is one, this replaces it.',
    unchanged: 'The entries stay as they are.',
    secrets: {
      added: 'It gets a private part that can’t be shown here.',
      changed: 'Its private part changes. The change can’t be shown here.',
      removed: 'Its private part is removed.',
    },
    before: 'Before',
    after: 'After',
    sealed: 'The content is encrypted, so it can’t be shown here.',
    provable: 'Some services accept this as proof that it is you.',
    content: 'Content',
    tags: (count: number) =>
      count === 0
        ? 'Details, no tags'
        : `Details, ${counted(count, { one: 'tag', other: 'tags' })}`,
    dated: (time: string) => `Dated ${time}`,
    away: {
      future:
        'That is in the future. If it replaces something, you can’t replace it again until then.',
      past: 'That is in the past.',
    },
    zapped: 'Its zaps go to',
    cut: (shown: string, all: string) => `${shown} of ${all} characters shown.`,
    whole: 'Show all',
    more: (count: number) =>
      `Show more (${counted(count, { one: 'entry', other: 'entries' })} left)`,
    refuse: 'Refuse',
    once: 'Allow once',
    always: 'Always allow',
    unlock: 'Unlock and allow',
  },
};

/** Words of other devices that use the key of an account, loaded with their screen (ACCESS-05). */
export const useDeviceStrings = words('devices', deviceEnglish);
