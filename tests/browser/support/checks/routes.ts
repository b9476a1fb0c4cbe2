import type { APIRequestContext } from '@playwright/test';
import {
  naddrOf,
  neventOf,
  note1Of,
  nprofileOf,
  npubOf,
} from '../../../../src/events/nostr/nip19.ts';
import type { TestService } from '../service/test-service.ts';
import { READ } from '../service/demo-town.ts';

/**
 * A path and the title of its screen. `ends`: the path in the address bar at the end, if it
 * differs.
 */
export interface Route {
  readonly path: string;
  readonly title: string | RegExp;
  readonly ends?: string;
}

const SETTINGS = {
  account: 'Account',
  appearance: 'Appearance',
  archive: 'Backup file',
  devices: 'Other devices',
  versions: 'List versions',
  home_feeds: 'Home feeds',
  reads_feeds: 'Reads feeds',
  notifications: 'Notifications',
  zaps: 'Zaps',
  muted: 'Muted content',
  network: 'Network',
  publishing: 'Publishing',
  filters: 'Content moderation',
  nwc: 'Connected wallets',
  payments: 'Payments',
  devtools: 'Developer tools',
  uploads: 'Media uploads',
  profile: 'Edit profile',
};

/** Every path of the ledger, ROUTE-01 to ROUTE-18, with existing content of the town. */
export async function allRoutes(
  request: APIRequestContext,
  { url, demo }: Pick<TestService, 'url' | 'demo'>,
): Promise<readonly Route[]> {
  const jun = demo.find(({ name }) => name === 'jun');
  if (!jun) throw new Error('the town has no Jun');
  const note = await newestNote(request, url, jun.pubkey);
  const { identifier, title } = READ;
  const naddr = naddrOf({ kind: 30_023, pubkey: jun.pubkey, identifier }) ?? '';
  const [noteId, npub] = [note1Of(note.id) ?? '', npubOf(jun.pubkey) ?? ''];
  const profile = `${jun.displayName} - Nostr Profile`;
  const byNote = `Note by ${jun.displayName}`;
  return [
    { path: '/', title: 'Home', ends: '/home' },
    { path: '/home', title: 'Home' },
    { path: '/home/catch-up', title: 'Catch up' },
    { path: '/reads', title: 'Reads' },
    { path: '/reads/bitcoin', title: 'Reads' },
    { path: '/reads/edit', title: 'Write an article' },
    { path: '/reads/edit/x', title: 'Write an article' },
    { path: '/myarticles', title: 'My articles' },
    { path: '/myarticles/drafts', title: 'My articles' },
    { path: `/thread/${note.id}`, title: byNote },
    { path: `/e/${noteId}`, title: byNote },
    { path: `/e/${neventOf({ id: note.id })}`, title: byNote },
    { path: `/a/${naddr}`, title },
    { path: `/e/${naddr}`, title, ends: `/a/${naddr}` },
    { path: `/a/${noteId}`, title: byNote, ends: `/e/${noteId}` },
    { path: '/explore', title: 'Explore' },
    { path: '/explore/feed/x', title: 'Explore' },
    { path: '/dms', title: 'Messages' },
    { path: `/dms/${npub}`, title: 'Messages' },
    { path: '/notifications', title: 'Notifications' },
    { path: '/bookmarks', title: 'Bookmarks' },
    { path: '/help', title: 'Help' },
    { path: '/downloads', title: 'Downloads' },
    { path: '/download', title: 'Downloads', ends: '/downloads' },
    { path: '/profile', title: 'Profile' },
    { path: `/profile/${npub}`, title: profile },
    { path: `/p/${npub}`, title: profile },
    { path: `/p/${nprofileOf(jun.pubkey)}`, title: profile },
    { path: `/p/${jun.pubkey}`, title: profile },
    { path: `/p/${npub}/following`, title: `Following: ${jun.displayName}` },
    { path: `/mutelist/${npub}`, title: 'Mute list' },
    { path: '/new', title: 'Create account' },
    { path: '/feeds', title: 'Feed test' },
    { path: '/feeds/x', title: 'Feed test' },
    { path: '/search', title: 'Search' },
    { path: '/search/lamp%20oil', title: 'search for lamp oil' },
    { path: `/search/${npub}`, title: profile, ends: `/p/${nprofileOf(jun.pubkey)}` },
    { path: '/premium', title: 'Membership' },
    { path: '/rc', title: /Starling on your phone/, ends: '/app-download-qr' },
    { path: '/rc/abc', title: /Starling on your phone/, ends: '/app-download-qr' },
    { path: '/404', title: 'Page not found' },
    { path: '/no/such/path/anywhere', title: 'Page not found' },
    { path: `/${jun.name}`, title: profile },
    { path: `/${jun.name}/${encodeURIComponent(identifier)}`, title },
    { path: '/nobody-of-that-name', title: 'Page not found' },
    { path: '/app-download-qr', title: /Starling on your phone/ },
    { path: '/terms', title: 'Terms' },
    { path: '/csae-policy', title: 'Child safety' },
    { path: '/privacy', title: 'Privacy' },
    { path: '/support', title: 'Support' },
    { path: '/settings', title: 'Settings' },
    ...Object.entries(SETTINGS).map(([name, said]) => ({ path: `/settings/${name}`, title: said })),
  ];
}

async function newestNote(
  request: APIRequestContext,
  url: string,
  pubkey: string,
): Promise<{ id: string }> {
  const answer = await request.post(`${url}/api`, {
    data: ['feed', { pubkey, notes: 'authored', limit: 20 }],
  });
  const results: readonly { id: string; kind: number; pubkey: string }[] = await answer.json();
  const found = results.find((one) => one.kind === 1 && one.pubkey === pubkey);
  if (!found) throw new Error('nobody wrote a note');
  return found;
}
