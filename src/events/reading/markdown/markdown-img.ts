import type { MarkdownIt, StateInline } from 'markdown-it';
import { safeUrl } from '../../core/url.ts';

const LONGEST = 2_048;
const IMG = /^<img\s[^<>]*>/i;

/**
 * For markdown-it: `<img src="...">` with a web address is read as the picture `![alt](src)`. All
 * other HTML stays text (E-01, E-02).
 */
export function imgTags(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'img', imgTag);
}

function imgTag(state: StateInline, silent: boolean): boolean {
  if (!/^<img\s/i.test(state.src.slice(state.pos, state.pos + 5))) return false;
  const tag = IMG.exec(
    state.src.slice(state.pos, Math.min(state.posMax, state.pos + LONGEST)),
  )?.[0];
  const src = tag === undefined ? '' : attribute(tag, 'src');
  if (tag === undefined || !/^https?:/i.test(src) || safeUrl(src) === undefined) return false;
  if (!silent) {
    const token = state.push('image', 'img', 0);
    token.attrs = [
      ['src', src],
      ['title', attribute(tag, 'title')],
    ];
    const alt = new state.Token('text', '', 0);
    alt.content = attribute(tag, 'alt');
    token.children = [alt];
  }
  state.pos += tag.length;
  return true;
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    tag,
  );
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}
