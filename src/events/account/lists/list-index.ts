import type { Tag } from '../../nostr/event.ts';
import { NO_ENTRY, type Numbering } from './list-definitions.ts';

interface Node {
  tag: Tag;
  readonly entry: number;
  before: Node | undefined;
  after: Node | undefined;
  /** Another node of the same entry, if there are several. */
  again: Node | undefined;
}

/**
 * One part of a list during an edit: its tags in order, found by their entry numbers. The cost of
 * an edit does not depend on the length.
 */
export interface ListIndex {
  readonly has: (entry: number) => boolean;
  readonly remove: (entry: number) => void;
  /** Append at the end. */
  readonly add: (entry: number, tag: Tag) => void;
  /** Replace in place and drop repetitions; append if the entry is missing. */
  readonly set: (entry: number, tag: Tag) => void;
  /**
   * Move before all other entries, unchanged, and drop repetitions; insert `tag` if the entry is
   * missing.
   */
  readonly first: (entry: number, tag: Tag) => void;
  readonly tags: () => readonly Tag[];
}

export function indexTags(tags: readonly Tag[], numbering: Numbering): ListIndex {
  /** The first node of each entry, by the number of the entry. */
  const nodes: Array<Node | undefined> = [];
  let head: Node | undefined;
  let tail: Node | undefined;
  /**
   * The first node that is an entry. Only `first` moves it back, so looking for it costs one walk
   * over the list in total.
   */
  let lead: Node | undefined;

  const insert = (tag: Tag, entry: number, after: Node | undefined): Node => {
    const node: Node = { tag, entry, before: after ? after.before : tail, after, again: undefined };
    if (node.before) node.before.after = node;
    else head = node;
    if (after) after.before = node;
    else tail = node;
    return node;
  };
  const append = (entry: number, tag: Tag): void => {
    const node = insert(tag, entry, undefined);
    if (entry === NO_ENTRY) return;
    const first = nodes[entry];
    node.again = first?.again;
    if (first) first.again = node;
    else nodes[entry] = node;
    lead ??= node;
  };
  const drop = (node: Node): void => {
    if (node.before) node.before.after = node.after;
    else head = node.after;
    if (node.after) node.after.before = node.before;
    else tail = node.before;
    if (lead === node)
      do lead = lead.after;
      while (lead && lead.entry === NO_ENTRY);
  };
  const dropAll = (first: Node | undefined): void => {
    for (let node = first; node; node = node.again) drop(node);
  };
  const remove = (entry: number): void => {
    dropAll(nodes[entry]);
    nodes[entry] = undefined;
  };
  for (const [at, entry] of numbering.all(tags).entries()) append(entry, tags[at] ?? []);
  return {
    has: (entry) => nodes[entry] !== undefined,
    remove,
    add: append,
    set: (entry, tag) => {
      const first = nodes[entry];
      if (!first) return append(entry, tag);
      dropAll(first.again);
      first.again = undefined;
      first.tag = tag;
    },
    first: (entry, tag) => {
      const stood = nodes[entry]?.tag ?? tag;
      remove(entry);
      lead = insert(stood, entry, lead);
      nodes[entry] = lead;
    },
    tags: () => {
      const all: Tag[] = [];
      for (let node = head; node; node = node.after) all.push(node.tag);
      return all;
    },
  };
}
