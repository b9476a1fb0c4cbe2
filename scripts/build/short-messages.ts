import type { Plugin } from 'vite';

/** Long messages of libraries for their users, and the part of each that is kept. */
const MESSAGES: readonly (readonly [long: RegExp, kept: string])[] = [
  [/Infinite loop detected: the machine has processed more than [^`]*/, 'Infinite loop'],
  [/contains an invalid URL which will probably break when clicked[^`]*/, 'is an invalid URL'],
  [/takes an object of state variables to update or a function which[^"]*/, 'takes an object'],
  [/ for the full message or use the non-minified dev environment[^"]*/, ''],
  [/ If you meant to render a collection of children[^"]*/, ''],
  [/React\.Children\.only expected to receive a single React element child\./, 'Children.only'],
  [/The argument must be a React element, but you passed /, 'cloneElement: '],
];

/** Return the code with short messages. */
export function shortMessages(code: string): string {
  return MESSAGES.reduce((text, [long, kept]) => text.replace(long, kept), code);
}

/** Shorten messages for developers that the first load would contain. */
export function shortenMessages(): Plugin {
  return {
    name: 'starling:short-messages',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: {
        id: /\/node_modules\/(?:xstate|react-router|react|react-dom)\//,
        code: MESSAGES.map(([long]) => long),
      },
      handler: (code) => ({ code: shortMessages(code), map: null }),
    },
  };
}
