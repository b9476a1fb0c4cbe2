import type { actEnglish } from './acts.ts';
import type { bookmarkEnglish } from './bookmarks.ts';
import type { cardEnglish } from './cards.ts';
import type { catchUpEnglish } from './catch-up.ts';
import type { composeEnglish } from './compose.ts';
import type { doorEnglish } from './door.ts';
import type { exploreEnglish } from './explore.ts';
import type { feedsEnglish } from './feeds.ts';
import type { footEnglish } from './foot.ts';
import type { gettingStartedEnglish } from './getting-started.ts';
import type { helpEnglish } from './help.ts';
import type { keysEnglish } from './keys.ts';
import type { kindEnglish } from './kinds.ts';
import type { networkEnglish } from './network.ts';
import type { notificationSettingsEnglish } from './notification-settings.ts';
import type { notificationsEnglish } from './notifications.ts';
import type { ownAccountEnglish } from './own-account.ts';
import type { pagesEnglish } from './pages.ts';
import type { peopleEnglish } from './people.ts';
import type { playerEnglish } from './players.ts';
import type { profileEnglish } from './profile.ts';
import type { reactionsEnglish } from './reactions.ts';
import type { readsEnglish } from './reads.ts';
import type { searchEnglish } from './search.ts';
import type { settingsEnglish } from './settings.ts';
import type { signInEnglish } from './sign-in.ts';
import type { signerEnglish } from './signer.ts';
import type { subscribeEnglish } from './subscribe.ts';
import type { threadEnglish } from './thread.ts';
import type { translationEnglish } from './translation.ts';
import type { trendingEnglish } from './trending.ts';
import type { uploadsEnglish } from './uploads.ts';
import type { whyEnglish } from './why.ts';
import type { english } from './english.ts';
import type { ownMessages } from './own-messages.ts';
import type { reasonEnglish } from './reasons.ts';

/**
 * All words of the interface, by area. English is the measure: each area has one module for each language, and theirs have the same
 * shape (ACCESS-05).
 */
export interface Areas {
  readonly main: typeof english;
  readonly acts: typeof actEnglish;
  readonly bookmarks: typeof bookmarkEnglish;
  readonly cards: typeof cardEnglish;
  readonly catchUp: typeof catchUpEnglish;
  readonly compose: typeof composeEnglish;
  readonly door: typeof doorEnglish;
  readonly explore: typeof exploreEnglish;
  readonly feeds: typeof feedsEnglish;
  readonly foot: typeof footEnglish;
  readonly gettingStarted: typeof gettingStartedEnglish;
  readonly help: typeof helpEnglish;
  readonly keys: typeof keysEnglish;
  readonly kinds: typeof kindEnglish;
  readonly network: typeof networkEnglish;
  readonly notificationSettings: typeof notificationSettingsEnglish;
  readonly notifications: typeof notificationsEnglish;
  readonly ownAccount: typeof ownAccountEnglish;
  readonly pages: typeof pagesEnglish;
  readonly people: typeof peopleEnglish;
  readonly players: typeof playerEnglish;
  readonly profile: typeof profileEnglish;
  readonly reactions: typeof reactionsEnglish;
  readonly reads: typeof readsEnglish;
  readonly search: typeof searchEnglish;
  readonly settings: typeof settingsEnglish;
  readonly signIn: typeof signInEnglish;
  readonly signer: typeof signerEnglish;
  readonly subscribe: typeof subscribeEnglish;
  readonly thread: typeof threadEnglish;
  readonly translation: typeof translationEnglish;
  readonly trending: typeof trendingEnglish;
  readonly uploads: typeof uploadsEnglish;
  readonly why: typeof whyEnglish;
  readonly ownMessages: typeof ownMessages;
  readonly reasons: typeof reasonEnglish;
}
