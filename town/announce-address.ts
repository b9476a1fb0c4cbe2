import { KIND } from '../src/events/nostr/kinds.ts';
import { createTownBase, openWorld } from './found-town.ts';
import { rngOf } from './prng.ts';
import { verifySigned } from './sign-and-insert.ts';
import { readTown, saveTown } from './saved-town.ts';
import { announce, metadataOf } from './story/kinds/accounts.ts';
import { type TownTarget, TOWN_ROW } from './town-target.ts';

/**
 * Publish the town's new address if the service has moved. All people publish their metadata
 * (pictures, NIP-05, lightning address), relay list and media servers again. Older notes keep the
 * old address of their pictures. A client finds these by hash on the author's new media server
 * (NOTE-05). Returns the former address, or `undefined` without a town or a move. `now` in seconds.
 */
export async function announceAddress(
  target: Pick<TownTarget, 'baseUrl' | 'insert' | 'getMeta' | 'setMeta'>,
  now: number,
): Promise<string | undefined> {
  const saved = readTown((await target.getMeta(TOWN_ROW)) ?? '', target.baseUrl, rngOf('move'));
  if (!saved || saved.baseUrl === target.baseUrl) return undefined;
  const founded = await createTownBase(saved.seed, saved.people);
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
  return saved.baseUrl;
}
