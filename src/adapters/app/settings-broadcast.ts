import { field, isRecord } from '../../events/core/json.ts';
import { isReadingSize, isTheme } from '../../events/settings/appearance.ts';
import { toldOf, withEntries, withTexts } from '../../events/settings/told-settings.ts';
import type { LocalSettings, SettingsActor } from '../../machines/settings/settings.machine.ts';
import type { OpenChannel } from '../core/tab-channel.ts';

const SWITCHES = [
  'useSystemTheme',
  'animated',
  'dataSaver',
  'ownPictures',
  'linkCards',
  'singleKeys',
  'usePrimalRelay',
  'clientTag',
] as const;
const MAPS = [
  'readingPlaces',
  'seenReleases',
  'notifications',
  'notificationsAdditional',
  'moderation',
  'alerts',
] as const;

/**
 * Settings that apply in every tab once one tab changes them. Excluded: the feed that a tab shows,
 * and cached statistics. `ownFeeds` announces lists of feeds.
 */
const TOLD = ['theme', 'language', 'readingSize', 'searches', ...SWITCHES, ...MAPS] as const;

/**
 * Read another tab's message as a change of the settings here. Unknown or malformed entries are
 * left out.
 */
function heardIn(data: unknown, local: LocalSettings): Partial<LocalSettings> {
  if (!isRecord(data)) return {};
  const change: { -readonly [Name in keyof LocalSettings]?: LocalSettings[Name] } = {};
  const [theme, size, searches] = [
    field(data, 'theme'),
    field(data, 'readingSize'),
    field(data, 'searches'),
  ];
  if (isTheme(theme)) change.theme = theme;
  if (isReadingSize(size)) change.readingSize = size;
  if (isRecord(searches)) change.searches = withTexts(local.searches, searches);
  if (Object.hasOwn(data, 'language')) {
    const language = field(data, 'language');
    if (language === undefined || typeof language === 'string') change.language = language;
  }
  for (const name of SWITCHES) {
    const on = field(data, name);
    if (typeof on === 'boolean') change[name] = on;
  }
  for (const name of MAPS) {
    const entries = field(data, name);
    if (isRecord(entries)) change[name] = withEntries(local[name] ?? {}, entries);
  }
  return change;
}

interface ToldParts {
  readonly actor: SettingsActor;
  /** The account of the settings. `undefined`: visitors. */
  readonly account?: string;
  readonly channel?: OpenChannel;
  /** Called with another tab's change before it is applied here. */
  readonly onHeard?: (change: Partial<LocalSettings>) => void;
}

/**
 * Announces each changed entry of one account's settings to other tabs, and applies their changes
 * here. The next write here includes them, so none is lost (INV-NO-LOSS). Returns a function that
 * ends it.
 */
export function tellTabs({
  actor,
  account,
  channel = (name) => new BroadcastChannel(name),
  onHeard,
}: ToldParts): () => void {
  const line = channel(`starling-settings-${account ?? 'visitor'}`);
  let known: LocalSettings | undefined;
  const tell = ({ context }: ReturnType<SettingsActor['getSnapshot']>): void => {
    const was = known;
    known = context.account === account ? context.local : undefined;
    const told = was && known && was !== known ? toldOf({ ...was }, { ...known }, TOLD) : undefined;
    if (told) line.postMessage(told);
  };
  tell(actor.getSnapshot());
  line.addEventListener('message', ({ data }) => {
    const { context } = actor.getSnapshot();
    if (context.account !== account) return;
    const change = heardIn(data, context.local);
    if (Object.keys(change).length === 0) return;
    onHeard?.(change);
    known = { ...context.local, ...change };
    actor.send({ type: 'settings.change', change });
  });
  const watch = actor.subscribe(tell);
  return () => {
    watch.unsubscribe();
    line.close();
  };
}
