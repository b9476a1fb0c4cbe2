import type { ProfileField } from '../../../events/account/profile-fields.ts';
import type { FirstWord } from '../../../events/account/new-account.ts';
import type { BackupProblem } from '../../../machines/account/backup.machine.ts';
import { useStrings } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const fields: Readonly<Record<ProfileField, { readonly label: string; readonly hint?: string }>> = {
  name: { label: 'Username', hint: 'One word, by which others mention you' },
  displayName: { label: 'Display name', hint: 'As it stands above what you write' },
  about: { label: 'About' },
  picture: { label: 'Picture', hint: 'Address of a picture on the web' },
  banner: { label: 'Banner', hint: 'Address of a wide picture on the web' },
  website: { label: 'Website' },
  nip05: { label: 'Verified name', hint: 'name@example.com, if your provider gives you one (NIP-05)' },
  lud16: { label: 'Lightning address', hint: 'name@example.com, where sats can be sent' },
};

const words: Readonly<Record<FirstWord, string>> = { relays: 'Your relays', profile: 'Your profile', follows: 'Whom you follow' };

const problems: Readonly<Record<BackupProblem, string>> = {
  pin: 'This is not the PIN of this account',
  failed: 'The key could not be opened. Please try again.',
  short: 'At least 8 characters',
  different: 'The passwords are not the same',
};

const ownAccountEnglish = {
  fields,
  create: {
    title: 'Create account',
    steps: { username: 'Your name', details: 'About you', follows: 'Whom to follow' },
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    username: 'An account on Nostr is a pair of keys that is made on this device. Nobody has to allow it, and nobody can take it away.',
    have: 'I have a key already',
    details: 'All of this is optional. Everybody can read it, and you can change it at any time.',
    follows: 'People to begin with. You can follow and unfollow whomever you like later.',
    previous: 'Previous',
    next: 'Next',
    finish: 'Finish',
    followAll: 'Follow all',
    followNone: 'Follow none',
    chosen: (count: number) => (count === 0 ? 'You follow nobody yet' : `You follow ${counted(count, { one: 'person', other: 'people' })}`),
    nobody: 'No suggestions here yet',
    nobodyText: 'You can go on without, and follow people as you meet them.',
    noAnswer: 'Suggestions did not come',
    again: 'Ask again',
    making: 'Making your key',
    failed: 'The account was not made',
    unavailable: 'This page did not load',
    unavailableText: 'The part that makes keys could not be fetched.',
    leave: {
      title: 'Leave without an account?',
      text: 'What you have typed is not kept.',
      confirm: 'Leave',
      cancel: 'Stay',
    },
  },
  made: {
    title: 'Your account',
    welcome: (name: string) => `Welcome, ${name}`,
    text: 'The account is here. Two things are left: to say so to the relays, which happens by itself, and to keep a copy of your key.',
    said: 'First words',
    words,
    waiting: 'Being prepared',
    late: 'It takes longer than it should. It is sent as soon as the account is here.',
    retry: 'Try again',
    backup: 'Keep a copy of your key',
    done: 'Go to home',
    without: 'Go on without a copy',
  },
  backup: {
    text: 'Whoever has this key is you, for good. Nobody can give you a new one, and nobody can stop somebody else who has it.',
    show: 'Show the private key',
    hide: 'Hide it',
    hides: 'It is hidden again after two minutes.',
    opening: 'Opening the key',
    prove: 'Your PIN',
    unlock: 'Show the private key',
    cancel: 'Cancel',
    nsec: 'Private key',
    words: 'The same key as twelve words',
    wordsText: 'Easier to write on paper. They are known here only until this page is closed.',
    locked: 'Locked with a password',
    lockedText: 'An ncryptsec (NIP-49) can be kept in places that you do not quite trust, as long as nobody knows its password.',
    password: 'Password',
    repeat: 'Repeat the password',
    lock: 'Lock it',
    copy: (what: string) => `${what}: copy`,
    save: (what: string) => `${what}: save as a file`,
    copied: 'Copied. Paste it where you keep passwords within a minute; then Starling clears it from the clipboard if it can.',
    cleared: 'Your secret is cleared from the clipboard.',
    uncleared: "Copy something else now: your secret may still be in the clipboard, and this browser doesn't let Starling check.",
    saved: 'I have saved it',
    isSaved: 'You have said that you keep a copy.',
    unsaved: 'You have not kept a copy of this key yet. Without one, clearing this browser ends the account.',
    files: { nsec: 'nostr-key', words: 'nostr-words', ncryptsec: 'nostr-key-locked' },
    problems,
  },
  account: {
    needs: 'Your account',
    needsText: 'Sign in, or create an account.',
    public: 'Public key',
    publicHint: 'Your address. Anybody may know it.',
    copyPublic: 'Copy the public key',
    publicCopied: 'Public key copied',
    private: 'Private key',
    extension: 'Your browser extension keeps it; Starling never sees it.',
    remote: 'Your remote signer keeps it; Starling never sees it.',
    readonly: 'It is not on this device: this browser only reads for this account.',
    lock: 'Lock',
    pin: {
      pin: 'The key is kept locked with your PIN.',
      device: 'No PIN: anyone who can open this browser, or copy its profile folder, can act as you.',
      page: 'The key is gone when this page is closed.',
    },
    autoLock: 'Lock the key when Starling is left alone',
    autoLockHint: 'After five minutes without you. It applies to every key with a PIN on this device.',
  },
  profile: {
    needs: 'Your profile',
    needsText: 'Sign in to say who you are.',
    unknown: 'Your profile did not load',
    unknownText: 'Neither the caching service nor your relays said what is there. Nothing is saved over what is not known.',
    lost: 'The caching service cannot be reached. It is asked again by itself.',
    none: 'There is no profile of this account yet.',
    save: 'Save',
    saving: 'Saving',
    signing: 'Waiting for your signature, then for a relay',
    review: 'Save these changes?',
    reviewText: 'Everything else in your profile stays as it is.',
    unsure: 'Not all of your relays answered. If you changed your profile elsewhere a moment ago, that may be missing here.',
    lostText: 'What stands there now cannot be read and gives way:',
    from: 'Before',
    to: 'After',
    empty: 'nothing',
    confirm: 'Save',
    back: 'Back',
    saved: 'Profile updated successfully',
    failed: 'Failed to update profile, please try again',
    notes: {
      unchanged: 'Nothing has changed.',
      network: 'Nobody said what is there now, so nothing was saved. Please try again.',
      unsigned: 'Note not signed',
    },
    retry: 'Try again',
    giveUp: 'Go on editing',
    leave: { title: 'Leave without saving?', text: 'Your changes are not saved.', confirm: 'Leave', cancel: 'Stay' },
  },
};

type OwnAccountStrings = typeof ownAccountEnglish;

const LANGUAGES: Readonly<Record<string, OwnAccountStrings>> = { 'en-us': ownAccountEnglish };

/** Words of making an account, keeping its key and editing its profile; they come with those screens' chunks (ACCESS-05). */
export function useOwnAccountStrings(): OwnAccountStrings {
  return LANGUAGES[useStrings().locale] ?? ownAccountEnglish;
}
