import { useLocation } from 'react-router';
import { Column } from './Column.tsx';
import { EmptyState } from './primitives/EmptyState.tsx';
import { LinkButton } from './primitives/LinkButton.tsx';
import { Side } from './Side.tsx';
import { useStrings } from './strings.ts';
import { type PageStrings, usePageStrings } from './strings/pages.ts';

type Later = Exclude<keyof PageStrings['later'], 'note' | 'heading'>;

/** Holds the place of a screen that is not built yet, and says so. */
export function LaterScreen() {
  const { action } = useStrings().app;
  const { pathname } = useLocation();
  const { later } = usePageStrings();
  const { title, text } = later[partOf(pathname)];
  return (
    <>
      <Column title={title} back>
        <EmptyState title={later.heading} action={<LinkButton to="/home">{action.goHome}</LinkButton>}>
          {text} {later.note}
        </EmptyState>
      </Column>
      <Side />
    </>
  );
}

function partOf(pathname: string): Later {
  const [first = '', second = ''] = pathname.split('/').slice(1);
  return first === 'reads' && second === 'edit' ? 'reads/edit' : 'myarticles';
}
