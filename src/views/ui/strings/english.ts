import { accountStrings } from './account.ts';
import { appStrings } from './app.ts';
import { mediaStrings } from './media.ts';
import { firstMessages } from './messages.ts';
import { noteStrings } from './note.ts';
import { readingStrings } from './reading.ts';

/**
 * The one catalogue (ACCESS-05). Long pages (help, terms ...) are in `pages.ts`, which loads with
 * the screens that show it.
 */
export const english = {
  locale: 'en-us',
  app: appStrings,
  account: accountStrings,
  reading: readingStrings,
  media: mediaStrings,
  note: noteStrings,
  messages: firstMessages,
};
