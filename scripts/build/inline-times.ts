import type { Plugin } from 'vite';

/** Remove calls to `seconds()` and the like. They only change the compile-time type. */
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
