import { words } from '../strings.ts';

export const welcomeEnglish = {
  title: 'Welcome to Starling',
  text: 'Notes, articles and messages on Nostr, the open social network that nobody owns.',
};

/** The words of Home's welcome for visitors, loaded with its code (ACCESS-05). */
export const useWelcomeStrings = words('welcome', welcomeEnglish);
