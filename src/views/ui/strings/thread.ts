import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const threadEnglish = {
  note: 'Note',
  article: 'Article',
  noteBy: (name: string) => `Note by ${name}`,
  replyingTo: 'Replying to this note',
  peopleIn: 'People in this note',
  replyTo: 'Reply to',
  noteMissing: 'This note cannot be found',
  noteMissingCause: 'The caching service does not know it. It may have been deleted by the author.',
  lookAgain: 'Look again',
  lookOnTheirs: 'Look on the author’s relays',
  lookTells: (relays: readonly string[]) =>
    `These relays would learn what you are looking for: ${relays.join(', ')}.`,
  relaysSearching: 'Looking on your relays',
  relaysAsked: (answered: number, silent: number) =>
    [
      ...(answered > 0
        ? [
            counted(answered, {
              one: 'relay was asked and does not have it.',
              other: 'relays were asked and do not have it.',
            }),
          ]
        : []),
      ...(silent > 0
        ? [counted(silent, { one: 'relay did not answer.', other: 'relays did not answer.' })]
        : []),
    ].join(' '),
  relaysProxied: 'No relay is asked, because everything goes through the caching service.',
  foundOn: (relay: string) =>
    `Found on ${relay}. The caching service does not know it, so replies and counts may be missing.`,
  threadFailed: 'This conversation did not load',
  repliesFailed: 'The replies did not load',
  parents: 'Earlier in this conversation',
  replies: 'Replies',
  noReplies: 'No replies yet',
  noRepliesToShow: 'No replies to show',
  /** All counted replies, split by state. Parts with zero are left out. */
  gap: (
    reported: number,
    parts: { readonly loaded: number; readonly hidden: number; readonly missing: number },
  ) =>
    `${[
      `${counted(reported, { one: 'reply', other: 'replies' })} reported`,
      `${parts.loaded} loaded`,
      ...(parts.hidden > 0 ? [`${parts.hidden} hidden by your filters`] : []),
      `${parts.missing} not found`,
    ].join(', ')}.`,
  further: 'Look further',
  furtherAsked: (relays: number) =>
    relays === 0
      ? 'No other relay to ask.'
      : `Also asked ${counted(relays, { one: 'relay', other: 'relays' })}.`,
  earlierReplies: 'Show earlier replies',
  newestReplies: (most: number) =>
    `Only the newest ${counted(most, { one: 'reply is', other: 'replies are' })} shown`,
  repliesTo: 'Replies to it',
  showReplies: (count: number) => `Show ${counted(count, { one: 'reply', other: 'replies' })}`,
  hideReplies: 'Hide replies',
  moreReplies: (count: number) =>
    `Show ${counted(count, { one: 'more reply', other: 'more replies' })}`,
  newReplies: (count: number) =>
    count > 98 ? '99+ new replies' : counted(count, { one: 'new reply', other: 'new replies' }),
  repliesComing: 'Loading replies',
  /** Replies that are not drawn below a reply. Parts with zero are left out. */
  unshown: ({ hidden, missing }: { readonly hidden: number; readonly missing: number }) =>
    [
      ...(hidden > 0
        ? [`${counted(hidden, { one: 'reply', other: 'replies' })} hidden by your filters`]
        : []),
      ...(missing > 0
        ? [`${counted(missing, { one: 'reply', other: 'replies' })} more not found`]
        : []),
    ].join(', '),
  tryAgain: 'Try again',
  continue: (count: number) =>
    `Continue this conversation (${counted(count, { one: 'reply', other: 'replies' })})`,
  words: (count: number) => counted(count, { one: 'word', other: 'words' }),
  quotes: (count: number) => counted(count, { one: 'quote', other: 'quotes' }),
  bookmarks: (count: number) => counted(count, { one: 'bookmark', other: 'bookmarks' }),
  /** Before the name of the app that created it. */
  via: 'via',
  contents: 'Contents',
  selection: 'Selected text',
  highlight: 'Highlight',
  comment: 'Comment',
  quote: 'Quote',
  copy: 'Copy',
  commentTitle: 'Comment on this passage',
  commentLabel: 'Your comment',
  commentHint: 'Everyone can see it beside the passage.',
  publish: 'Publish',
  cancel: 'Cancel',
  removeHighlight: 'Remove highlight',
  articleMissing: 'This article cannot be found',
  eventMissing: 'This event cannot be found',
  articleMissingCause:
    'The caching service does not know it. It may have been deleted by the author.',
  articleFailed: 'This article did not load',
  eventFailed: 'This event did not load',
  changedSince: 'Changed since you read it',
  changesTitle: 'What changed since you read it',
  changesBetween: (before: string, after: string) =>
    `You read the version of ${before}; this is the one of ${after}.`,
  noChange: 'Nothing is different.',
  onlyAside: 'Title, summary and text are the same; only its tags changed.',
  unchanged: (count: number) =>
    counted(count, { one: 'paragraph unchanged', other: 'paragraphs unchanged' }),
  wasRemoved: 'Removed:',
  wasAdded: 'Added:',
  wasChanged: 'Changed:',
  articleCut: 'This article is too long to be shown whole.',
  readOn: 'Read on',
  comments: 'Comments',
  writtenBy: 'Written by',
  share: 'Share the article',
  topics: 'Topics',
  footnotes: 'Footnotes',
  highlights: 'Highlights',
  highlightedBy: (people: number) =>
    `Highlighted by ${counted(people, { one: 'person', other: 'people' })}, see who`,
  inTheText: 'Back to the text',
  notInText: 'No longer in the text',
  table: 'Table',
  code: (language: string) => (language === '' ? 'Code' : `Code in ${language}`),
  copyCode: 'Copy the code',
};

/** The words of threads and articles, loaded with the chunks that show them (ACCESS-05). */
export const useThreadStrings = words('thread', threadEnglish);
