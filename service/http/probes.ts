import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../../src/events/core/host.ts';
import { METRICS_TYPE } from '../metrics/prometheus.ts';
import { sendText } from './send-response.ts';

/** What a machine that watches the service asks it. */
export interface Probes {
  /** What the service counts. */
  page(): string;
  /** Whether others than this machine may read that. */
  readonly isOpen: boolean;
  /** Why it is better not to be asked now; undefined where it may be. Never rejects. */
  fault(): Promise<string | undefined>;
}

/** What says that a request was passed on for somebody else. */
const PASSED_ON = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/**
 * Answers `/health` (the process answers), `/ready` (503 with the reason where it should not be asked) and `/metrics` (Prometheus), whatever the
 * store does. False where something else is asked.
 */
export async function serveProbes(probes: Probes, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const path = request.url?.split('?', 1)[0];
  if (path !== '/health' && path !== '/ready' && path !== '/metrics') return false;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    sendText(request, response, 405, 'Method not allowed', { Allow: 'GET, HEAD', Connection: 'close' });
  else if (path === '/health') sendText(request, response, 200, 'The service answers');
  else if (path === '/ready') {
    const fault = await probes.fault();
    if (fault === undefined) sendText(request, response, 200, 'Ready');
    else sendText(request, response, 503, fault, { 'Retry-After': '5' });
  } else if (probes.isOpen || isFromHere(request))
    sendText(request, response, 200, probes.page().trimEnd(), { 'Content-Type': METRICS_TYPE });
  else sendText(request, response, 403, 'Only for this machine: start the service with --metrics open to let others read it');
  return true;
}

/** Whether a program of this machine asks by the machine's own name: neither a proxy for somebody else, nor a page whose name leads here. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress: address = '' } = socket;
  const names = [address.includes(':') ? `http://[${address}]` : `http://${address}`, `http://${headers.host ?? ''}`];
  return (
    names.every((name) => URL.canParse(name) && isLoopback(new URL(name).hostname)) &&
    PASSED_ON.every((name) => headers[name] === undefined)
  );
}
