import { useEffect, useState } from 'react';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';

const Part = lazyPart(() => import('./DiscoverSide.tsx').then((code) => code.DiscoverSide));

/** Delay in milliseconds, so that the screen's own content comes first. */
const CALM = 1_000;

/** For the side column of screens with little of their own: topics and people. */
export function Discover() {
  const [isCalm, setIsCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsCalm(true), CALM);
    return () => clearTimeout(timer);
  }, []);
  return isCalm && <Part />;
}
