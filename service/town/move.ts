import { KIND } from '../../src/events/nostr/kinds.ts';
import { found, openWorld } from './found.ts';
import { rngOf } from './prng.ts';
import { verifySigned } from './publish.ts';
import { readTown, saveTown } from './saved.ts';
import { announce, metadataOf } from './story/accounts.ts';
import { type LivingTarget, TOWN_ROW } from './town.ts';

/**
 * Publish the town's new address if the service has moved. All people publish their metadata
 * (pictures, NIP-05, lightning address), relay list and media servers again. Older notes keep the
 * old address of their pictures. A client finds these by hash on the author's new media server
 * (NOTE-05). Returns the number of events, or 0 without a town or a move. `now` in seconds.
 */
export async function moveTown(
  target: Pick<LivingTarget, 'baseUrl' | 'insert' | 'getMeta' | 'setMeta'>,
  now: number,
): Promise<number> {
  const saved = readTown((await target.getMeta(TOWN_ROW)) ?? '', target.baseUrl, rngOf('move'));
  if (!saved || saved.baseUrl === target.baseUrl) return 0;
  const founded = await found(saved.seed, saved.people);
  const world = openWorld(founded, saved.shelf, { baseUrl: target.baseUrl, now, chapter: 'move' });
  for (const person of world.people) {
    world.ledger.write({
      author: person,
      at: now,
      kind: KIND.Metadata,
      content: JSON.stringify(metadataOf(world, person)),
      tags: [],
    });
    announce(world, person, now);
  }
  const events = verifySigned(
    world.ledger.jobs,
    world.ledger.jobs.map((job) => founded.signer.sign(job)),
  );
  await target.insert(events);
  await target.setMeta(TOWN_ROW, saveTown({ ...saved, baseUrl: target.baseUrl }));
  return events.length;
}
