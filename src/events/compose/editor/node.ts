/**
 * An article in the editor (COMPOSE-06): a tree of plain objects in the JSON format of ProseMirror,
 * so that reading and writing Markdown needs no editor. A missing `content` is empty.
 */
export type Block =
  | Paragraph
  | {
      readonly type: 'heading';
      readonly attrs: { readonly level: number };
      readonly content?: readonly Inline[];
    }
  /** `info`: everything after the fence. */
  | {
      readonly type: 'code_block';
      readonly attrs: { readonly info: string };
      readonly content?: readonly Inline[];
    }
  | { readonly type: 'blockquote'; readonly content?: readonly Block[] }
  | List
  | Table
  | {
      readonly type: 'footnote';
      readonly attrs: { readonly label: string };
      readonly content?: readonly Block[];
    }
  | { readonly type: 'rule' }
  /** Markdown without an equivalent here. It keeps its source. */
  | { readonly type: 'opaque'; readonly attrs: { readonly source: string } };

interface Paragraph {
  readonly type: 'paragraph';
  readonly content?: readonly Inline[];
}

export type List = BulletList | OrderedList;

interface BulletList {
  readonly type: 'bullet_list';
  readonly attrs: { readonly tight: boolean };
  readonly content?: readonly Item[];
}

interface OrderedList {
  readonly type: 'ordered_list';
  readonly attrs: { readonly tight: boolean; readonly start: number };
  readonly content?: readonly Item[];
}

/** `checked`: state of a task; null for any other item. */
export interface Item {
  readonly type: 'list_item';
  readonly attrs: { readonly checked: boolean | null };
  readonly content?: readonly Block[];
}

/** The first row is the header. */
interface Table {
  readonly type: 'table';
  readonly content?: readonly Row[];
}

export interface Row {
  readonly type: 'table_row';
  readonly content?: readonly Cell[];
}

export type Align = 'left' | 'center' | 'right' | null;

export interface Cell {
  readonly type: 'table_cell' | 'table_header';
  readonly attrs: { readonly align: Align };
  readonly content?: readonly Inline[];
}

export type Inline = Text | Atom;

export interface Text {
  readonly type: 'text';
  readonly text: string;
  readonly marks?: readonly Mark[];
}

/**
 * Inline nodes other than text. `uri` of a reference: `nostr:` and the identifier, as written
 * (NIP-21).
 */
export type Atom = { readonly marks?: readonly Mark[] } & (
  | {
      readonly type: 'image';
      readonly attrs: { readonly src: string; readonly alt: string; readonly title: string };
    }
  | { readonly type: 'reference'; readonly attrs: { readonly uri: string } }
  | { readonly type: 'footnote_ref'; readonly attrs: { readonly label: string } }
  | { readonly type: 'soft_break' | 'hard_break' }
);

export type Mark =
  | { readonly type: 'em' | 'strong' | 'strike' | 'code' }
  | { readonly type: 'link'; readonly attrs: { readonly href: string; readonly title: string } };

/** Any node of the tree. */
export type Part = Block | Item | Row | Cell | Inline;
