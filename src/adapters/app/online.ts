import type { CallbackActorLogic, EventObject } from 'xstate';
import { callbackAdapter, type OnlineSignal } from '../../machines/core/ports.ts';

/** The `online` port: reports the browser's network state, from the start on. */
export function onlineWatch(page: Window): CallbackActorLogic<EventObject, undefined> {
  return callbackAdapter<EventObject, undefined>(({ sendBack }) => {
    const online = () => sendBack({ type: 'network.wentOnline' } satisfies OnlineSignal);
    const offline = () => sendBack({ type: 'network.wentOffline' } satisfies OnlineSignal);
    page.addEventListener('online', online);
    page.addEventListener('offline', offline);
    if (!page.navigator.onLine) offline();
    return () => {
      page.removeEventListener('online', online);
      page.removeEventListener('offline', offline);
    };
  });
}
