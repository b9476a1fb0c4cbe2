import { safeMediaUrl } from '../../../events/core/url.ts';
import { field, isRecord, parseJson } from '../../../events/core/json.ts';
import { type EcashReason, saidByMint } from '../../../events/money/ecash/ecash-reason.ts';
import { cappedText, type Web } from '../../connection/http.ts';

/** Milliseconds. A mint that pays an invoice answers when that is over. */
const DEADLINE = 20_000;
const PAYING = 100_000;

/** The mint answered, and said no; `code`: of the list of errors of NUT-00, where it names one. Nothing else is known by that. */
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

/** No answer came, or one that says nothing: whatever was asked for may have happened. */
export class MintSilent extends Error {
  readonly reason: EcashReason;
  constructor(reason: EcashReason = { code: 'silent' }) {
    super(reason.code);
    this.reason = reason;
  }
}

/** One question to a mint. `body` undefined: it is a GET. */
interface MintRequest {
  readonly path: string;
  readonly body?: object | undefined;
  readonly isPaying?: boolean;
}

/** Asks one mint; rejects with `MintSaid` or `MintSilent`. */
export type MintCall = (request: MintRequest) => Promise<unknown>;

/**
 * How a mint is asked, once its address has passed the url policy (E-24, E-42): no redirects, cookies or referrer, an answer of 256 KB at most, an
 * end within its time. ECASH-03: an error's own text counts, also where it comes as a success; else it is 'bad response'.
 */
export function mintCall(web: Web, mint: string, signal: AbortSignal): MintCall {
  return async ({ path, body, isPaying }) => {
    const url = safeMediaUrl(`${mint}/${path}`, web.home);
    if (url === undefined) throw new MintSaid({ code: 'address' }, undefined, 0);
    const response = await web
      .fetch(url, {
        ...(body === undefined ? {} : { method: 'POST', body: jsonOf(body), headers: { 'content-type': 'application/json' } }),
        redirect: 'error',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: AbortSignal.any([signal, AbortSignal.timeout(isPaying === true ? PAYING : DEADLINE)]),
      })
      .catch(() => undefined);
    if (!response) throw new MintSilent();
    const text = await cappedText(response).catch(() => undefined);
    // a server that stands before a mint, or that is out of order, speaks for nobody
    if (response.status >= 500 && !saysSomething(text)) throw new MintSilent({ code: 'badResponse' });
    if (text === undefined) throw new MintSilent({ code: 'badResponse' });
    const value = parseJson(text);
    const error = errorIn(value, response.status);
    if (error) throw error;
    if (!response.ok) throw new MintSaid({ code: 'badResponse' }, undefined, response.status);
    if (value === undefined) throw new MintSilent({ code: 'badResponse' });
    return value;
  };
}

/** A shape that was not agreed on: whatever was asked for may have happened. */
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

/** Amounts as numbers, as mints write and expect them: cashu-ts hands them over as objects or large integers. */
function jsonOf(body: object): string {
  return JSON.stringify(body, (key, value: unknown) =>
    typeof value === 'bigint' || (key === 'amount' && typeof value === 'string') ? Number(value) : value,
  );
}
