import type { ComponentType } from 'react';
import { data, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { redirectTo } from './redirects.ts';
import { RouteError } from './RouteError.tsx';
import { ScreenFallback } from './ScreenFallback.tsx';
import { SCREENS, type Screen } from './screens.ts';

/** The route table. `layout` draws the main frame around an `<Outlet />`; the screens come as chunks (ROUTE-01 to ROUTE-20). */
export function routeTable(layout: ComponentType): RouteObject[] {
  return [
    {
      path: '/',
      Component: layout,
      ErrorBoundary: RouteError,
      children: [
        { index: true, HydrateFallback: ScreenFallback, loader: () => redirectTo('/home') },
        { path: 'download', HydrateFallback: ScreenFallback, loader: () => redirectTo('/downloads') },
        { path: 'rc/:code?', HydrateFallback: ScreenFallback, loader: () => redirectTo('/app-download-qr') },
        ...SCREENS.filter((screen) => !screen.outside).map(routeOf),
        { path: '404', Component: NotFoundScreen },
        { path: '*', Component: NotFoundScreen },
      ],
    },
    ...SCREENS.filter((screen) => screen.outside).map(routeOf),
  ];
}

function routeOf({ path, load, outside }: Screen): RouteObject {
  const loader = LOADERS[path];
  const HydrateFallback = outside ? () => null : ScreenFallback;
  return { path, lazy: load, ErrorBoundary: RouteError, HydrateFallback, ...(loader && { loader }) };
}

const LOADERS: Readonly<Record<string, (args: LoaderFunctionArgs) => Response | null>> = {
  'thread/:id': articleElsewhere,
  'e/:id': articleElsewhere,
  'a/:id': noteElsewhere,
  ':vanityName': nameOnly,
  ':vanityName/:identifier': nameOnly,
};

/** ROUTE-04: any of the three paths takes any id; addresses (naddr) are shown as articles. */
function articleElsewhere({ params }: LoaderFunctionArgs): Response | null {
  return isAddress(params['id']) ? redirectTo(`/a/${params['id']}`) : null;
}

function noteElsewhere({ params }: LoaderFunctionArgs): Response | null {
  return isAddress(params['id']) ? null : redirectTo(`/e/${params['id']}`);
}

function isAddress(id: string | undefined): boolean {
  return id?.toLowerCase().startsWith('naddr1') ?? false;
}

/** ROUTE-16, ROUTE-15: what cannot be a verified name (NIP-05: a-z 0-9 - _ .) leads nowhere, without a look-up. */
function nameOnly({ params }: LoaderFunctionArgs): null {
  if (!/^[a-z0-9._-]{1,64}$/i.test(params['vanityName'] ?? '')) throw data(null, { status: 404 });
  return null;
}
