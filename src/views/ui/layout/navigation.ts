import type { IconName } from '../display/Icon.tsx';
import type { ShellState } from '../hooks/shell-context.ts';
import type { Strings } from '../strings.ts';

export interface Place {
  readonly name:
    | 'home'
    | 'reads'
    | 'explore'
    | 'messages'
    | 'bookmarks'
    | 'notifications'
    | 'downloads'
    | 'settings'
    | 'help';
  readonly to: string;
  readonly icon: IconName;
  /** Also in the bar of small screens. The others are in its menu. */
  readonly bar?: true;
}

/** The navigation bar (ROUTE-19), in its order. */
export const PLACES: readonly Place[] = [
  { name: 'home', to: '/home', icon: 'home', bar: true },
  { name: 'reads', to: '/reads', icon: 'articles', bar: true },
  { name: 'explore', to: '/explore', icon: 'explore', bar: true },
  { name: 'messages', to: '/dms', icon: 'messages', bar: true },
  { name: 'bookmarks', to: '/bookmarks', icon: 'bookmark' },
  { name: 'notifications', to: '/notifications', icon: 'bell', bar: true },
  { name: 'downloads', to: '/downloads', icon: 'download' },
  { name: 'settings', to: '/settings', icon: 'settings' },
  { name: 'help', to: '/help', icon: 'help' },
];

/** True if a place or a path below it is open. */
export function isOpen(place: Pick<Place, 'to'>, pathname: string): boolean {
  return pathname === place.to || pathname.startsWith(`${place.to}/`);
}

export function placeLabel(place: Place, strings: Strings): string {
  return strings.app.nav[place.name];
}

/**
 * Number of new items of a place (ROUTE-19): messages, notifications and downloads have a badge.
 */
export function unreadOf({ name }: Place, state: ShellState | undefined): number {
  const unread: Readonly<Partial<Record<Place['name'], number>>> = state?.unread ?? {};
  return unread[name] ?? 0;
}
