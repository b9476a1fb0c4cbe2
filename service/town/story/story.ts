import { openAccounts } from './accounts.ts';
import { applaud, targetOf } from './applause.ts';
import {
  commentOnArticles,
  highlightArticles,
  publishArticles,
  shareArticles,
} from './articles.ts';
import { DAY, noteTimes } from './clock.ts';
import { openDesk } from './desk.ts';
import { keepDrafts } from './drafts.ts';
import { quoteSome, repostSome } from './echo.ts';
import type { Essay } from './essays.ts';
import { tellChain, tellWindows } from './gatherings.ts';
import { tellKinds } from './kinds.ts';
import { keepLists } from './lists.ts';
import { broadcast } from './live.ts';
import { offerFeeds } from './offers.ts';
import { regretSome } from './regrets.ts';
import type { Picture } from './shelf.ts';
import { tellThreads } from './threads.ts';
import { offerTiers } from './tiers.ts';
import { tellTips } from './tips.ts';
import { tellToday } from './today.ts';
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
  const desk = openDesk(world.rng.fork('desk'), 18 * DAY);
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
  quoteSome(world, desk, some(0.022));
  repostSome(world, desk.notes, some(0.07));
  commentOnArticles(world, articles, some(0.04));
  highlightArticles(world, articles, some(0.045));
  const shows = broadcast(world);
  const others = tellKinds(world, shows, clip);
  const offers = offerFeeds(world);
  applaud(
    world,
    [...desk.notes.map(targetOf), ...articles, ...shows, ...others, ...offers],
    some(1),
    some(0.16),
  );
  keepLists(world, desk.notes, articles);
  offerTiers(world);
  tellTips(world, [...desk.notes.map(targetOf), ...articles]);
  keepDrafts(world);
  regretSome(world);
}
