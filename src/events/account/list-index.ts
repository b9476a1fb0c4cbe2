import type { Tag } from '../event.ts';
import { entryKey, type ListName } from './list-form.ts';

interface Node {
  tag: Tag;
  readonly key: string | undefined;
  before: Node | undefined;
  after: Node | undefined;
}

/** One part of a list while it is edited: its tags in order, found by the keys of its entries. Every edit costs the same, however long it is. */
export interface ListIndex {
  readonly has: (key: string) => boolean;
  readonly remove: (key: string) => void;
  /** At the end. */
  readonly add: (key: string, tag: Tag) => void;
  /** Where it stands, once; at the end if it is not there. */
  readonly set: (key: string, tag: Tag) => void;
  /** Before all other entries, once, as it stood; `tag` if it was not there. */
  readonly first: (key: string, tag: Tag) => void;
  readonly tags: () => readonly Tag[];
}

export function indexTags(list: ListName, tags: readonly Tag[]): ListIndex {
  const nodes = new Map<string, Node[]>();
  let head: Node | undefined;
  let tail: Node | undefined;
  /** The first node that is an entry: it never moves back but by `first`, so looking for it costs no more than one walk in all. */
  let lead: Node | undefined;

  const insert = (tag: Tag, key: string | undefined, after: Node | undefined): Node => {
    const node: Node = { tag, key, before: after ? after.before : tail, after };
    if (node.before) node.before.after = node;
    else head = node;
    if (after) after.before = node;
    else tail = node;
    return node;
  };
  const append = (tag: Tag, key: string | undefined): void => {
    const node = insert(tag, key, undefined);
    if (key === undefined) return;
    const same = nodes.get(key);
    if (same) same.push(node);
    else nodes.set(key, [node]);
    lead ??= node;
  };
  const drop = (node: Node): void => {
    if (node.before) node.before.after = node.after;
    else head = node.after;
    if (node.after) node.after.before = node.before;
    else tail = node.before;
    if (lead === node)
      do lead = lead.after;
      while (lead && lead.key === undefined);
  };
  const remove = (key: string): void => {
    for (const node of nodes.get(key) ?? []) drop(node);
    nodes.delete(key);
  };
  for (const tag of tags) append(tag, entryKey(list, tag));
  return {
    has: (key) => nodes.has(key),
    remove,
    add: (key, tag) => append(tag, key),
    set: (key, tag) => {
      const [first, ...rest] = nodes.get(key) ?? [];
      if (!first) return append(tag, key);
      for (const node of rest) drop(node);
      first.tag = tag;
      nodes.set(key, [first]);
    },
    first: (key, tag) => {
      const stood = nodes.get(key)?.[0]?.tag ?? tag;
      remove(key);
      lead = insert(stood, key, lead);
      nodes.set(key, [lead]);
    },
    tags: () => {
      const all: Tag[] = [];
      for (let node = head; node; node = node.after) all.push(node.tag);
      return all;
    },
  };
}
