import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const whyEnglish = {
  ask: 'Why do I see this?',
  title: 'Why do I see this?',
  own: 'You wrote it.',
  muted: {
    user: (name: string) => `You muted ${name}.`,
    thread: () => 'You muted this thread.',
    hashtag: (hashtag: string) => `You muted the hashtag #${hashtag}.`,
    word: (word: string) => `You muted the word “${word}”.`,
  },
  listed: (owner: string) =>
    `The author is on the mute list of ${owner}, which you use as a filter.`,
  grouped: {
    spam: 'Your spam filter matches it: it names too many people or has too many hashtags.',
    nsfw: 'Its author marked it as not safe for work, which your NSFW filter keeps from being recommended.',
  },
  allowed: 'You allowed the author, so no filter hides them.',
  warned: (why: string) =>
    why === ''
      ? 'The author put a content warning on it.'
      : `The author put a content warning on it: ${why}`,
  followed: (name: string) => `You follow ${name}.`,
  reposted: (name: string, others: number) =>
    others === 0
      ? `${name} reposted it.`
      : `${name} and ${counted(others, { one: 'other', other: 'others' })} reposted it.`,
  scored: 'People reacted to it today. The caching service counts that; it cannot be checked here.',
  served: 'The caching service sent it. Your browser checked the signature.',
  unhidden: 'None of your filters hides it.',
  hidden: (count: number) =>
    `Your filters hide ${counted(count, { one: 'reply', other: 'replies' })}.`,
  showHidden: 'Show why',
  hideHidden: 'Close',
  anyway: 'Show it anyway',
  unmute: 'Unmute',
  page: { muted: 'This is muted', filtered: 'Your filters hide this' },
  list: 'Hidden replies',
};

/**
 * The words that explain why something is shown or hidden (BEYOND-08), loaded with the chunks that
 * say them (ACCESS-05).
 */
export const useWhyStrings = words('why', whyEnglish);
