import type { Areas } from '../../../src/views/ui/strings/areas.ts';
import { actionsEnglish } from '../../../src/views/ui/strings/actions.ts';
import { readsEnglish } from '../../../src/views/ui/strings/reads.ts';
import { archiveEnglish } from '../../../src/views/ui/strings/archive.ts';
import { articleEditEnglish } from '../../../src/views/ui/strings/article-edit.ts';
import { deviceEnglish } from '../../../src/views/ui/strings/devices.ts';
import { articleTextEnglish } from '../../../src/views/ui/strings/article-text.ts';
import { bookmarkEnglish } from '../../../src/views/ui/strings/bookmarks.ts';
import { cardEnglish } from '../../../src/views/ui/strings/cards.ts';
import { catchUpEnglish } from '../../../src/views/ui/strings/catch-up.ts';
import { composeEnglish } from '../../../src/views/ui/strings/compose.ts';
import { directMessageEnglish } from '../../../src/views/ui/strings/direct-messages.ts';
import { signInPromptEnglish } from '../../../src/views/ui/strings/sign-in-prompt.ts';
import { ecashEnglish } from '../../../src/views/ui/strings/ecash.ts';
import { english } from '../../../src/views/ui/strings/english.ts';
import { exploreEnglish } from '../../../src/views/ui/strings/explore.ts';
import { feedsEnglish } from '../../../src/views/ui/strings/feeds.ts';
import { accountMenuEnglish } from '../../../src/views/ui/strings/account-menu.ts';
import { gettingStartedEnglish } from '../../../src/views/ui/strings/getting-started.ts';
import { helpEnglish } from '../../../src/views/ui/strings/help.ts';
import { inspectorEnglish } from '../../../src/views/ui/strings/inspector.ts';
import { keysEnglish } from '../../../src/views/ui/strings/keys.ts';
import { kindEnglish } from '../../../src/views/ui/strings/kinds.ts';
import { verificationEnglish } from '../../../src/views/ui/strings/verification.ts';
import { membershipEnglish } from '../../../src/views/ui/strings/membership.ts';
import { moneroEnglish } from '../../../src/views/ui/strings/monero.ts';
import { networkEnglish } from '../../../src/views/ui/strings/network.ts';
import { notificationSettingsEnglish } from '../../../src/views/ui/strings/notification-settings.ts';
import { notificationsEnglish } from '../../../src/views/ui/strings/notifications.ts';
import { ownAccountEnglish } from '../../../src/views/ui/strings/own-account.ts';
import { ownMessages } from '../../../src/views/ui/strings/own-messages.ts';
import { pagesEnglish } from '../../../src/views/ui/strings/pages.ts';
import { paymentEnglish } from '../../../src/views/ui/strings/payments.ts';
import { peopleEnglish } from '../../../src/views/ui/strings/people.ts';
import { pseudo } from '../../../src/views/ui/strings/pseudo.ts';
import { playerEnglish } from '../../../src/views/ui/strings/players.ts';
import { profileEnglish } from '../../../src/views/ui/strings/profile.ts';
import { noteMenuEnglish } from '../../../src/views/ui/strings/note-menu.ts';
import { qrEnglish } from '../../../src/views/ui/strings/qr.ts';
import { recordingEnglish } from '../../../src/views/ui/strings/recording.ts';
import { reactionsEnglish } from '../../../src/views/ui/strings/reactions.ts';
import { reasonEnglish } from '../../../src/views/ui/strings/reasons.ts';
import { searchEnglish } from '../../../src/views/ui/strings/search.ts';
import { settingsEnglish } from '../../../src/views/ui/strings/settings.ts';
import { signInEnglish } from '../../../src/views/ui/strings/sign-in.ts';
import { signerEnglish } from '../../../src/views/ui/strings/signer.ts';
import { subscribeEnglish } from '../../../src/views/ui/strings/subscribe.ts';
import { notFoundEnglish } from '../../../src/views/ui/strings/not-found.ts';
import { themeEnglish } from '../../../src/views/ui/strings/themes.ts';
import { threadEnglish } from '../../../src/views/ui/strings/thread.ts';
import { translationEnglish } from '../../../src/views/ui/strings/translation.ts';
import { trendingEnglish } from '../../../src/views/ui/strings/trending.ts';
import { uploadsEnglish } from '../../../src/views/ui/strings/uploads.ts';
import { walletEnglish } from '../../../src/views/ui/strings/wallets.ts';
import { welcomeEnglish } from '../../../src/views/ui/strings/welcome.ts';
import { whyEnglish } from '../../../src/views/ui/strings/why.ts';
import { zapEnglish } from '../../../src/views/ui/strings/zaps.ts';

