import { safeMediaUrl } from '../../../events/core/url.ts';
import { field, isRecord, parseJson } from '../../../events/core/json.ts';
import { type EcashReason, saidByMint } from '../../../events/money/ecash/ecash-reason.ts';
import { cappedText, type Web } from '../../connection/http.ts';

/**
 * Timeout of a request, in milliseconds. A mint that pays an invoice responds only after the
 * payment.
 */
const DEADLINE = 20_000;
const PAYING = 100_000;

/**
 * The mint refused the request. `code`: from the error list of NUT-00, if it names one. A refusal
 * proves nothing else.
 */
export class MintSaid extends Error {
  readonly reason: EcashReason;
  readonly code: number | undefined;
  readonly status: number;
  constructor(reason: EcashReason, code: number | undefined, status: number) {
    super(reason.code);
    this.reason = reason;
    this.code = code;
    this.status = status;
  }
}

/** No response, or one without meaning: the request may have been executed. */
export class MintSilent extends Error {
  readonly reason: EcashReason;
  constructor(reason: EcashReason = { code: 'silent' }) {
    super(reason.code);
    this.reason = reason;
  }
}

/** One request to a mint. `body` undefined: it is a GET. */
interface MintRequest {
  readonly path: string;
  readonly body?: object | undefined;
  readonly isPaying?: boolean;
}

/** Sends one request to a mint. Rejects with `MintSaid` or `MintSilent`. */
export type MintCall = (request: MintRequest) => Promise<unknown>;

/**
 * Sends requests to a mint whose address has passed the url policy (E-24, E-42). No redirects,
 * cookies or referrer, a response of 256 KB at most, and a timeout. ECASH-03: an error's own text
 * counts, even with a success status. Otherwise it is 'bad response'.
 */
export function mintCall(web: Web, mint: string, signal: AbortSignal): MintCall {
  return async ({ path, body, isPaying }) => {
    const url = safeMediaUrl(`${mint}/${path}`, web.home);
    if (url === undefined) throw new MintSaid({ code: 'address' }, undefined, 0);
    const response = await web
      .fetch(url, {
        ...(body === undefined
          ? {}
          : {
              method: 'POST',
              body: jsonOf(body),
              headers: { 'content-type': 'application/json' },
            }),
        redirect: 'error',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: AbortSignal.any([
          signal,
          AbortSignal.timeout(isPaying === true ? PAYING : DEADLINE),
        ]),
      })
      .catch(() => undefined);
    if (!response) throw new MintSilent();
    const text = await cappedText(response).catch(() => undefined);
    // an error page of a proxy, or of a broken server, is not the mint's response
    if (response.status >= 500 && !saysSomething(text))
      throw new MintSilent({ code: 'badResponse' });
    if (text === undefined) throw new MintSilent({ code: 'badResponse' });
    const value = parseJson(text);
    const error = errorIn(value, response.status);
    if (error) throw error;
    if (!response.ok) throw new MintSaid({ code: 'badResponse' }, undefined, response.status);
    if (value === undefined) throw new MintSilent({ code: 'badResponse' });
    return value;
  };
}

/** A response of unknown shape: the request may have been executed. */
export function badResponse(): MintSilent {
  return new MintSilent({ code: 'badResponse' });
}

function saysSomething(text: string | undefined): boolean {
  return text !== undefined && errorIn(parseJson(text), 500) !== undefined;
}

function errorIn(value: unknown, status: number): MintSaid | undefined {
  if (!isRecord(value)) return undefined;
  const [error, detail, code] = ['error', 'detail', 'code'].map((key) => field(value, key));
  const text = [error, detail].find((one) => typeof one === 'string');
  if (typeof text !== 'string') return undefined;
  return new MintSaid(saidByMint(text), typeof code === 'number' ? code : undefined, status);
}

/**
 * Amounts as numbers, as mints write and expect them. cashu-ts returns them as objects or large
 * integers.
 */
function jsonOf(body: object): string {
  return JSON.stringify(body, (key, value: unknown) =>
    typeof value === 'bigint' || (key === 'amount' && typeof value === 'string')
      ? Number(value)
      : value,
  );
}
