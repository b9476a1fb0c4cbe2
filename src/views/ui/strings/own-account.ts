import type { FieldProblem, ProfileField } from '../../../events/account/profile/profile-fields.ts';
import type { FirstWord } from '../../../events/compose/first-notes.ts';
import type { AutoLock } from '../../../events/account/account.ts';
import type { PasskeyProblem } from '../../../events/account/keys/passkeys.ts';
import type { BackupProblem } from '../../../machines/account/keys/backup.machine.ts';
import type { PinChangeProblem } from '../../../machines/account/keys/pin-change.machine.ts';
import { words as wordsOf } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const fields: Readonly<Record<ProfileField, { readonly label: string; readonly hint?: string }>> = {
  name: { label: 'Username', hint: 'One word that people use to mention you' },
  displayName: { label: 'Display name', hint: 'Shown above your notes' },
  about: { label: 'About' },
  picture: { label: 'Picture', hint: 'Link to an image' },
  banner: { label: 'Banner', hint: 'Link to a wide image' },
  website: { label: 'Website' },
  nip05: {
    label: 'Verified name',
    hint: 'name@example.com, if your provider gives you one (NIP-05)',
  },
  lud16: { label: 'Lightning address', hint: 'name@example.com, where sats can be sent' },
};

const fieldProblems: Readonly<Record<FieldProblem, string>> = {
  characters: 'Spaces and special characters are not allowed in the username',
  secret: 'This contains a private key or a wallet connection. Everybody could read it here.',
  empty: 'Choose a username',
  username: 'Username is not valid',
  long: 'This is too long',
  url: 'Use a web address that starts with https://',
  address: 'Use the form name@example.com',
};

const words: Readonly<Record<FirstWord, string>> = {
  relays: 'Your relays',
  messageRelays: 'Your relays for private messages',
  profile: 'Your profile',
  follows: 'Your follows',
};

const autoLocks: Readonly<Record<AutoLock, string>> = {
  1: 'After 1 minute',
  5: 'After 5 minutes',
  15: 'After 15 minutes',
  60: 'After 1 hour',
  sleep: 'When this device sleeps',
  close: 'When this page closes',
};

const passkeyProblems: Readonly<Record<PasskeyProblem, string>> = {
  unsupported: 'This browser has no passkeys. Your PIN opens the key.',
  address:
    'Passkeys need an address with a name. At an address of numbers, your PIN opens the key.',
  noPrf:
    'This browser or passkey can’t keep a key (it lacks the PRF extension of WebAuthn). Your PIN opens the key.',
  known: 'This passkey opens your account already.',
  cancelled: 'No passkey was added.',
  pin: 'This is not the PIN of this account',
  lost: 'This browser lost part of your key, so no PIN can open it. Sign in again with your key. Nothing was erased.',
  many: 'You have reached the limit of passkeys. Remove one first.',
  wrong: 'This passkey opens no key here.',
  unkept: 'This browser has no room for it. No passkey was added.',
  failed: 'The passkey was not added. Please try again.',
};

const problems: Readonly<Record<BackupProblem, string>> = {
  pin: 'This is not the PIN of this account',
  lost: 'This browser lost part of your key, so no PIN can open it. Sign in again with your key. Nothing was erased.',
  failed: 'The key could not be opened. Please try again.',
  short: 'At least 8 characters',
  different: 'The passwords don’t match',
  uncopied: 'That doesn’t match your key. Look at your copy again.',
  otherFile: 'This file doesn’t contain your key.',
};

const pinChangeProblems: Readonly<Record<PinChangeProblem, string>> = {
  short: 'PIN must be at least 4 characters',
  long: 'PIN must be at most 1024 characters',
  different: 'PINs don’t match',
  pin: 'This is not the PIN of this account',
  lost: problems.lost,
  elsewhere: 'The PIN was set or removed in another tab.',
  unkept: 'This browser has no room for it. Nothing has changed.',
  failed: 'That didn’t work, and nothing has changed. Please try again.',
};

