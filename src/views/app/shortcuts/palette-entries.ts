import { use } from 'react';
import { type Shortcut, SHORTCUT_GROUPS } from '../../../events/app/shortcuts.ts';
import { wordsOf } from '../../../events/reading/search/search-hits.ts';
import { searchTerm } from '../../../events/reading/search/search-term.ts';
import { THEMES } from '../../../events/settings/appearance.ts';
import { profilePath } from '../../../events/account/profile/profile-path.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { searchPath } from '../../reading/search/quick-suggestions.ts';
import { useShowDrafts } from '../../publish/outbox/use-outbox.ts';
import { useHomeFeeds } from '../../reading/feed/use-own-feeds.ts';
import { useQuickSearch } from '../../reading/search/use-quick-search.ts';
import { useChangeSettings, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { useAppearance } from '../../ui/hooks/appearance.ts';
import { PLACES, placeLabel } from '../../ui/layout/navigation.ts';
import type { IconName } from '../../ui/display/Icon.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useLanguage, useStrings } from '../../ui/strings.ts';
import { accountMenuWords } from '../../ui/strings/account-menu.ts';
import { useKeysStrings } from '../../ui/strings/keys.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useThemeStrings } from '../../ui/strings/themes.ts';
import { useGoTo } from './use-go-to.ts';

export interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName;
  /** A person: their picture replaces the icon. */
  readonly pubkey?: string;
  /** The shortcut for the same action. */
  readonly way?: string | undefined;
  /** Words that find it, beside those of the label. */
  readonly also?: string;
  /** The reason why it is disabled. */
  readonly missing?: string | undefined;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: 'goTo' | 'people' | 'feeds' | 'actions' | 'find';
  readonly entries: readonly PaletteEntry[];
}

const MOST_PEOPLE = 5;
const MOST_FEEDS = 6;
const ICONS = {
  reply: 'reply',
  like: 'like',
  repost: 'repost',
  quote: 'quote',
  bookmark: 'bookmark',
  zap: 'zap',
} as const;

/**
 * The palette's entries for a text, in groups. A leading `>` gives only actions, `@` only people.
 * `hasRow`: a note of a list had the focus.
 */
export function usePaletteEntries(
  typed: string,
  hasRow: boolean,
  perform: (act: Shortcut) => void,
): readonly PaletteGroup[] {
  const only = typed.startsWith('>') ? 'actions' : typed.startsWith('@') ? 'people' : undefined;
  const text = searchTerm(only ? typed.slice(1) : typed);
  const feeds = useFeeds();
  const groups: readonly PaletteGroup[] = [
    { name: 'goTo', entries: matching(text, usePlaces(text)) },
    { name: 'people', entries: usePeople(text) },
    { name: 'feeds', entries: text === '' ? [] : matching(text, feeds).slice(0, MOST_FEEDS) },
    { name: 'actions', entries: matching(text, useActs(hasRow, perform)) },
    // Last, so that Enter opens a person or a place that matches.
    { name: 'find', entries: useFind(text) },
  ];
  return groups.filter(
    ({ name, entries }) => entries.length > 0 && (only === undefined || name === only),
  );
}

/** Entries in which each word of the text begins a word. Without a text all entries. */
function matching(text: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const wanted = wordsOf(text);
  return entries.filter(({ label, also = '' }) => {
    const words = wordsOf(`${label} ${also}`);
    return wanted.every((one) => words.some((word) => word.startsWith(one)));
  });
}

