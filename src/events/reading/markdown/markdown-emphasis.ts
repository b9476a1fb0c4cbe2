import type { MarkdownIt, StateInline } from 'markdown-it';

const SPACE = /^[\s\u3000]$/u;
const SIGN = /^[\p{P}\p{S}]$/u;
/** Letters of scripts without spaces, and their own punctuation. */
const CJK =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]$/u;

/**
 * Emphasis beside Chinese, Japanese and Korean text for markdown-it, as in the CJK-friendly
 * amendment to CommonMark. Such a letter counts as a space does, so that `**word。**` and `**😀**`
 * end without a space before the text.
 */
export function cjkEmphasis(md: MarkdownIt): void {
  const Standard = md.inline.State;
  md.inline.State = class extends Standard {
    override scanDelims(
      start: number,
      canSplitWord: boolean,
    ): ReturnType<StateInline['scanDelims']> {
      const standard = super.scanDelims(start, canSplitWord);
      const last = before(this.src, start);
      const end = start + standard.length;
      const after = end < this.posMax ? String.fromCodePoint(this.src.codePointAt(end) ?? 32) : ' ';
      if (!CJK.test(last) && !CJK.test(after)) return standard;
      const left = !SPACE.test(after) && (!isSign(after) || parts(last));
      const right = !SPACE.test(last) && (!isSign(last) || parts(after));
      return {
        can_open: left && (canSplitWord || !right || SIGN.test(last)),
        can_close: right && (canSplitWord || !left || SIGN.test(after)),
        length: standard.length,
      };
    }
  };
}

function before(text: string, at: number): string {
  if (at === 0) return ' ';
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && at > 1;
  return text.slice(isPair ? at - 2 : at - 1, at);
}

/** True for punctuation or a symbol outside of these scripts. */
function isSign(char: string): boolean {
  return SIGN.test(char) && !CJK.test(char);
}

function parts(char: string): boolean {
  return SPACE.test(char) || SIGN.test(char) || CJK.test(char);
}
