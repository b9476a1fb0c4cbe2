import { useLocation } from 'react-router';
import { Column } from '../app/Column.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { LinkButton } from '../app/primitives/LinkButton.tsx';
import { useSettingsStrings } from '../app/strings/settings.ts';
import { usePageStrings } from '../app/strings/pages.ts';
import { SECTIONS } from './sections.ts';
import { SettingsIndex } from './SettingsIndex.tsx';

/** Holds the place of settings that are not built yet, and says so. */
export function SettingsLater() {
  const { title, sections } = useSettingsStrings();
  const { later } = usePageStrings();
  const { pathname } = useLocation();
  const section = SECTIONS.find(({ name }) => pathname === `/settings/${name}`);
  const name = section ? sections[section.name].title : title;
  return (
    <>
      <Column title={name} back>
        <EmptyState title={later.heading} action={<LinkButton to="/settings">{title}</LinkButton>}>
          {later.settings.text} {later.note}
        </EmptyState>
      </Column>
      <SettingsIndex />
    </>
  );
}