function usePlaces(text: string): readonly PaletteEntry[] {
  const strings = useStrings();
  const language = useLanguage();
  const { palette } = useKeysStrings();
  const { sections, appearance } = useSettingsStrings();
  const shell = use(ShellContext);
  const showDrafts = useShowDrafts();
  const navigate = useGoTo();
  const to = (
    key: string,
    label: string,
    icon: IconName,
    path: string,
    way?: string,
  ): PaletteEntry => ({
    key,
    label,
    icon,
    way,
    run: () => navigate(path),
  });
  return [
    ...PLACES.map((place) =>
      to(place.name, placeLabel(place, strings), place.icon, place.to, wayTo(place.name)),
    ),
    to('profile', accountMenuWords(language).you, 'user', '/profile', wayTo('profile')),
    to('advanced', palette.advanced, 'search', '/search'),
    ...(text === ''
      ? []
      : [
          to('writeArticle', palette.newArticle, 'pen', '/reads/edit'),
          to('myArticles', palette.myArticles, 'articles', '/myarticles'),
        ]),
    // one list has both
    ...(text === '' || !shell?.account
      ? []
      : ([
          { key: 'drafts', label: palette.drafts, icon: 'pen', run: showDrafts },
          { key: 'scheduled', label: palette.scheduled, icon: 'clock', run: showDrafts },
        ] as const)),
    ...(text === ''
      ? []
      : Object.entries(sections).map(([name, { title, hint }]) => ({
          ...to(`set-${name}`, palette.settings(title), 'settings', `/settings/${name}`),
          also: name === 'appearance' ? `${hint} ${appearance.language}` : hint,
        }))),
  ];
}

function useFind(text: string): readonly PaletteEntry[] {
  const { palette } = useKeysStrings();
  const navigate = useGoTo();
  const run = () => navigate(searchPath(text));
  return text === '' ? [] : [{ key: 'search', label: palette.search(text), icon: 'search', run }];
}

function usePeople(text: string): readonly PaletteEntry[] {
  const navigate = useGoTo();
  const people = useQuickSearch(text).people.slice(0, MOST_PEOPLE);
  const names = useFactsShallow((facts) =>
    people.map((pubkey) => displayNameOf(getRow(facts.profiles, pubkey), pubkey)),
  );
  const verified = useFactsShallow((facts) => people.map((pubkey) => getRow(facts.names, pubkey)));
  return people.map((pubkey, at) => ({
    key: pubkey,
    label: names[at] ?? '',
    pubkey,
    run: () => navigate(profilePath(pubkey, verified[at])),
  }));
}

function useFeeds(): readonly PaletteEntry[] {
  const navigate = useGoTo();
  const change = useChangeSettings();
  const { reading } = useStrings();
  return useHomeFeeds().enabled.map(({ name, spec }) => ({
    key: encodeURIComponent(spec),
    label: reading.feed(name),
    icon: 'list',
    run: () => {
      change({ selectedHomeFeed: spec });
      navigate('/home');
    },
  }));
}

function useActs(hasRow: boolean, perform: (act: Shortcut) => void): readonly PaletteEntry[] {
  const { app } = useStrings();
  const { palette, does, title } = useKeysStrings();
  const themes = useThemeStrings();
  const language = useLanguage();
  const shell = use(ShellContext);
  const { theme: current, change } = useAppearance();
  const act = (
    name: 'newNote' | 'newNotes' | 'list',
    label: string,
    icon: IconName,
  ): PaletteEntry => ({
    key: name,
    label,
    icon,
    way: wayOf(name),
    run: () => perform(name),
  });
  const { onNote } = palette;
  const onRow = (['reply', 'like', 'repost', 'quote', 'bookmark', 'zap'] as const).map((name) => ({
    key: name,
    label: onNote[name],
    icon: ICONS[name],
    way: wayOf(name),
    missing: hasRow ? undefined : palette.noNote,
    run: () => perform(name),
  }));
  return [
    act('newNote', app.nav.newNote, 'pen'),
    act('newNotes', does.newNotes, 'up'),
    ...onRow,
    ...THEMES.filter((theme) => theme !== current).map((theme) => ({
      key: theme,
      label: palette.theme(themes[theme]),
      icon: 'palette' as const,
      run: () => change({ theme }),
    })),
    ...(shell?.account
      ? [
          {
            key: 'signOut',
            label: accountMenuWords(language).signOut,
            icon: 'sign-out' as const,
            run: shell.onSignOut,
          },
        ]
      : shell
        ? [{ key: 'signIn', label: app.nav.signIn, icon: 'sign-in' as const, run: shell.onSignIn }]
        : []),
    act('list', title, 'keys'),
  ];
}

function wayTo(place: string): string | undefined {
  return wayOf(`go ${place}`);
}

/** The first shortcut of that action. */
function wayOf(name: string): string | undefined {
  for (const keys of Object.values(SHORTCUT_GROUPS)) {
    const ways = Object.entries<readonly string[]>(keys).find(([one]) => one === name)?.[1];
    if (ways) return ways[0];
  }
  return undefined;
}
