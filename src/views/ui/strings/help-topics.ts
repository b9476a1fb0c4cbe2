/** The target of an answer's link. `label` names its words. */
interface HelpLink {
  readonly to: string;
  readonly label:
    | 'create'
    | 'account'
    | 'network'
    | 'muted'
    | 'filters'
    | 'publishing'
    | 'uploads'
    | 'appearance'
    | 'downloads'
    | 'privacy'
    | 'profile'
    | 'explore'
    | 'support';
}

/**
 * The questions of the help page, in their order, by the ids under which each can be linked to:
 * /help#relays.
 */
export const HELP_SECTIONS = [
  { id: 'first', topics: ['nostr', 'starling', 'begin', 'words'] },
  { id: 'keys', topics: ['key', 'lost-key', 'stolen-key', 'signing-in', 'pin', 'other-device'] },
  { id: 'network', topics: ['relays', 'caching-service', 'outage'] },
  { id: 'reading', topics: ['not-shown', 'counts', 'unwanted', 'reading-size', 'translation'] },
  { id: 'publishing', topics: ['publish', 'delete', 'media', 'verified-name'] },
  { id: 'money', topics: ['zaps'] },
  { id: 'privacy', topics: ['who-sees', 'device'] },
  { id: 'moving', topics: ['move-in', 'move-out', 'install', 'missing'] },
] as const;

export type HelpSectionId = (typeof HELP_SECTIONS)[number]['id'];
export type HelpTopicId = (typeof HELP_SECTIONS)[number]['topics'][number];

export const HELP_LINKS: Readonly<Partial<Record<HelpTopicId, readonly HelpLink[]>>> = {
  begin: [
    { to: '/new', label: 'create' },
    { to: '/explore', label: 'explore' },
  ],
  key: [{ to: '/settings/account', label: 'account' }],
  'signing-in': [{ to: '/settings/account', label: 'account' }],
  relays: [{ to: '/settings/network', label: 'network' }],
  'caching-service': [{ to: '/settings/network', label: 'network' }],
  outage: [{ to: '/settings/network', label: 'network' }],
  'not-shown': [{ to: '/settings/muted', label: 'muted' }],
  unwanted: [
    { to: '/settings/muted', label: 'muted' },
    { to: '/settings/filters', label: 'filters' },
  ],
  'reading-size': [{ to: '/settings/appearance', label: 'appearance' }],
  publish: [{ to: '/settings/publishing', label: 'publishing' }],
  media: [{ to: '/settings/uploads', label: 'uploads' }],
  'verified-name': [{ to: '/settings/profile', label: 'profile' }],
  'who-sees': [
    { to: '/privacy', label: 'privacy' },
    { to: '/settings/network', label: 'network' },
  ],
  device: [{ to: '/settings/account', label: 'account' }],
  install: [{ to: '/downloads', label: 'downloads' }],
  'move-out': [{ to: '/settings/account', label: 'account' }],
  missing: [{ to: '/support', label: 'support' }],
};

export type HelpLabel = HelpLink['label'];
