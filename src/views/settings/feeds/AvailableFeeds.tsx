import { addedFeed } from '../../../events/reading/feed/feed-edit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useFeedsStrings } from '../../ui/strings/feeds.ts';
import type { OwnFeeds } from '../../reading/feed/use-own-feeds.ts';
import { useAvailableFeeds } from './use-available-feeds.ts';

/**
 * Feeds that other programs store in the account's settings. Each can be added to the home page
 * (STATE-01). Renders nothing if there are none.
 */
export function AvailableFeeds({ feeds, edit }: Pick<OwnFeeds, 'feeds' | 'edit'>) {
  const { available } = useFeedsStrings();
  const found = useAvailableFeeds(feeds);
  // A feed whose name is taken cannot be added (FEED-06).
  const offered = found.filter(({ name }) => !feeds.some((feed) => feed.name === name));
  if (offered.length === 0) return null;
  return (
    <SettingGroup title={available.title} hint={available.hint}>
      {offered.map((feed) => (
        <SettingRow key={feed.spec} title={<IsolatedText>{feed.name}</IsolatedText>}>
          <Button
            compact
            icon="plus"
            aria-label={available.add(feed.name)}
            onClick={() =>
              edit((all) =>
                addedFeed(all, { description: '', enabled: true, feedkind: 'user', ...feed }),
              )
            }
          >
            {available.submit}
          </Button>
        </SettingRow>
      ))}
    </SettingGroup>
  );
}
