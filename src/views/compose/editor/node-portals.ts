import type { Node } from 'prosemirror-model';

/**
 * A place in the editor's text that React renders. `update` changes its attributes. `isAlone`: it
 * is currently alone in its paragraph.
 */
export interface Mount {
  readonly id: number;
  readonly dom: HTMLElement;
  readonly node: Node;
  readonly isAlone: () => boolean;
  readonly update: (attrs: Readonly<Record<string, unknown>>) => void;
}

/** The places to render, as a store that React subscribes to. */
export class Mounts {
  #all: ReadonlyMap<number, Mount> = new Map();
  #list: readonly Mount[] = [];
  #count = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Mount[] => this.#list;

  put(mount: Omit<Mount, 'id'>, id: number = ++this.#count): number {
    this.#change(new Map(this.#all).set(id, { ...mount, id }));
    return id;
  }

  remove(id: number): void {
    const all = new Map(this.#all);
    all.delete(id);
    this.#change(all);
  }

  #change(all: ReadonlyMap<number, Mount>): void {
    this.#all = all;
    this.#list = [...all.values()];
    for (const listener of this.#listeners) listener();
  }
}
