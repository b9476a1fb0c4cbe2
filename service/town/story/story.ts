import { openAccounts } from './accounts.ts';
import { applaud, targetOf } from './applause.ts';
import { noteTimes } from './clock.ts';
import { openDesk } from './desk.ts';
import { quoteSome, repostSome } from './echo.ts';
import { tellChain, tellWindows } from './gatherings.ts';
import { tellThreads } from './threads.ts';
import { tellToday } from './today.ts';
import type { World } from './world.ts';

/** Writes everything that was ever said in the town into its ledger: about `notes` notes and what goes with them. */
export function tellStory(world: World, notes: number): void {
  openAccounts(world);
  const desk = openDesk(world.rng.fork('desk'));
  const quotes = Math.round(notes * 0.035);
  tellToday(world, desk);
  tellWindows(world, desk, Math.round(notes / 35));
  tellChain(world, desk);
  tellThreads(world, desk, noteTimes(world.rng.fork('times'), world.now, Math.round(notes * 0.5)), notes - quotes);
  quoteSome(world, desk, quotes);
  repostSome(world, desk.notes, Math.round(notes * 0.07));
  applaud(world, desk.notes.map(targetOf), notes * 1.35, notes * 0.22);
}
