import { arrive, type Language, wordsIn } from '../strings.ts';

export const accountMenuEnglish = {
  status: { readsOnly: 'Read-only', locked: 'Key locked', ready: 'Signed in' },
  menu: 'Account',
  signOut: 'Sign out',
  you: 'Your profile',
  lock: 'Lock the key',
  unlock: 'Unlock the key',
  sealedMutes: 'Private mutes are not applied yet.',
  openIt: 'Open it',
  addAccount: 'Add an account',
  membership: 'Membership',
  unconfirmedLists: 'Your lists aren’t confirmed yet',
  unconfirmedWhy:
    'Until the network answers, you see the follows, mutes and bookmarks saved on this device',
  openMutes: 'Open private mutes',
  switchTo: (name: string) => `Switch to ${name}`,
};

arrive('accountMenu', accountMenuEnglish);

/** The words of the account's menu (ACCESS-05). */
export function accountMenuWords(language: Language): typeof accountMenuEnglish {
  return wordsIn(language, 'accountMenu', accountMenuEnglish);
}
