import { useWords } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const articleTextEnglish = {
  label: 'Text of the article',
  placeholder: 'Write your article',
  mode: 'Editor',
  rich: 'Rich text',
  markdown: 'Markdown',
  tools: 'Format',
  paragraph: 'Paragraph',
  heading: (level: number) => `Heading ${level}`,
  style: 'Paragraph style',
  strong: 'Bold',
  em: 'Italic',
  strike: 'Strikethrough',
  code: 'Code',
  link: 'Link',
  blockquote: 'Quote',
  bulletList: 'Bulleted list',
  orderedList: 'Numbered list',
  taskList: 'Task list',
  codeBlock: 'Code block',
  picture: 'Pictures',
  mention: 'Mention',
  table: 'Table',
  footnote: 'Footnote',
  rule: 'Divider',
  undo: 'Undo',
  redo: 'Redo',
  linkAddress: 'Link address',
  linkHint: 'https://',
  linkWrong: 'Use an address that starts with https://',
  apply: 'Save',
  remove: 'Remove link',
  cancel: 'Cancel',
  language: 'Language of the code',
  languageHint: 'For example js',
  tableTools: 'Table',
  rowAbove: 'Add row above',
  rowBelow: 'Add row below',
  columnBefore: 'Add column before',
  columnAfter: 'Add column after',
  deleteRow: 'Delete row',
  deleteColumn: 'Delete column',
  deleteTable: 'Delete table',
  done: 'Done',
  alt: 'Description of the picture',
  altHint: 'Describe what it shows',
  notShown: 'This picture can’t be shown here',
  opaque: 'Markdown that is edited as text',
  editOpaque: 'Edit as Markdown',
  uploading: (name: string) => `Uploading ${name}`,
  failed: (name: string) => `Failed to upload file ${name}`,
  retry: (name: string) => `Upload ${name} again`,
  dismiss: (name: string) => `Dismiss ${name}`,
  words: (count: number) => counted(count, { one: 'word', other: 'words' }),
  pictures: (count: number, described: number) =>
    count === described
      ? `${counted(count, { one: 'picture', other: 'pictures' })}, described`
      : `${counted(count, { one: 'picture', other: 'pictures' })}, ${count - described} not described`,
};

type ArticleTextStrings = typeof articleTextEnglish;

/** The words of the editor of an article's text (ACCESS-05). */
export function useArticleTextStrings(): ArticleTextStrings {
  return useWords('articleText', articleTextEnglish);
}
