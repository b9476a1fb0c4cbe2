import type { Plugin } from 'vite';

const CALL = /(?<![.$\w])(?:seconds|millis|inSeconds|inMillis)\(/g;

/** Remove calls to `seconds()` and the like. They only change the compile-time type. */
export function inlineTimes(): Plugin {
  return {
    name: 'starling:inline-times',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\b(?:seconds|millis|inSeconds|inMillis)\(/ },
      handler: (code) => ({ code: withoutCalls(code), map: null }),
    },
  };
}

/** Return the code with `seconds(x)` as `(x)`, and `seconds(x,)` as `(x)`. */
function withoutCalls(code: string): string {
  const commas = [...code.matchAll(CALL)].flatMap(({ index, 0: { length } }) =>
    trailingComma(code, index + length),
  );
  const kept = commas
    .toSorted((a, b) => b - a)
    .reduce((rest, at) => rest.slice(0, at) + rest.slice(at + 1), code);
  return kept.replace(CALL, '(');
}

/** Position of the comma before the parenthesis that closes the call, as a formatter sets it. */
function trailingComma(code: string, start: number): readonly number[] {
  let depth = 1;
  let at = start;
  for (; at < code.length && depth > 0; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
  }
  const argument = code.slice(start, at - 1).trimEnd();
  return argument.endsWith(',') ? [start + argument.length - 1] : [];
}
