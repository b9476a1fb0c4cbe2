import type { ArchiveFailure } from '../../../machines/settings/archive-protocol.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const problems: Readonly<Record<ArchiveFailure, string>> = {
  short: 'At least 12 characters',
  different: 'The passphrases don’t match',
  pin: 'This is not the PIN of this account',
  lost: 'This browser lost part of your key, so no PIN can open it. Sign in again with your key. Nothing was erased.',
  wrong: 'The passphrase is wrong, or the file was changed. Nothing was changed here.',
  foreign: 'This is not a backup file of Starling. Nothing was changed.',
  newer: 'A newer version of Starling made this file. Nothing was changed.',
  torn: 'A part of this file is missing. Nothing was changed.',
  huge: 'This file is too large to be a backup file. Nothing was changed.',
  other:
    'This file belongs to another account. Sign in as that account first. Nothing was changed.',
  failed: 'That didn’t work. Nothing was lost. Please try again.',
};

export const archiveEnglish = {
  needs: 'Your backup file',
  needsText: 'Sign in to save your account’s data to a file, or to import it from one.',
  make: {
    title: 'Save to a file',
    text: 'Your lists and their versions, drafts, scheduled notes, settings and reading positions, encrypted with a passphrase. Wallets and ecash stay here.',
    phrase: 'Passphrase',
    phraseHint: 'Several words that only you know. No one can reset it.',
    repeat: 'Repeat the passphrase',
    withKey: 'Include the private key',
    withKeyHint: 'Locked with the same passphrase. Anyone who has both can act as you.',
    pin: 'Your PIN',
    pinMissing: 'Enter your PIN',
    submit: 'Save the file',
    busy: 'Encrypting',
    done: 'The file is saved. Keep it and its passphrase in different places.',
  },
  read: {
    title: 'Import from a file',
    text: 'You see a preview first. An import removes nothing and replaces nothing newer.',
    choose: 'Choose a file',
    chosen: (name: string) => `Chosen: ${name}`,
    none: 'Choose a file first.',
    phrase: 'Passphrase of the file',
    submit: 'Preview',
    busy: 'Opening',
  },
  plan: {
    title: 'Import preview',
    made: (time: string) => `Made ${time}`,
    versions: (count: number) =>
      `${counted(count, { one: 'version', other: 'versions' })} of your lists that this browser has not seen`,
    drafts: (count: number) => counted(count, { one: 'draft', other: 'drafts' }),
    scheduled: (count: number) =>
      counted(count, {
        one: 'scheduled note. It arrives as a draft with its time, and is published only if you schedule it here.',
        other:
          'scheduled notes. They arrive as drafts with their times, and are published only if you schedule them here.',
      }),
    replaced: (count: number) =>
      `${counted(count, { one: 'draft replaces', other: 'drafts replace' })} an older one`,
    settings: (count: number) =>
      `${counted(count, { one: 'setting', other: 'settings' })} that you have not changed here`,
    key: 'It also contains your private key. You don’t need it here: you are signed in.',
    nothing: 'Everything in this file is already here.',
    confirm: 'Import',
    cancel: 'Cancel',
    writing: 'Writing',
    done: 'Import finished. Reload the page to see it.',
    reload: 'Reload',
  },
  problems,
};

/** Words of the backup files of an account, loaded with their screen (ACCESS-05). */
export const useArchiveStrings = words('archive', archiveEnglish);
