import { conflictsOf } from '../../../src/machines/compose/article/article-context.ts';
import type { articleWorld } from './article-world.ts';

export type World = ReturnType<typeof articleWorld>;
export type Tab = ReturnType<World['open']>;

export function fail(): never {
  throw new Error('no article is open');
}

/** Texts that the open article must choose from. */
export function conflicts(tab: Tab): readonly string[] {
  return conflictsOf(tab.child()?.getSnapshot().context ?? fail()).map(({ text }) => text.content);
}

export async function review(world: World, tab: Tab): Promise<void> {
  tab.send({ type: 'article.review', chance: 'abc123' });
  await world.settle();
}

/** Review and order the publication, until it is on its way. */
export async function order(world: World, tab: Tab): Promise<void> {
  await review(world, tab);
  tab.publish();
  await world.settle();
}

/** Publish until it is accepted. */
export async function publish(world: World, tab: Tab): Promise<void> {
  await order(world, tab);
  tab.accept();
  await world.settle();
}
