import { field, isRecord } from '../../events/core/json.ts';
import { isReadingSize, isTheme } from '../../events/settings/appearance.ts';
import { toldOf, withEntries, withTexts } from '../../events/settings/told-settings.ts';
import type { LocalSettings, SettingsActor } from '../../machines/settings/settings.machine.ts';
import type { OpenChannel } from '../core/tab-channel.ts';

const SWITCHES = ['useSystemTheme', 'animated', 'dataSaver', 'singleKeys', 'usePrimalRelay', 'clientTag'] as const;
const MAPS = ['readingPlaces', 'seenReleases', 'notifications', 'notificationsAdditional', 'moderation', 'alerts'] as const;

/**
 * What holds in every tab as soon as it is chosen in one. Not the feed that a tab shows, which is that tab's own; the lists of feeds are told by
 * `ownFeeds`, and what was only seen is seen again.
 */
const TOLD = ['theme', 'language', 'readingSize', 'searches', ...SWITCHES, ...MAPS] as const;

/** What another tab told, as a change of the settings here; what is not known, or malformed, is left out. */
function heardIn(data: unknown, local: LocalSettings): Partial<LocalSettings> {
  if (!isRecord(data)) return {};
  const change: { -readonly [Name in keyof LocalSettings]?: LocalSettings[Name] } = {};
  const [theme, size, searches] = [field(data, 'theme'), field(data, 'readingSize'), field(data, 'searches')];
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
  /** Whose settings; missing: of visitors. */
  readonly account?: string;
  readonly channel?: OpenChannel;
  /** Called with what another tab chose, before it holds here. */
  readonly onHeard?: (change: Partial<LocalSettings>) => void;
}

/**
 * Tells other tabs of this browser what is changed in the settings of one account, entry by entry, and does here what they tell: what is written next is
 * written over it, and takes nothing of it away (INV-NO-LOSS). Gives what ends it.
 */
export function tellTabs({ actor, account, channel = (name) => new BroadcastChannel(name), onHeard }: ToldParts): () => void {
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
