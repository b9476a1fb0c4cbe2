import type { Plugin } from 'vite';

/** Puts a time where it is said to be one: to the compiler `seconds` and its like make a unit of a number, when they run they do nothing. */
export function inlineTimes(): Plugin {
  return {
    name: 'starling:inline-times',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\b(?:seconds|millis|inSeconds|inMillis)\(/ },
      handler: (code) => ({ code: code.replace(/(?<![.$\w])(?:seconds|millis|inSeconds|inMillis)\(/g, '('), map: null }),
    },
  };
}
