import type { PinProblem } from '../../../events/account/keys/pin.ts';
import { counter } from './plural.ts';
import { words } from '../strings.ts';

const counted = counter('en-us');

const pinProblems: Readonly<Record<PinProblem, string>> = {
  short: 'PIN must be at least 4 characters',
  long: 'PIN must be at most 1024 characters',
  different: 'PINs don’t match',
  wrong: 'This is not the PIN of this account',
  lost: 'This browser lost part of your key, so no PIN can open it. Sign in again with your key. Nothing was erased.',
  failed: 'The PIN could not be used. Please try again.',
  passkeyCancelled: 'No passkey was used. Try again, or type your PIN.',
  passkeyWrong: 'This passkey does not open this account. Type your PIN.',
  passkeyFailed: 'The passkey did not work. Type your PIN.',
};

export const signInEnglish = {
  title: 'Sign in',
  purpose: 'Your key never leaves this browser.',
  extension: 'Use a browser extension',
  offer: 'Use a signer on your phone',
  passkey: 'Use a passkey',
  archive: 'Open a backup file',
  archiveText:
    'A file with your words or key, or a backup that includes the private key. The passphrase of a backup is your PIN from then on. After signing in you are asked about the rest of the backup.',
  archiveChoose: 'Choose a file',
  archiveSubmit: 'Sign in with the file',
  archivePhrase: 'Passphrase of the file',
  or: 'or',
  known: 'Accounts on this device',
  key: 'Key or address',
  keyHint: 'Private key (nsec), backup words or bunker link. An npub signs you in read-only.',
  show: 'Show what is typed',
  hide: 'Hide what is typed',
  submit: 'Continue',
  cancel: 'Cancel',
  back: 'Back',
  waiting: {
    extension: 'Allow it in your extension',
    key: 'Opening the key',
    passkey: 'Waiting for your passkey',
    pairing: 'Waiting for the signer',
  },
  relays: {
    title: 'Relays of the signer',
    connecting: 'Connecting',
    online: 'Connected',
    unreachable: 'Can’t be reached, trying again',
    hint: 'The signer does not answer yet. Make sure that it is running, uses one of these relays, and does not wait for your approval.',
  },
  scan: 'Scan it with your signer, or in Starling on the device that has your key: Settings, Other devices.',
  scanLabel: 'Address for your signer as a QR code',
  openSigner: 'Open in a signer here',
  challenge: 'Your signer wants you to allow it',
  challengeOpen: 'Open its page',
  hex: {
    title: 'Which key is this?',
    text: 'These 64 characters can be a private key, which signs, or a public one, which only reads.',
    secret: 'A private key',
    public: 'A public key',
  },
  password: {
    title: 'Key password',
    label: 'Password',
    hint: 'The one used to create this ncryptsec. On this device it is your PIN from now on.',
  },
  pin: {
    problems: pinProblems,
    create: 'Create a PIN',
    createText:
      'Your key is locked with it. You’ll enter it the first time you post or like after opening Starling.',
    hint: 'At least 4 characters. Letters make it much harder to guess.',
    label: 'PIN',
    repeat: 'Repeat the PIN',
    keep: 'Set the PIN',
    skip: 'Continue without a PIN',
    skipTitle: 'Without a PIN?',
    skipText: 'Anyone who can open this browser, or copy its profile folder, can then act as you.',
    skipConfirm: 'Skip PIN',
    enter: 'Enter your PIN',
    enterText: 'It unlocks your key, then we’ll continue where you left off.',
    enterFor: (reason: string) => `For: ${reason}`,
    enterToSend: 'To send your scheduled note:',
    unlock: 'Unlock',
    passkey: 'Use a passkey',
    forgot: 'I forgot my PIN',
    forgetTitle: 'Erase the key?',
    forgetText:
      'Without the PIN, the key on this device can’t be opened. It will be erased. Without a backup nobody can open this account again. You can keep reading. Earlier copies of the browser’s folder are not erased.',
    forgetConfirm: 'Erase the key',
    forgetStops: 'Without the key, this is not published:',
    forgetScheduled: (count: number) =>
      counted(count, { one: 'scheduled note', other: 'scheduled notes' }),
    forgetWaiting: (count: number) =>
      counted(count, { one: 'unsigned post or change', other: 'unsigned posts or changes' }),
    lostTitle: 'Your key can’t be opened here',
    lostSignIn: 'Sign in again',
  },
  leave: {
    title: 'Sign out?',
    kept: 'Your key will be removed from this device. You need your own copy of it to get back into this account.',
    elsewhere: 'Your key is not kept here; you can sign in again at any time.',
    erase: 'Also erase this account’s data in this browser',
    confirm: 'Sign out',
    unsaved:
      'You have not saved your key. It will be removed from this device, and then nobody can open this account again.',
    save: 'Save the key first',
    stays: 'This stays in this browser for your next sign-in:',
    goes: 'This is erased:',
    ecash: (amount: string) => `Ecash: ${amount}`,
    ecashStays:
      'Ecash is money, so it is never erased. You can spend it again after signing in with the same key.',
    wallet: (name: string) => `Connected wallet: ${name}`,
    scheduled: (count: number) =>
      `Scheduled, and not sent while you are signed out: ${counted(count, { one: 'note', other: 'notes' })}`,
    unfinished: (count: number) =>
      `Not published yet: ${counted(count, { one: 'post or change', other: 'posts or changes' })}`,
    drafts: 'Drafts and settings',
  },
  unerased: {
    title: 'Not everything was removed',
    key: 'You are signed out, but your key may still be on this device.',
    all: 'You are signed out, but your key and data may still be on this device.',
    close: 'Close',
    again: 'Try again',
  },
};

/** Words of the sign-in, loaded with its chunk (ACCESS-05). */
export const useSignInStrings = words('signIn', signInEnglish);
