import type { ArchiveFailure } from '../../../machines/settings/archive-protocol.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const problems: Readonly<Record<ArchiveFailure, string>> = {
  short: 'At least 12 characters',
  different: 'The passphrases are not the same',
  pin: 'This is not the PIN of this account',
  lost: 'This browser has lost a part of the key it kept, so no PIN opens it. Sign in again with your key. Nothing was erased.',
  wrong: 'The passphrase is wrong, or the file was changed. Nothing was changed here.',
  foreign: 'This is not a backup file of Starling. Nothing was changed.',
  newer: 'This file was made by a newer version of Starling. Nothing was changed.',
  torn: 'A part of this file is missing. Nothing was changed.',
  huge: 'This file is too large to be a backup file. Nothing was changed.',
  other:
    'This file belongs to another account. Sign in as that account first. Nothing was changed.',
  failed: 'That did not work. Nothing of yours was lost; please try again.',
};

export const archiveEnglish = {
  needs: 'Your backup file',
  needsText: 'Sign in to save what this browser keeps of your account, or to bring it here.',
  make: {
    title: 'Save to a file',
    text: 'Your lists with all versions seen here, your drafts, settings and reading places, encrypted with a passphrase. Wallets and ecash stay here.',
    phrase: 'Passphrase',
    phraseHint: 'Several words that only you know. No one can reset it.',
    repeat: 'Repeat the passphrase',
    withKey: 'Include the private key',
    withKeyHint: 'Locked with the same passphrase. Whoever has both can act as you.',
    pin: 'Your PIN',
    submit: 'Save the file',
    busy: 'Encrypting',
    done: 'The file is saved. Keep it and its passphrase in different places.',
  },
  read: {
    title: 'Bring from a file',
    text: 'You see what it would change first. Nothing here is removed, and nothing newer is replaced.',
    choose: 'Choose a file',
    chosen: (name: string) => `Chosen: ${name}`,
    none: 'Choose a file first.',
    phrase: 'Passphrase of the file',
    submit: 'Look into it',
    busy: 'Opening',
  },
  plan: {
    title: 'What it would bring',
    made: (time: string) => `Made ${time}`,
    versions: (count: number) =>
      `${counted(count, { one: 'version', other: 'versions' })} of your lists that this browser has not seen`,
    drafts: (count: number) => counted(count, { one: 'draft', other: 'drafts' }),
    replaced: (count: number) =>
      `${counted(count, { one: 'draft takes', other: 'drafts take' })} the place of an older one`,
    settings: (count: number) =>
      `${counted(count, { one: 'setting', other: 'settings' })} that you have not changed here`,
    key: 'It also holds your private key, which you don’t need here: you are signed in.',
    nothing: 'Everything in it is here already.',
    confirm: 'Bring it here',
    cancel: 'Leave it',
    writing: 'Writing',
    done: 'Everything is here now. Load the page anew to see it.',
    reload: 'Load anew',
  },
  problems,
};

/** Words of the backup files of an account, loaded with their screen (ACCESS-05). */
export const useArchiveStrings = words('archive', archiveEnglish);
