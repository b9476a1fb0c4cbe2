import { openAccounts } from './kinds/accounts.ts';
import { addLikesAndZaps, targetOf } from './notes/likes-and-zaps.ts';
import {
  commentOnArticles,
  highlightArticles,
  publishArticles,
  shareArticles,
} from './kinds/articles.ts';
import { DAY, noteTimes } from './note-times.ts';
import { openWrittenNotes } from './written-notes.ts';
import { keepDrafts } from './kinds/drafts.ts';
import { addQuotes, addReposts } from './notes/reposts-and-quotes.ts';
import type { Essay } from './kinds/essays.ts';
import { tellChain, tellWindows } from './notes/long-threads.ts';
import { tellKinds } from './kinds/other-kinds.ts';
import { keepLists } from './kinds/lists.ts';
import { addLiveEvents } from './kinds/live-events.ts';
import { offerFeeds } from './kinds/offered-feeds.ts';
import { addDeletedNotes } from './notes/deleted-notes.ts';
import type { Picture } from './picture-library.ts';
import { tellThreads } from './notes/threads.ts';
import { offerTiers } from './kinds/tiers.ts';
import { tellTips } from './kinds/monero-tips.ts';
import { tellToday } from './todays-notes.ts';
import type { World } from './world.ts';

/**
 * Write the town's whole history into its ledger: about `notes` notes and related events. `clip`:
 * the only video.
 */
export function tellStory(
  world: World,
  essays: readonly Essay[],
  notes: number,
  clip: Picture,
): void {
  openAccounts(world);
  const desk = openWrittenNotes(world.rng.fork('desk'), 18 * DAY);
  const some = (share: number) => Math.round(notes * share);
  tellToday(world, desk);
  tellWindows(world, desk, some(1 / 35));
  tellChain(world, desk);
  const articles = publishArticles(world, essays);
  shareArticles(world, desk, articles, some(0.014));
  tellThreads(
    world,
    desk,
    noteTimes(world.rng.fork('times'), world.now, some(0.305)),
    notes - world.people.length - some(0.022),
  );
  addQuotes(world, desk, some(0.022));
  addReposts(world, desk.notes, some(0.07));
  commentOnArticles(world, articles, some(0.04));
  highlightArticles(world, articles, some(0.045));
  const shows = addLiveEvents(world);
  const others = tellKinds(world, shows, clip);
  const offers = offerFeeds(world);
  addLikesAndZaps(
    world,
    [...desk.notes.map(targetOf), ...articles, ...shows, ...others, ...offers],
    some(1),
    some(0.16),
  );
  keepLists(world, desk.notes, articles);
  offerTiers(world);
  tellTips(world, [...desk.notes.map(targetOf), ...articles]);
  keepDrafts(world);
  addDeletedNotes(world);
}
