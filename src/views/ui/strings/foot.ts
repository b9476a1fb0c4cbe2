import { arrive, type Language, wordsIn } from '../strings.ts';

export const footEnglish = {
  lock: 'Lock the key',
  unlock: 'Unlock the key',
  sealedMutes: 'Your mute list has a private part.',
  openIt: 'Open it',
  addAccount: 'Add an account',
  membership: 'Membership',
  unconfirmedLists: 'Your lists aren’t confirmed yet',
  unconfirmedWhy:
    'Until the network answers, you see the follows, mutes and bookmarks saved on this device',
  openMutes: 'Open private mutes',
  switchTo: (name: string) => `Switch to ${name}`,
};

arrive('foot', footEnglish);

/** The words of the account's menu (ACCESS-05). */
export function footWords(language: Language): typeof footEnglish {
  return wordsIn(language, 'foot', footEnglish);
}
