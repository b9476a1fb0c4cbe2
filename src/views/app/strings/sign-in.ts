import { useStrings } from '../strings.ts';

const signInEnglish = {
  title: 'Sign in',
  purpose: 'Your key stays in this browser, in a part that does nothing but sign.',
  extension: 'Use a browser extension',
  extensionHint: 'The extension keeps the key; Starling never sees it.',
  offer: 'Use a signer on your phone',
  or: 'or',
  key: 'Key or address',
  keyHint: 'nsec, ncryptsec, words of a backup, bunker address; an npub to read only',
  show: 'Show what is typed',
  hide: 'Hide what is typed',
  submit: 'Continue',
  cancel: 'Cancel',
  back: 'Back',
  waiting: {
    extension: 'Allow it in your extension',
    key: 'Opening the key',
    pairing: 'Waiting for the signer',
  },
  scan: 'Scan it with your signer, or open it on this device.',
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
  password: { title: 'Password of the key', label: 'Password', hint: 'The one that this ncryptsec was made with' },
  pin: {
    create: 'Create a PIN',
    createText: 'Your key is kept locked with it. It is asked for when you first act after opening Starling.',
    label: 'PIN',
    repeat: 'Repeat the PIN',
    keep: 'Set the PIN',
    skip: 'Continue without a PIN',
    skipTitle: 'Without a PIN?',
    skipText: 'Anyone who can open this browser, or copy its profile folder, can then act as you.',
    skipConfirm: 'Without a PIN',
    enter: 'Enter your PIN',
    enterText: 'It opens your key, and what you were about to do goes on.',
    unlock: 'Unlock',
    forgot: 'I forgot my PIN',
    forgetTitle: 'Erase the key?',
    forgetText:
      'Without its PIN the key on this device cannot be opened. It is erased, and you sign in anew with your backup. Reading goes on.',
    forgetConfirm: 'Erase the key',
  },
  leave: {
    title: 'Sign out?',
    kept: 'Your key is removed from this device. Without a backup of it you cannot come back to this account.',
    elsewhere: 'Your key is not kept here; you can sign in again at any time.',
    erase: 'Also erase what this browser keeps for this account',
    confirm: 'Sign out',
  },
};

export type SignInStrings = typeof signInEnglish;

/** By locale; English stands in for what is not translated. */
const LANGUAGES: Readonly<Record<string, SignInStrings>> = { 'en-us': signInEnglish };

/** Words of the sign-in, which come with its chunk (ACCESS-05). */
export function useSignInStrings(): SignInStrings {
  return LANGUAGES[useStrings().locale] ?? signInEnglish;
}