/** All texts of the catalogue. */
export const ENGLISH_WORDS: Areas = {
  main: english,
  actions: actionsEnglish,
  archive: archiveEnglish,
  articleEdit: articleEditEnglish,
  devices: deviceEnglish,
  articleText: articleTextEnglish,
  bookmarks: bookmarkEnglish,
  cards: cardEnglish,
  catchUp: catchUpEnglish,
  compose: composeEnglish,
  directMessages: directMessageEnglish,
  signInPrompt: signInPromptEnglish,
  ecash: ecashEnglish,
  explore: exploreEnglish,
  feeds: feedsEnglish,
  accountMenu: accountMenuEnglish,
  gettingStarted: gettingStartedEnglish,
  help: helpEnglish,
  inspector: inspectorEnglish,
  keys: keysEnglish,
  kinds: kindEnglish,
  verification: verificationEnglish,
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
  noteMenu: noteMenuEnglish,
  qr: qrEnglish,
  reactions: reactionsEnglish,
  recording: recordingEnglish,
  reads: readsEnglish,
  reasons: reasonEnglish,
  search: searchEnglish,
  settings: settingsEnglish,
  signIn: signInEnglish,
  signer: signerEnglish,
  subscribe: subscribeEnglish,
  notFound: notFoundEnglish,
  themes: themeEnglish,
  thread: threadEnglish,
  translation: translationEnglish,
  trending: trendingEnglish,
  uploads: uploadsEnglish,
  wallets: walletEnglish,
  welcome: welcomeEnglish,
  why: whyEnglish,
  zaps: zapEnglish,
};

/** The complete catalogue in an artificial language, as a translator would write it. */
export const PSEUDO: Areas = pseudo(ENGLISH_WORDS);

const SPOKEN = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'] as const;

/**
 * Return all words of a page outside that language, from texts and element names, without marked
 * text.
 */
export function unmarked(page: ParentNode): readonly string[] {
  const texts = document.createTreeWalker(
    page instanceof Node ? page : document.body,
    NodeFilter.SHOW_TEXT,
  );
  const found: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (!node.parentElement?.closest('style, script, title, pre, code'))
      found.push(node.nodeValue ?? '');
  for (const element of page.querySelectorAll('*'))
    for (const name of SPOKEN) found.push(element.getAttribute(name) ?? '');
  return found.map(withoutMarked).filter((text) => /\p{L}{2,}/u.test(text));
}

/** Marks may be nested. */
function withoutMarked(text: string): string {
  let left = text;
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  }
  return left.trim();
}

/**
 * Return sentences that a page composes from pieces (ACCESS-05): adjacent texts of one element with
 * only a space or a full stop between them. Other languages may need another order, or one word.
 * Lists with a separator are not counted.
 */
export function joined(page: ParentNode): readonly string[] {
  return [...page.querySelectorAll('*')].flatMap((element) =>
    runsOf(element).filter((text) => /⟧[\s.]*⟦/.test(outermost(text))),
  );
}

/** Return the texts of an element that no child element separates. */
function runsOf(element: Element): readonly string[] {
  const runs = [''];
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) runs.push(`${runs.pop() ?? ''}${node.nodeValue ?? ''}`);
    else if (node.nodeType === Node.ELEMENT_NODE) runs.push('');
  }
  return runs;
}

/** Return the text without pieces that were passed as parameters. */
function outermost(text: string): string {
  let depth = 0;
  let left = '';
  for (const letter of text) {
    if (letter === '⟦' && depth++ > 0) continue;
    if (letter === '⟧' && --depth > 0) continue;
    if (depth < 2) left += letter;
  }
  return left;
}
