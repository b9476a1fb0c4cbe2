import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const catchUpEnglish = {
  title: 'Catch up',
  here: 'You were here',
  open: 'Catch up',
  side: 'Last read',
  resume: 'Continue reading',
  resumeText: 'Go back to where you were when you left.',
  missedText: 'See what you missed since, by author and by popularity.',
  dismiss: 'Not now',
  missed: (count: number, isAll: boolean, since: string) =>
    `${isAll ? '' : 'More than '}${counted(count, { one: 'note', other: 'notes' })} since ${since}`,
  from: (authors: number, minutes: number) =>
    `From ${counted(authors, { one: 'author', other: 'authors' })}. Reading takes about ${counted(minutes, { one: 'minute', other: 'minutes' })}.`,
  byAuthor: 'By author',
  notes: 'notes',
  more: (authors: number) => counted(authors, { one: 'other author', other: 'other authors' }),
  byWeight: 'By popularity',
  byWeightNote: 'everyone’s zaps, replies, reposts and likes',
  weighed: (replies: number, likes: number, sats: string) =>
    `${counted(replies, { one: 'reply', other: 'replies' })}, ${counted(likes, { one: 'like', other: 'likes' })}, ${sats} sats`,
  markRead: 'Mark as read',
  marked: 'Marked as read.',
  undo: 'Undo',
  inOrder: 'Read in order',
  nothing: 'You’re all caught up',
  nothingText: 'Nothing new since you were here.',
  unknown: 'No reading position yet',
  unknownText: 'Read for a while. Next time, missed notes appear here.',
  failed: 'Missed notes did not load',
};

/** The words of the last reading position and of missed notes (ACCESS-05). */
export const useCatchUpStrings = words('catchUp', catchUpEnglish);
