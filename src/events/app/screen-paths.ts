import { readVanityName } from '../account/profile/profile-path.ts';

/**
 * Paths of the screens and redirects (ROUTE-01 to ROUTE-18). `:x` is one part, `:x?` an optional
 * one. A test compares the list with the routes of the client.
 */
export const SCREEN_PATHS: readonly string[] = [
  '/',
  '/download',
  '/rc/:code?',
  '/home',
  '/home/catch-up',
  '/thread/:id',
  '/e/:id',
  '/a/:id',
  '/reads/edit/:id?',
  '/reads/:topic?',
  '/myarticles/:tab?',
  '/explore/feed/:id',
  '/dms/:contact?',
  '/profile/:npub?',
  '/p/:npub?',
  '/p/:npub/:people',
  '/mutelist/:npub',
  '/new',
  '/feeds/:query?',
  '/search/:query?',
  '/bookmarks',
  '/downloads',
  '/explore',
  '/help',
  '/notifications',
  '/premium',
  '/app-download-qr',
  '/terms',
  '/csae-policy',
  '/privacy',
  '/support',
  '/404',
  '/settings',
  ...[
    'account',
    'appearance',
    'archive',
    'devices',
    'devtools',
    'ecash',
    'filters',
    'home_feeds',
    'muted',
    'network',
    'notifications',
    'nwc',
    'payments',
    'profile',
    'publishing',
    'reads_feeds',
    'uploads',
    'versions',
    'zaps',
  ].map((section) => `/settings/${section}`),
];

/** Route of a profile and of an article below a name of this service (ROUTE-16). */
export const NAME_PATHS = ['/:vanityName', '/:vanityName/:identifier'];

const PATTERNS = SCREEN_PATHS.map(patternOf);
const NAMED = NAME_PATHS.map(patternOf);

/**
 * Return the kind of screen at a path: a fixed one, or one below a name that somebody may have.
 * `undefined` for a path that leads nowhere (ROUTE-15).
 */
export function screenAt(path: string): 'screen' | { readonly name: string } | undefined {
  if (PATTERNS.some((pattern) => pattern.test(path))) return 'screen';
  const name = NAMED.some((pattern) => pattern.test(path))
    ? readVanityName(path.split('/')[1] ?? '')
    : undefined;
  return name === undefined ? undefined : { name };
}

/** Paths match in any case, with or without a slash at the end, like in the client's router. */
function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      if (!part.startsWith(':')) return `/${part}`;
      return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    });
  return new RegExp(`^${parts.join('')}/*$`, 'i');
}