export const ownAccountEnglish = {
  fields,
  fieldProblems,
  create: {
    reloaded:
      'This page was loaded again. What you typed is still here. Choose your pictures again: a reload does not keep them.',
    title: 'Create account',
    steps: {
      username: 'Choose a name',
      details: 'About you',
      follows: 'People to follow',
      save: 'Save your key',
    },
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    username:
      'People find and mention you by it, and you can change it any time. Your account is made on this device. No one can take it away from you.',
    have: 'I already have a key',
    details: 'All of this is optional and public. You can change it any time.',
    follows: 'Pick what interests you. You can change this any time.',
    previous: 'Previous',
    next: 'Next',
    finish: 'Create account',
    followAll: 'Follow all',
    followNone: 'Follow none',
    people: (count: number) => counted(count, { one: 'person', other: 'people' }),
    someOf: (count: number, of: number) => `You follow ${count} of ${of}`,
    showPeople: 'Choose people',
    hidePeople: 'Hide people',
    preview: 'Preview of your profile',
    noAbout: 'A line about you shows here',
    add: { picture: 'Add a picture', banner: 'Add a banner' },
    change: { picture: 'Change picture', banner: 'Change banner' },
    remove: { picture: 'Remove picture', banner: 'Remove banner' },
    notUploaded: {
      picture: 'Your picture was not uploaded.',
      banner: 'Your banner was not uploaded.',
    },
    uploadHint: 'Pictures are uploaded once you have cropped them. Anyone can see them.',
    addresses: 'Add a website or other addresses',
    chosen: (count: number) =>
      count === 0
        ? 'You follow nobody yet'
        : `You follow ${counted(count, { one: 'person', other: 'people' })}`,
    nobody: 'No suggestions here yet',
    nobodyText: 'You can skip this and follow people later.',
    noAnswer: 'Suggestions didn’t load',
    again: 'Ask again',
    making: 'Making your key',
    failed: 'Your account was not created',
    unavailable: 'This page did not load',
    unavailableText: 'A part of Starling could not be loaded. Check your connection.',
    leave: {
      title: 'Leave without an account?',
      text: 'What you typed will be lost.',
      confirm: 'Leave',
      cancel: 'Stay',
    },
  },
  made: {
    title: 'Your account',
    welcome: (name: string) => `Welcome, ${name}`,
    text: 'Your account is ready. One step is left: save your key. Without a copy, nobody can bring this account back.',
    saved: 'Your account is ready, and you have a copy of your key.',
    resumed:
      'This page was loaded again. Your account exists and you are signed in. The twelve words are gone: a key cannot be turned back into words. Save the private key instead.',
    said: 'Publishing your account',
    words,
    waiting: 'Being prepared',
    late: 'This is taking longer than usual. It will be sent as soon as possible.',
    retry: 'Try again',
    backup: 'Save your key',
    done: 'Go to home',
    without: 'Continue without a copy',
    leave: {
      title: 'Leave without a copy of your key?',
      text: 'The twelve words are not shown again. Later you can save the private key under Settings, Account.',
      confirm: 'Leave',
      cancel: 'Stay',
    },
  },
  backup: {
    text: 'Anyone who has this key can act as you, for good. No one can reset it or give you a new one.',
    show: 'Show the private key',
    hide: 'Hide it',
    hides: 'It is hidden again after two minutes.',
    opening: 'Opening the key',
    prove: 'Your PIN',
    unlock: 'Show the private key',
    cancel: 'Cancel',
    forms: 'Form of the copy',
    tabs: { words: 'Twelve words', nsec: 'Private key', ncryptsec: 'With a password' },
    advice: {
      words:
        'Write these twelve words down, in this order. They are shown here only until you leave this page.',
      nsec: 'For a password manager. Copy it, or save it as a file in a place that only you can open.',
      ncryptsec:
        'A copy that opens only with a password (NIP-49). You can keep it anywhere, as long as the password stays secret.',
    },
    copyIt: 'Copy',
    saveIt: 'Save as a file',
    password: 'Password',
    repeat: 'Repeat the password',
    lock: 'Lock it',
    copy: (what: string) => `${what}: copy`,
    save: (what: string) => `${what}: save as a file`,
    saved: 'I have saved it',
    check: {
      title: 'Check your copy',
      text: 'Enter two pieces from your copy, or open the file that you saved.',
      word: (at: number) => `Word ${at}`,
      first: (start: string) => `The 4 characters after ${start}`,
      file: 'Open the saved file',
      last: 'The last 4 characters',
      submit: 'Check',
      back: 'Show the key again',
    },
    isSaved: 'You have a copy of your key.',
    unsaved:
      'You haven’t saved a copy of this key yet. Without one, clearing this browser’s data ends the account.',
    files: { nsec: 'nostr-key', words: 'nostr-words', ncryptsec: 'nostr-key-locked' },
    problems,
  },
  account: {
    needs: 'Your account',
    needsText: 'Sign in, or create an account.',
    public: 'Public key',
    publicHint: 'Your public address. Share it freely.',
    copyPublic: 'Copy the public key',
    private: 'Private key',
    extension: 'Your browser extension keeps it; Starling never sees it.',
    remote: 'Your remote signer keeps it; Starling never sees it.',
    readonly: 'Not on this device: this account is read-only here.',
    lock: 'Lock',
    pin: {
      pin: 'Locked with your PIN.',
      device:
        'No PIN: anyone who can open this browser, or copy its profile folder, can act as you.',
      page: 'The key is gone when this page is closed.',
    },
    autoLock: 'Lock the key when you are away',
    autoLockHint:
      'Applies to every key with a PIN in this browser. It is always locked when the page closes.',
    autoLocks,
    notes: 'Your notes',
    clientTag: 'Show “via Starling” on my notes',
    clientTagHint: 'Adds this app’s name and version to your posts. Everyone can see it.',
  },
  pinChange: {
    actions: { set: 'Set a PIN', change: 'Change PIN', remove: 'Remove PIN' },
    submits: { set: 'Set the PIN', change: 'Change the PIN', remove: 'Remove the PIN' },
    protects:
      'Nobody can use the key in this browser without it. A saved copy of your key opens the account without the PIN.',
    texts: {
      set: 'The PIN locks your key in this browser. You’ll enter it the first time you post or like after opening Starling. Nobody can reset it, so save a copy of your key first.',
      change: 'From then on, only the new PIN opens your key. Other devices keep their own PIN.',
      remove:
        'Anyone who can open this browser, or copy its profile folder, can then act as you. Passkeys for this account are removed, too.',
    },
    old: 'Current PIN',
    oldMissing: 'Enter your PIN',
    next: 'New PIN',
    repeat: 'Repeat the new PIN',
    hint: 'At least 4 characters. Letters make it much harder to guess.',
    cancel: 'Cancel',
    busy: 'Locking the key',
    done: {
      set: 'Your key is locked with the PIN now.',
      change: 'Your PIN was changed.',
      remove: 'Your PIN was removed.',
    },
    problems: pinChangeProblems,
  },
  passkeys: {
    title: 'Passkeys',
    hint: 'A passkey opens your key in this browser instead of the PIN. If you lose it, your PIN still does.',
    add: 'Add a passkey',
    addText:
      'Your fingerprint, your face or a security key: whatever your device uses for passkeys. Your PIN shows that it’s you.',
    name: 'Name',
    nameHint: 'For example the device it’s on. Can be left empty.',
    pin: 'Your PIN',
    make: 'Add it',
    cancel: 'Cancel',
    unnamed: 'Passkey',
    added: (time: string) => `Added ${time}`,
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
    removal: {
      title: 'Remove this passkey?',
      text: 'It won’t open your key here any more. It stays in your device’s list of passkeys until you delete it there.',
      confirm: 'Remove it',
    },
    problems: passkeyProblems,
  },
  crop: {
    upload: (what: string) => `Upload ${what.toLowerCase()}`,
    title: (what: string) => `Crop ${what.toLowerCase()}`,
    hint: 'Drag the picture, or use the sliders. The part outside the frame never leaves this device.',
    zoom: 'Zoom',
    x: 'Left to right',
    y: 'Top to bottom',
    use: 'Crop and upload',
    cancel: 'Cancel',
    broken: 'This picture could not be read.',
    uploading: (what: string) => `Uploading ${what.toLowerCase()}`,
    stop: (what: string) => `Stop uploading ${what.toLowerCase()}`,
    again: 'Try again',
    dismiss: 'Dismiss',
  },
  profile: {
    needs: 'Your profile',
    needsText: 'Sign in to edit your profile.',
    unknown: 'Your profile did not load',
    unknownText:
      'Neither the caching service nor your relays answered. Nothing is saved until your profile loads.',
    unknownProxied:
      'The caching service did not answer, and your relays are not asked, because everything goes through it. Nothing is saved until your profile loads.',
    lost: 'The caching service cannot be reached. Trying again automatically.',
    none: 'This account has no profile yet.',
    save: 'Save',
    saving: 'Saving',
    waiting: 'Waiting for the network',
    signing: 'Waiting for your signature, then for a relay',
    review: 'Save these changes?',
    reviewText: 'Everything else in your profile stays as it is.',
    unsure:
      'Some of your relays did not answer. A change you made elsewhere a moment ago may be missing here.',
    lostText: 'The current text cannot be read and will be replaced:',
    from: 'Before',
    to: 'After',
    empty: 'nothing',
    confirm: 'Save',
    back: 'Back',
    saved: 'Profile updated successfully',
    failed: 'Failed to update profile, please try again',
    notes: {
      unchanged: 'Nothing has changed.',
      network: 'We could not load your current profile, so nothing was saved. Please try again.',
      unsigned: 'Note not signed',
    },
    retry: 'Try again',
    giveUp: 'Keep editing',
    leave: {
      title: 'Leave without saving?',
      text: 'Your changes will be lost.',
      confirm: 'Leave',
      cancel: 'Stay',
    },
  },
};

/**
 * Words for creating an account, backing up its key and editing its profile, loaded with those
 * screens' chunks (ACCESS-05).
 */
export const useOwnAccountStrings = wordsOf('ownAccount', ownAccountEnglish);
