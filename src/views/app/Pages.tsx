import { type ComponentType, createElement, type ReactElement, Suspense, use, useEffect, useState } from 'react';
import { type RouteObject, useLocation, useParams, useRoutes } from 'react-router';
import { FailedColumn } from './FailedColumn.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { ErrorBoundary } from './primitives/ErrorBoundary.tsx';
import { Redirect } from './Redirect.tsx';
import { arrived } from './redirects.ts';
import { ScreenFallback } from './ScreenFallback.tsx';
import { fetchScreen, forgetFailure } from './screen-code.ts';
import { SCREENS, type Screen } from './screens.ts';

/** The screen of the current path (ROUTE-01 to ROUTE-20). `layout` draws the main frame around an `<Outlet />`. */
export function Pages({ layout }: { readonly layout: ComponentType }) {
  const [routes] = useState(() => routeTable(layout));
  return useRoutes(routes);
}

/** Every path of the app; the static pages stand beside the main layout (ROUTE-17). */
export function routeTable(layout: ComponentType): RouteObject[] {
  return [
    {
      path: '/',
      element: createElement(layout),
      children: [
        { index: true, element: <Redirect to="/home" /> },
        { path: 'download', element: <Redirect to="/downloads" /> },
        { path: 'rc/:code?', element: <Redirect to="/app-download-qr" /> },
        ...SCREENS.filter((screen) => !screen.outside).map(routeOf),
        { path: '404', element: <NotFoundScreen /> },
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
    ...SCREENS.filter((screen) => screen.outside).map(routeOf),
  ];
}

function routeOf(screen: Screen): RouteObject {
  return { path: screen.path, element: elementOf(screen) };
}

function elementOf(screen: Screen): ReactElement {
  switch (screen.path) {
    case 'thread/:id':
    case 'e/:id':
      return <ById screen={screen} shows="notes" />;
    case 'a/:id':
      return <ById screen={screen} shows="articles" />;
    case ':vanityName':
    case ':vanityName/:identifier':
      return <ByName screen={screen} />;
    default:
      return <Slot screen={screen} />;
  }
}

/** ROUTE-04: each of the three paths takes every kind of id; addresses (naddr) are shown as articles. */
function ById({ screen, shows }: { readonly screen: Screen; readonly shows: 'notes' | 'articles' }) {
  const { id = '' } = useParams();
  const is = id.toLowerCase().startsWith('naddr1') ? 'articles' : 'notes';
  if (is === shows) return <Slot screen={screen} />;
  return <Redirect to={`${is === 'articles' ? '/a' : '/e'}/${encodeURIComponent(id)}`} />;
}

/** ROUTE-16, ROUTE-15: what cannot be a verified name (NIP-05: a-z 0-9 - _ .) leads nowhere, without a look-up. */
function ByName({ screen }: { readonly screen: Screen }) {
  const { vanityName = '' } = useParams();
  return /^[a-z0-9._-]{1,64}$/i.test(vanityName) ? <Slot screen={screen} /> : <NotFoundScreen />;
}

/** A screen's place: empty while its code comes the first time, and said so if it does not. */
function Slot({ screen }: { readonly screen: Screen }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary Failed={FailedColumn} resetKey={key} onReset={() => forgetFailure(screen)}>
      <Suspense fallback={screen.outside ? null : <ScreenFallback />}>
        <Drawn screen={screen} at={key} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Drawn({ screen, at }: { readonly screen: Screen; readonly at: string }) {
  useEffect(arrived, [at]);
  return createElement(use(fetchScreen(screen)));
}
