/**
 * Runs callbacks after messages that have arrived already, in order. Uses a message channel: its
 * messages come after pending frames and, unlike timers, are not throttled.
 */
export function openScheduler(): (run: () => void) => void {
  const ticks = new MessageChannel();
  const jobs: Array<() => void> = [];
  ticks.port1.addEventListener('message', () => jobs.shift()?.());
  ticks.port1.start();
  return (run) => {
    jobs.push(run);
    ticks.port2.postMessage(undefined);
  };
}
