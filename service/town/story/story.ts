import { openAccounts } from './accounts.ts';
import { applaud, targetOf } from './applause.ts';
import { noteTimes } from './clock.ts';
import { openDesk } from './desk.ts';
import { tellThreads } from './threads.ts';
import type { World } from './world.ts';

/** Writes everything that was ever said in the town into its ledger: about `notes` notes and what goes with them. */
export function tellStory(world: World, notes: number): void {
  openAccounts(world);
  const desk = openDesk(world.rng.fork('desk'));
  tellThreads(world, desk, noteTimes(world.rng.fork('times'), world.now, Math.round(notes * 0.42)), notes);
  for (const note of desk.notes) applaud(world, world.rng.fork(`applause ${note.id}`), targetOf(note));
}
