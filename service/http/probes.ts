import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../../src/events/core/host.ts';
import { METRICS_TYPE } from '../metrics/prometheus.ts';
import { sendText } from './send-response.ts';

/** Endpoints for monitoring. */
export interface Probes {
  /** Return the metrics page. */
  page(): string;
  /** True if other machines may read it. */
  readonly isOpen: boolean;
  /** Return the reason why the service is not ready, or `undefined`. Never rejects. */
  fault(): Promise<string | undefined>;
}

/** Headers of a forwarded request. */
const PASSED_ON = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/**
 * Answer `/health` (the process responds), `/ready` (503 with the reason if not ready) and
 * `/metrics` (Prometheus), even if the store fails. Returns false for other requests.
 */
export async function serveProbes(
  probes: Probes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = request.url?.split('?', 1)[0];
  if (path !== '/health' && path !== '/ready' && path !== '/metrics') return false;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    sendText(request, response, 405, 'Method not allowed', {
      Allow: 'GET, HEAD',
      Connection: 'close',
    });
  else if (path === '/health') sendText(request, response, 200, 'The service answers');
  else if (path === '/ready') {
    const fault = await probes.fault();
    if (fault === undefined) sendText(request, response, 200, 'Ready');
    else sendText(request, response, 503, fault, { 'Retry-After': '5' });
  } else if (probes.isOpen || isFromHere(request))
    sendText(request, response, 200, probes.page().trimEnd(), { 'Content-Type': METRICS_TYPE });
  else
    sendText(
      request,
      response,
      403,
      'Only for this machine: start the service with --metrics open to let others read it',
    );
  return true;
}

/**
 * True if a local program makes the request by the machine's own name. False for proxies, and for
 * pages whose name resolves to this machine.
 */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress: address = '' } = socket;
  const names = [
    address.includes(':') ? `http://[${address}]` : `http://${address}`,
    `http://${headers.host ?? ''}`,
  ];
  return (
    names.every((name) => URL.canParse(name) && isLoopback(new URL(name).hostname)) &&
    PASSED_ON.every((name) => headers[name] === undefined)
  );
}
