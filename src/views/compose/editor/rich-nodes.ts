import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import type { Mounts } from './node-portals.ts';
import styles from '../article/ArticleText.module.css';

/** Return the views of nodes that are not plain text. `doneLabel`: label of a task's checkbox. */
export function nodeViews(
  mounts: Mounts,
  doneLabel: () => string,
): Record<string, NodeViewConstructor> {
  const drawn: NodeViewConstructor = (node, view, place) => new Drawn(mounts, node, view, place);
  return {
    image: drawn,
    reference: drawn,
    opaque: drawn,
    list_item: (node, view, place) => new Item(node, view, place, doneLabel),
  };
}

type Place = () => number | undefined;

/** An atom that React renders. */
class Drawn implements NodeView {
  readonly dom: HTMLElement;
  readonly #id: number;
  readonly #mounts: Mounts;
  readonly #view: EditorView;
  readonly #place: Place;

  constructor(mounts: Mounts, node: Node, view: EditorView, place: Place) {
    this.#mounts = mounts;
    this.#view = view;
    this.#place = place;
    this.dom = document.createElement(node.isBlock ? 'div' : 'span');
    this.dom.className = styles['drawn'] ?? '';
    this.#id = mounts.put(this.#mount(node));
  }

  update(node: Node): boolean {
    this.#mounts.put(this.#mount(node), this.#id);
    return true;
  }

  selectNode(): void {
    this.dom.dataset['selected'] = '';
  }

  deselectNode(): void {
    delete this.dom.dataset['selected'];
  }

  /** Input in its own fields does not go to the editor. */
  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#mounts.remove(this.#id);
  }

  #mount(node: Node) {
    return {
      dom: this.dom,
      node,
      isAlone: () => this.#isAlone(node),
      update: (attrs: Readonly<Record<string, unknown>>) => this.#update(attrs),
    };
  }

  /** Markdown drops spaces at the ends of a paragraph. */
  #isAlone(node: Node): boolean {
    const at = this.#place();
    const parent = at === undefined ? undefined : this.#view.state.doc.resolve(at).parent;
    const isBlank = (one: Node) => one.isText && (one.text ?? '').trim() === '';
    return (
      parent?.type.name === 'paragraph' &&
      parent.children.every((one) => one === node || isBlank(one))
    );
  }

  #update(attrs: Readonly<Record<string, unknown>>): void {
    const at = this.#place();
    const node = at === undefined ? undefined : this.#view.state.doc.nodeAt(at);
    if (at === undefined || !node) return;
    this.#view.dispatch(
      this.#view.state.tr.setNodeMarkup(at, null, { ...node.attrs, ...attrs }, node.marks),
    );
  }
}

/** An item of a list. A task has a checkbox. */
class Item implements NodeView {
  readonly dom = document.createElement('li');
  readonly contentDOM = document.createElement('div');
  readonly #box = document.createElement('input');
  #node: Node;

  constructor(node: Node, view: EditorView, place: Place, label: () => string) {
    this.#node = node;
    this.dom.dir = 'auto';
    this.#box.type = 'checkbox';
    this.#box.contentEditable = 'false';
    this.#box.setAttribute('aria-label', label());
    this.#box.addEventListener('change', () => {
      const at = place();
      if (at !== undefined)
        view.dispatch(
          view.state.tr.setNodeMarkup(at, null, {
            ...this.#node.attrs,
            checked: this.#box.checked,
          }),
        );
    });
    this.dom.append(this.contentDOM);
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    const checked: unknown = node.attrs['checked'];
    this.dom.className = (checked === null ? undefined : styles['task']) ?? '';
    this.#box.checked = checked === true;
    if (checked === null) this.#box.remove();
    else if (!this.#box.isConnected || this.#box.parentNode !== this.dom)
      this.dom.prepend(this.#box);
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target === this.#box;
  }

  ignoreMutation(mutation: { readonly target: globalThis.Node; readonly type: string }): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }
}
