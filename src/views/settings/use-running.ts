import { useEffect, useState } from 'react';
import type { AppActor } from '../../machines/app/app.machine.ts';
import { type Running, runningFrom } from './running.ts';

/** Milliseconds. Many events come in bursts; a list that changes oftener than this cannot be read. */
const REST = 200;

/** Everything that runs, looked at again after something happened. */
export function useRunning(app: AppActor): readonly Running[] {
  const [running, setRunning] = useState(() => runningFrom(app));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      setRunning(runningFrom(app));
    };
    const lookSoon = () => {
      timer ??= setTimeout(look, REST);
    };
    const watching = app.system.inspect(lookSoon);
    lookSoon();
    return () => {
      clearTimeout(timer);
      watching.unsubscribe();
    };
  }, [app]);
  return running;
}
