import { allow, FILTER_SCOPES, filterWith } from '../../../events/account/lists/list-intents.ts';
import {
  APPLIES,
  MODERATION_GROUPS,
  type ModerationGroup,
  moderationSwitch,
} from '../../../events/reading/moderation/moderation-settings.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { FilteredSearch } from './FilteredSearch.tsx';
import { AddForm, AllowedRow, FilterRow, People } from './FilterPeople.tsx';
import text from '../../ui/styles/text.module.css';
import styles from './FiltersScreen.module.css';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { useModeration } from './use-moderation.ts';

/**
 * SETTINGS-08 ACCOUNT-11 at /settings/filters: the filters, their scopes, and the accounts that are
 * never filtered.
 */
export function FiltersScreen() {
  const { sections, filters } = useSettingsStrings();
  const canAct = useActingSoon();
  return (
    <>
      <Column title={sections.filters.title} back>
        {canAct ? (
          <Filters />
        ) : (
          <NeedsAccount title={filters.needs}>{filters.needsText}</NeedsAccount>
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Filters() {
  const { filters: words } = useSettingsStrings();
  const { applies, set } = useModeration();
  return (
    <>
      <div className={styles.first}>
        <Toggle
          label={words.apply}
          hint={words.applyHint}
          on={applies}
          onChange={(on) => set(APPLIES, on)}
        />
      </div>
      <SettingGroup
        title={words.groups.my}
        hint={
          <AppLink to="/settings/muted" className={text.link}>
            {words.whomYouMuted}
          </AppLink>
        }
      >
        <Switches group="my" />
      </SettingGroup>
      <SettingGroup title={words.lists} hint={words.listsHint}>
        <People list="filterLists" Row={FilterRow} empty={words.noLists} />
        <AddForm
          list="filterLists"
          label={words.addList}
          action={words.useIt}
          intent={(pubkey) => filterWith(pubkey, FILTER_SCOPES)}
        />
      </SettingGroup>
      {(['primal_spam', 'primal_nsfw'] as const).map((group) => (
        <SettingGroup key={group} title={words.groups[group]} hint={words.groupHints[group]}>
          <Switches group={group} />
        </SettingGroup>
      ))}
      <SettingGroup title={words.allowlist} hint={words.allowHint}>
        <People list="allowlist" Row={AllowedRow} empty={words.noAllowed} />
        <AddForm
          list="allowlist"
          label={words.addAllowed}
          action={words.allowIt}
          intent={(pubkey) => allow(pubkey)}
        />
      </SettingGroup>
      <SettingGroup title={words.search} hint={words.searchHint}>
        <FilteredSearch />
      </SettingGroup>
    </>
  );
}

/** The scopes of a filter. A scope that it never covers is listed and says so. */
function Switches({ group }: { readonly group: ModerationGroup }) {
  const { filters: words } = useSettingsStrings();
  const { applies, scopes, set } = useModeration();
  return (
    <div role="group" aria-label={words.groups[group]}>
      {FILTER_SCOPES.map((scope) => {
        const isCovered = MODERATION_GROUPS[group].includes(scope);
        return (
          <Toggle
            key={scope}
            label={words[scope]}
            {...(!isCovered && { hint: words.never })}
            on={scopes[group].includes(scope)}
            disabled={!applies || !isCovered}
            onChange={(on) => set(moderationSwitch(group, scope), on)}
          />
        );
      })}
    </div>
  );
}
