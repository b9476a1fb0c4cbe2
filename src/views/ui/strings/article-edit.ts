import type { ArticleFault } from '../../../events/compose/article/article-edit.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const faults: Readonly<Record<ArticleFault, string>> = {
  noTitle: 'Give your article a title first.',
  noText: 'There is no text to publish yet.',
  tooLong: 'This text is too long for relays. Make it shorter, or publish it in parts.',
};

const unsaved: Readonly<Record<'tooLong' | 'unsigned' | 'silent', string>> = {
  tooLong: 'Too long for an encrypted draft: it stays on this device.',
  unsigned: 'The draft was not signed. Your text is on this device.',
  silent: 'No relay answered. Your text is on this device.',
};

export const articleEditEnglish = {
  screen: 'Write an article',
  newArticle: 'New article',
  needs: 'Write articles here',
  needsText: 'Sign in to write. Your text is saved on this device and, encrypted, on your relays.',
  fields: {
    title: 'Title',
    summary: 'Summary',
    tags: 'Topics',
    addTag: 'Add a topic',
    removeTag: (tag: string) => `Remove ${tag}`,
    cover: 'Cover',
    coverUrl: 'Link to an image',
    coverUpload: 'Upload a cover',
    coverRemove: 'Remove the cover',
    uploading: 'Uploading',
    stop: 'Stop',
    uploadFailed: 'The picture was not uploaded.',
    badUrl: 'Use a link that begins with https://',
  },
  state: {
    typing: 'Saving',
    kept: 'Saved on this device',
    saved: 'Saved on this device · saved as draft',
    saving: 'Saving as draft',
    blank: 'Nothing written yet',
    full: 'Not saved: this device is out of space. Copy your text before you leave.',
    blocked: 'Not saved: this browser doesn’t keep data here. Copy your text before you leave.',
    copyText: 'Copy the text',
  },
  unsaved,
  saveDraft: 'Save draft',
  preview: 'Preview',
  write: 'Back to writing',
  publish: 'Publish',
  words: (count: number) => counted(count, { one: 'word', other: 'words' }),
  minutes: (count: number) => `${count} min read`,
  pictures: (count: number, bare: number) =>
    bare === 0
      ? `${counted(count, { one: 'picture', other: 'pictures' })}, described`
      : `${counted(count, { one: 'picture', other: 'pictures' })}, ${bare} not described`,
  uploading: 'A picture is still uploading. Wait for it or remove it first.',
  lastPublished: (date: string) => `First published on ${date}`,
  faults,
  missing: {
    title: 'We couldn’t open this article',
    text: 'It may be on relays that didn’t answer, or encrypted for a key that isn’t open here.',
    retry: 'Look again',
  },
  gone: {
    title: 'This draft is finished',
    text: 'It was published or deleted.',
    mine: 'My articles',
  },
  done: {
    title: 'Your article is published',
    text: 'At least one relay has it. The draft was removed.',
    read: 'Read it',
    promote: 'Write a note about it',
  },
  versions: {
    title: 'Versions',
    here: 'Written here',
    elsewhere: 'Written with another app',
    published: 'Published',
    saved: 'saved as draft',
    gained: (count: number) => (count < 0 ? `− ${-count}` : `+ ${count}`),
    compare: 'Compare',
    restore: 'Go back to this version',
    compareTitle: 'Differences',
    comparing: (date: string) => `From the version of ${date} to your text now`,
    none: 'Starling saves a version every few minutes while you write. They appear here.',
  },
  elsewhere: {
    text: 'Published on another device. Your text stays here, but it is no longer saved as a draft.',
    edit: 'Edit that article',
    apart: 'Keep as a new article',
    twice: 'Published. Another device published the same draft, so you have two articles now.',
    other: 'Read the other one',
  },
  conflict: {
    published: 'A newer version was published.',
    here: 'This draft was changed in another tab or device.',
    elsewhere: 'Another app saved a draft of it.',
    text: 'Compare both. Starling keeps the other one in the list of versions.',
    compare: 'Show the difference',
    compareTitle: 'Your text and the other one',
    comparing: 'From your text to the other one',
    keep: 'Keep mine',
    take: 'Take the other one',
    closed: 'Your relays have a draft of this article that is still encrypted.',
    open: 'Open it',
  },
  review: {
    title: 'Publish this article?',
    article: 'Article',
    as: 'As',
    address: 'Address',
    to: 'To',
    looking: 'Checking your relays',
    isNew: 'A new article.',
    replaces: (date: string) => `Replaces your article of ${date}. Links keep working.`,
    relays: (count: number) => counted(count, { one: 'relay of yours', other: 'relays of yours' }),
    unheard: 'We couldn’t check for a newer version. Check your connection, then look again.',
    look: 'Look again',
    conflict: 'It was changed elsewhere. Compare the versions first.',
    back: 'Keep writing',
    publish: 'Publish',
    sending: 'Publishing',
    waiting: (relays: number) =>
      `Waiting for the first of ${counted(relays, { one: 'relay', other: 'relays' })}. The draft stays until one accepts it.`,
    note: 'Also post a note about it',
    noteText: 'Its title with a link, once a relay has accepted the article.',
    late: 'This device is slow to answer. Your article will be sent as soon as it does.',
    failed: 'Not published. Your draft is safe.',
    again: 'Send again',
    change: 'Change the text',
  },
  mine: {
    title: 'My articles',
    tabs: { published: 'Published', drafts: 'Drafts' },
    tabsLabel: 'Which articles',
    search: 'Search my articles',
    nonePublished: 'No articles yet',
    noneDrafts: 'No drafts yet',
    noneFound: (term: string) => `Nothing matches “${term}”`,
    needsText: 'Sign in to see your articles and drafts.',
    more: (title: string) => `More about ${title}`,
    onlyHere: 'Only on this device',
    sealed: 'Encrypted',
    openSealed: (count: number) =>
      counted(count, {
        one: 'draft is encrypted. Only your key opens it.',
        other: 'drafts are encrypted. Only your key opens them.',
      }),
    openAll: 'Open them',
    closed: 'Sign once with your key to list drafts from your relays.',
    list: 'List them',
    changes: 'Unpublished changes',
    published: (date: string) => `Published ${date}`,
    edited: (date: string) => `Edited ${date}`,
    promote: 'Write a note about it',
    read: 'Read',
    editIt: 'Edit',
    remove: 'Delete',
    removeDraft: 'Delete draft',
    failed: 'Your articles did not load',
    failedDrafts: 'Not all of your drafts loaded',
    cause: 'The service didn’t answer.',
    showMore: 'Show more',
  },
};

/**
 * The words of the editor of articles and of the list of one's own, loaded with the chunk that
 * shows them (ACCESS-05).
 */
export const useArticleEditStrings = words('articleEdit', articleEditEnglish);
