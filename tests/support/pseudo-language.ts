import type { Areas } from '../../src/views/app/strings/areas.ts';
import { actEnglish } from '../../src/views/app/strings/acts.ts';
import { readsEnglish } from '../../src/views/app/strings/reads.ts';
import { archiveEnglish } from '../../src/views/app/strings/archive.ts';
import { articleTextEnglish } from '../../src/views/app/strings/article-text.ts';
import { bookmarkEnglish } from '../../src/views/app/strings/bookmarks.ts';
import { cardEnglish } from '../../src/views/app/strings/cards.ts';
import { catchUpEnglish } from '../../src/views/app/strings/catch-up.ts';
import { composeEnglish } from '../../src/views/app/strings/compose.ts';
import { directMessageEnglish } from '../../src/views/app/strings/direct-messages.ts';
import { doorEnglish } from '../../src/views/app/strings/door.ts';
import { ecashEnglish } from '../../src/views/app/strings/ecash.ts';
import { english } from '../../src/views/app/strings/english.ts';
import { exploreEnglish } from '../../src/views/app/strings/explore.ts';
import { feedsEnglish } from '../../src/views/app/strings/feeds.ts';
import { footEnglish } from '../../src/views/app/strings/foot.ts';
import { gettingStartedEnglish } from '../../src/views/app/strings/getting-started.ts';
import { helpEnglish } from '../../src/views/app/strings/help.ts';
import { keysEnglish } from '../../src/views/app/strings/keys.ts';
import { kindEnglish } from '../../src/views/app/strings/kinds.ts';
import { membershipEnglish } from '../../src/views/app/strings/membership.ts';
import { moneroEnglish } from '../../src/views/app/strings/monero.ts';
import { networkEnglish } from '../../src/views/app/strings/network.ts';
import { notificationSettingsEnglish } from '../../src/views/app/strings/notification-settings.ts';
import { notificationsEnglish } from '../../src/views/app/strings/notifications.ts';
import { ownAccountEnglish } from '../../src/views/app/strings/own-account.ts';
import { ownMessages } from '../../src/views/app/strings/own-messages.ts';
import { pagesEnglish } from '../../src/views/app/strings/pages.ts';
import { paymentEnglish } from '../../src/views/app/strings/payments.ts';
import { peopleEnglish } from '../../src/views/app/strings/people.ts';
import { playerEnglish } from '../../src/views/app/strings/players.ts';
import { profileEnglish } from '../../src/views/app/strings/profile.ts';
import { reactionsEnglish } from '../../src/views/app/strings/reactions.ts';
import { reasonEnglish } from '../../src/views/app/strings/reasons.ts';
import { searchEnglish } from '../../src/views/app/strings/search.ts';
import { settingsEnglish } from '../../src/views/app/strings/settings.ts';
import { signInEnglish } from '../../src/views/app/strings/sign-in.ts';
import { signerEnglish } from '../../src/views/app/strings/signer.ts';
import { subscribeEnglish } from '../../src/views/app/strings/subscribe.ts';
import { notFoundEnglish } from '../../src/views/app/strings/not-found.ts';
import { threadEnglish } from '../../src/views/app/strings/thread.ts';
import { translationEnglish } from '../../src/views/app/strings/translation.ts';
import { trendingEnglish } from '../../src/views/app/strings/trending.ts';
import { uploadsEnglish } from '../../src/views/app/strings/uploads.ts';
import { walletEnglish } from '../../src/views/app/strings/wallets.ts';
import { whyEnglish } from '../../src/views/app/strings/why.ts';
import { zapEnglish } from '../../src/views/app/strings/zaps.ts';

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' };

/** Marks words as said in this language: accented, between brackets, so that one sees what was not translated. */
const marked = (words: string): string => `⟦${words.replace(/[aeiou]/gi, (letter) => ACCENTS[letter] ?? letter)}⟧`;

/** The same words in a language that nobody speaks: every text is marked, also what is made by a function. Locales stay. */
function pseudo<T>(words: T): T {
  return translated(words) as T;
}

function translated(words: unknown): unknown {
  if (typeof words === 'string') return words === '' ? '' : marked(words);
  if (typeof words === 'function') return (...given: readonly unknown[]) => translated(Reflect.apply(words, undefined, given));
  if (Array.isArray(words)) return words.map(translated);
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, key === 'locale' ? value : translated(value)]));
}

/** A whole language, as a translator would give it: all areas, typed against English. */
export const PSEUDO: Areas = pseudo({
  main: english,
  acts: actEnglish,
  archive: archiveEnglish,
  articleText: articleTextEnglish,
  bookmarks: bookmarkEnglish,
  cards: cardEnglish,
  catchUp: catchUpEnglish,
  compose: composeEnglish,
  directMessages: directMessageEnglish,
  door: doorEnglish,
  ecash: ecashEnglish,
  explore: exploreEnglish,
  feeds: feedsEnglish,
  foot: footEnglish,
  gettingStarted: gettingStartedEnglish,
  help: helpEnglish,
  keys: keysEnglish,
  kinds: kindEnglish,
  membership: membershipEnglish,
  monero: moneroEnglish,
  network: networkEnglish,
  notificationSettings: notificationSettingsEnglish,
  notifications: notificationsEnglish,
  ownAccount: ownAccountEnglish,
  ownMessages,
  pages: pagesEnglish,
  payments: paymentEnglish,
  people: peopleEnglish,
  players: playerEnglish,
  profile: profileEnglish,
  reactions: reactionsEnglish,
  reads: readsEnglish,
  reasons: reasonEnglish,
  search: searchEnglish,
  settings: settingsEnglish,
  signIn: signInEnglish,
  signer: signerEnglish,
  subscribe: subscribeEnglish,
  notFound: notFoundEnglish,
  thread: threadEnglish,
  translation: translationEnglish,
  trending: trendingEnglish,
  uploads: uploadsEnglish,
  wallets: walletEnglish,
  why: whyEnglish,
  zaps: zapEnglish,
});

const SPOKEN = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'] as const;

/** All words of a page that are not said in that language: its texts and the names of its elements, without what is marked. */
export function unmarked(page: ParentNode): readonly string[] {
  const texts = document.createTreeWalker(page instanceof Node ? page : document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (!node.parentElement?.closest('style, script, title, pre, code')) found.push(node.nodeValue ?? '');
  for (const element of page.querySelectorAll('*')) for (const name of SPOKEN) found.push(element.getAttribute(name) ?? '');
  return found.map(withoutMarked).filter((text) => /\p{L}{2,}/u.test(text));
}

/** Marks may stand in each other. */
function withoutMarked(text: string): string {
  let left = text;
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  }
  return left.trim();
}
