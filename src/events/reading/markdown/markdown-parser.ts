import MarkdownIt from 'markdown-it';
import { cjkEmphasis } from './markdown-emphasis.ts';
import { footnotes } from './markdown-footnote.ts';
import { imgTags } from './markdown-img.ts';

/** Limit of nested lists and quotes. Deeper ones are left out (E-02). */
export const DEEPEST = 40;

/** The grammar of articles. Both the reader and the editor use it. */
export const markdownParser = new MarkdownIt({
  html: false,
  linkify: false,
  typographer: false,
  maxNesting: DEEPEST,
})
  .use(footnotes)
  .use(imgTags)
  .use(cjkEmphasis);
// every address goes through our own url policy, as it was written
markdownParser.validateLink = () => true;
markdownParser.normalizeLink = (url) => url;
markdownParser.normalizeLinkText = (url) => url;
