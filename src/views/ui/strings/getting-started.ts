import type { FirstStep } from '../../../events/people/getting-started.ts';
import { words } from '../strings.ts';

interface StepWords {
  readonly title: string;
  readonly text: string;
}

const steps: Readonly<Record<FirstStep, StepWords>> = {
  profile: { title: 'Complete your profile', text: 'Add a picture, so that people recognise you.' },
  follows: { title: 'Follow people', text: 'Their notes fill your Home.' },
  feed: {
    title: 'Choose a feed',
    text: 'Press the title of Home to switch between your follows and everyone.',
  },
  backup: { title: 'Save a copy of your key', text: 'No one can give you a new one.' },
  note: { title: 'Say hello', text: 'Write your first note.' },
};

export const gettingStartedEnglish = {
  title: 'Getting started',
  progress: (done: number, all: number) => (done === all ? 'All done' : `${done} of ${all} done`),
  done: 'Done',
  steps,
  later: 'Later',
  close: 'Close',
  again: 'You can open this list again from Help.',
  help: {
    text: 'The first steps with your account, and your progress.',
    open: 'Show the first steps',
    visitor: 'Create an account or sign in; then we’ll show you the first steps.',
  },
};

/** The words of the first steps with an account, loaded with its code (ACCESS-05). */
export const useGettingStartedStrings = words('gettingStarted', gettingStartedEnglish);
