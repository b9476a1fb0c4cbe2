import { type ComponentType, createElement, Suspense, use, useEffect, useState } from 'react';
import { type RouteObject, useLocation, useParams, useRoutes } from 'react-router';
import { FailedColumn } from '../ui/layout/FailedColumn.tsx';
import { ErrorBoundary } from '../ui/overlays/ErrorBoundary.tsx';
import { Redirect } from '../ui/navigation/Redirect.tsx';
import { arrived } from '../ui/navigation/redirects.ts';
import { ScreenFallback } from '../ui/layout/ScreenFallback.tsx';
import { fetchScreen, forgetFailure, type Screen } from '../ui/navigation/screen-code.ts';
import { NOT_FOUND, SCREENS } from './screens.ts';

/**
 * The screen of the current path (ROUTE-01 to ROUTE-20). `layout` draws the main frame around an
 * `<Outlet />`.
 */
export function Pages({ layout }: { readonly layout: ComponentType }) {
  const [routes] = useState(() => routeTable(layout));
  return useRoutes(routes);
}

/** Every path of the app. The static pages are outside the main layout (ROUTE-17). */
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
      ],
    },
    ...SCREENS.filter((screen) => screen.outside).map(routeOf),
  ];
}

function routeOf(screen: Screen): RouteObject {
  return { path: screen.path, element: <Slot screen={screen} /> };
}

/**
 * A screen's place. It keeps the previous screen until the next one's code is loaded, and shows
 * load failures. All screens share it, because only a mounted component can keep its content.
 */
function Slot({ screen }: { readonly screen: Screen }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary Failed={FailedColumn} resetKey={key} onReset={() => forgetFailure(screen)}>
      <Suspense fallback={screen.outside ? null : <ScreenFallback />}>
        <Gate screen={screen} at={key} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface AtProps {
  readonly screen: Screen;
  readonly at: string;
}

function Gate({ screen, at }: AtProps) {
  const { id = '', vanityName = '' } = useParams();
  switch (screen.path) {
    case 'thread/:id':
    case 'e/:id':
      return isAddress(id) ? (
        <Redirect to={`/a/${encodeURIComponent(id)}`} />
      ) : (
        <Drawn screen={screen} at={at} />
      );
    case 'a/:id':
      return isAddress(id) ? (
        <Drawn screen={screen} at={at} />
      ) : (
        <Redirect to={`/e/${encodeURIComponent(id)}`} />
      );
    case ':vanityName':
    case ':vanityName/:identifier':
      return <Drawn screen={isName(vanityName) ? screen : NOT_FOUND} at={at} />;
    default:
      return <Drawn screen={screen} at={at} />;
  }
}

/**
 * ROUTE-04: each of the three paths accepts every kind of id. Addresses (naddr, `kind:pubkey:d`)
 * are shown as articles.
 */
function isAddress(id: string): boolean {
  return /^(?:nostr:)?naddr1|^\d+:/i.test(id);
}

/**
 * ROUTE-16, ROUTE-15: a text that cannot be a verified name (NIP-05: a-z 0-9 - _ .) leads to not
 * found, without a look-up.
 */
function isName(text: string): boolean {
  return /^[a-z0-9._-]{1,64}$/i.test(text);
}

function Drawn({ screen, at }: AtProps) {
  useEffect(arrived, [at]);
  return createElement(use(fetchScreen(screen)).Component);
}
