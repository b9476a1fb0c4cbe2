import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { FailedColumn } from '../layout/FailedColumn.tsx';
import { hop } from './redirects.ts';
import { preload } from './screen-code.ts';
import { useNavigate } from './use-navigate.ts';

/**
 * Navigates to another path in place of this one. If that is impossible, shows the reason
 * (ROUTE-22).
 */
export function Redirect({ to }: { readonly to: string }) {
  const { key } = useLocation();
  return <Hop key={key} to={to} />;
}

function Hop({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  const [wrong, setWrong] = useState<'redirects' | 'path'>();
  useEffect(() => {
    let left = false;
    void preload(to);
    queueMicrotask(() => {
      if (left) return;
      const forbidden = hop(to);
      if (forbidden) setWrong(forbidden);
      else navigate(to, { replace: true });
    });
    return () => {
      left = true;
    };
  }, [to, navigate]);
  return wrong ? <FailedColumn cause={wrong} /> : null;
}
