import type { Shortcut } from '../../../events/app/shortcuts.ts';

/** Targets of the key sequences that begin with `g`. */
export const SHORTCUT_PATHS: Partial<Record<Shortcut, string>> = {
  'go home': '/home',
  'go reads': '/reads',
  'go explore': '/explore',
  'go messages': '/dms',
  'go notifications': '/notifications',
  'go bookmarks': '/bookmarks',
  'go profile': '/profile',
  'go muted': '/settings/muted',
  'go settings': '/settings',
};
