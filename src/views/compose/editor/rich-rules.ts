import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { type MarkType, type Node, type NodeType, Slice, Fragment } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { decodeUri } from '../../../events/nostr/nip19.ts';
import { REFERENCE } from '../../../events/compose/editor/inline-read.ts';
import { richSchema } from './rich-schema.ts';

const { nodes, marks } = richSchema;

/** Return the input rules for Markdown. One Backspace, or undo, restores the typed text. */
export function richRules(): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6}) $/, nodes.heading, ([, signs = '']) => ({
        level: signs.length,
      })),
      textblockTypeInputRule(/^```([\w+#-]*)[ \n]$/, nodes.code_block, ([, info = '']) => ({
        info,
      })),
      wrappingInputRule(/^> $/, nodes.blockquote),
      wrappingInputRule(/^[-+*] $/, nodes.bullet_list),
      wrappingInputRule(
        /^(\d{1,9})[.)] $/,
        nodes.ordered_list,
        ([, start]) => ({ start: Number(start) }),
        ([, start], list) => list.childCount + Number(list.attrs['start']) === Number(start),
      ),
      taskRule(),
      ruleRule(nodes.rule),
      markRule(/(?:^|[^*])(\*\*([^*\s](?:[^*]*[^*\s])?)\*\*)$/, marks.strong),
      markRule(/(?:^|[^*])(\*([^*\s](?:[^*]*[^*\s])?)\*)$/, marks.em),
      markRule(/(?:^|[^\p{L}\p{N}_])(_([^_\s](?:[^_]*[^_\s])?)_)$/u, marks.em),
      markRule(/(?:^|[^~])(~~([^~\s](?:[^~]*[^~\s])?)~~)$/, marks.strike),
      markRule(/(?:^|[^`])(`([^`]+)`)$/, marks.code),
      linkRule(),
      referenceRule(),
      spaceRule(),
    ],
  });
}

/** `[ ] ` at the start of an item turns it into a task. */
function taskRule(): InputRule {
  return new InputRule(/^\[([ xX]?)\] $/, (state, [, sign], start, end) => {
    const $start = state.doc.resolve(start);
    const item = $start.depth > 1 ? $start.node(-1) : undefined;
    if (item?.type !== nodes.list_item || $start.index(-1) !== 0) return null;
    return state.tr
      .delete(start, end)
      .setNodeMarkup($start.before(-1), null, { checked: sign === 'x' || sign === 'X' });
  });
}

function ruleRule(type: NodeType): InputRule {
  return new InputRule(/^(?:---|___|\*\*\*)$/, (state, _, start, end) => {
    const $start = state.doc.resolve(start);
    if (
      $start.parent.type !== nodes.paragraph ||
      $start.parentOffset + (end - start) + 1 < $start.parent.content.size
    )
      return null;
    const from = $start.before();
    return state.tr.replaceWith(from, $start.after(), [type.create(), nodes.paragraph.create()]);
  });
}

function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(
    pattern,
    (state, [whole, signed = '', words = ''], start, end) => {
      // The last sign is not in the document yet.
      const from = start + whole.length - signed.length;
      const $from = state.doc.resolve(from);
      if (!$from.parent.type.allowsMarkType(type) || state.doc.rangeHasMark(from, end, marks.code))
        return null;
      const before = signed.indexOf(words);
      const tr = state.tr.delete(from + before + words.length, end).delete(from, from + before);
      return tr.addMark(from, from + words.length, type.create()).removeStoredMark(type);
    },
    { inCodeMark: false },
  );
}

/** Turn a typed `[words](address)` into a link. A picture's `![words](address)` stays text. */
function linkRule(): InputRule {
  return new InputRule(
    /(?:^|[^!\\])(\[([^[\]]*[^[\]\s][^[\]]*)\]\(((?:https?:\/\/|mailto:|nostr:)[^\s()]+)\))$/,
    (state, [whole, typed = '', words = '', href = ''], start, end) => {
      // The last sign is not in the document yet.
      const from = start + whole.length - typed.length;
      if (state.doc.rangeHasMark(from, end, marks.code)) return null;
      return state.tr
        .delete(from + 1 + words.length, end)
        .delete(from, from + 1)
        .addMark(from, from + words.length, marks.link.create({ href, title: '' }))
        .removeStoredMark(marks.link);
    },
    { inCodeMark: false },
  );
}

/** A picked mention ends with a space already, so a space typed after it adds none. */
function spaceRule(): InputRule {
  return new InputRule(
    /\ufffc {2}$/,
    (state, _, start) =>
      state.doc.resolve(start).nodeAfter?.type === nodes.reference ? state.tr : null,
    { undoable: false },
  );
}

/** Turn a typed or pasted NIP-21 address into a reference. */
function referenceRule(): InputRule {
  return new InputRule(
    new RegExp(`(?:^|\\s)(${REFERENCE.source})(\\s)$`, 'i'),
    (state, [, uri = '', blank = ''], _, end) => {
      if (decodeUri(uri) === undefined) return null;
      const content: Node[] = [nodes.reference.create({ uri }), richSchema.text(blank)];
      return state.tr.replace(end - uri.length, end, new Slice(Fragment.fromArray(content), 0, 0));
    },
  );
}
