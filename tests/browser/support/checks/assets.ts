import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../service/service-order.ts';

const ASSETS = join(DIST, 'assets');

/**
 * Names of built files that contain a text. Lazy chunks are named by their hash alone. A bundle of
 * its own has copies of most code, and is left out.
 */
export function assetsWith(type: '.js' | '.css', text: string): string[] {
  return readdirSync(ASSETS).filter(
    (name) =>
      name.endsWith(type) &&
      !name.startsWith('own-') &&
      readFileSync(join(ASSETS, name), 'utf8').includes(text),
  );
}

/** Return a predicate that is true for the URL of the built script that contains `text`. */
export function isScriptWith(text: string): (url: URL) => boolean {
  const names = assetsWith('.js', text);
  if (names.length !== 1) throw new Error(`${names.length} scripts hold ${text}`);
  return ({ pathname }) => pathname === `/assets/${names[0]}`;
}
