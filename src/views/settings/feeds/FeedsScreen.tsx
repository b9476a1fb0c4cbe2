import { type ReactNode, useState } from 'react';
import type { FeedsName } from '../../../events/settings/saved-record.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/display/VisuallyHidden.tsx';
import { useFeedsStrings } from '../../ui/strings/feeds.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import { type OwnFeeds, useHomeFeeds, useReadsFeeds } from '../../reading/feed/use-own-feeds.ts';
import { AvailableFeeds } from './AvailableFeeds.tsx';
import { FeedForm } from './FeedForm.tsx';
import { FeedRows } from './FeedRows.tsx';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';

/** SETTINGS-13 at /settings/home_feeds. */
export function HomeFeedsScreen() {
  return (
    <Framed page="homeFeeds">
      <Home />
    </Framed>
  );
}

/** SETTINGS-13 at /settings/reads_feeds. */
export function ReadsFeedsScreen() {
  return (
    <Framed page="readsFeeds">
      <Reads />
    </Framed>
  );
}

function Framed({ page, children }: { readonly page: FeedsName; readonly children: ReactNode }) {
  const words = useFeedsStrings();
  const { sections } = useSettingsStrings();
  const canAct = useActingSoon();
  const title = sections[page === 'homeFeeds' ? 'home_feeds' : 'reads_feeds'].title;
  return (
    <>
      <Column title={title} back>
        {canAct ? (
          children
        ) : (
          <NeedsAccount title={words.needs[page]}>{words.needsText}</NeedsAccount>
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Home() {
  return <Feeds page="homeFeeds" own={useHomeFeeds()} />;
}

function Reads() {
  return <Feeds page="readsFeeds" own={useReadsFeeds()} />;
}

/**
 * The feeds of a page in order with their switches, a form for another one, and a confirmed reset
 * to the defaults.
 */
function Feeds({ page, own }: { readonly page: FeedsName; readonly own: OwnFeeds }) {
  const words = useFeedsStrings();
  const { ask, changed } = useAsk();
  const [said, say] = useState('');
  const { feeds, defaults, edit } = own;
  if (feeds.length === 0) return <Skeleton />;
  return (
    <>
      <SettingGroup title={words.list[page]} hint={words.hint[page]}>
        <FeedRows feeds={feeds} edit={edit} say={say} />
        <VisuallyHidden>
          <span role="status">{said}</span>
        </VisuallyHidden>
      </SettingGroup>
      <SettingGroup title={words.add.title}>
        <FeedForm page={page} feeds={feeds} edit={edit} />
      </SettingGroup>
      {page === 'homeFeeds' && <AvailableFeeds feeds={feeds} edit={edit} />}
      <SettingGroup title={words.restore}>
        <Button
          icon="refresh"
          disabled={defaults.length === 0}
          onClick={() =>
            ask(
              { code: 'restoreFeeds', page },
              changed({ [page]: feeds }),
              changed({ [page]: defaults }),
            )
          }
        >
          {words.restore}
        </Button>
      </SettingGroup>
    </>
  );
}
