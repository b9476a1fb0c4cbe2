import { type Event, getPublicKey, nip19, verifyEvent } from 'nostr-tools';
import { publish, signedBy } from '../service/publish.ts';
import type { TestService } from '../service/test-service.ts';
import { stored } from '../service/stored-events.ts';
import { expect, type Locator, type Page } from '../test.ts';

/** The connection string of a user's wallet with the given behaviour. */
export function walletOf(
  { wallets }: Pick<TestService, 'wallets'>,
  name: string,
  mood = 'plain',
): string {
  return wallets.find((one) => one.owner.name === name && one.mood === mood)?.uri ?? '';
}

export const bolt = (row: Locator): Locator => row.locator('[data-act=zap]');

/**
 * Connect a wallet in the settings, and wait until a balance is shown. `ways`: the number of
 * payment methods afterwards.
 */
export async function connect(
  page: Page,
  site: Pick<TestService, 'url'>,
  uri: string,
  ways = 2,
): Promise<void> {
  await page.goto(`${site.url}/settings/nwc`);
  await page.getByLabel('Connection string').fill(uri);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('radio')).toHaveCount(ways, { timeout: 20_000 });
  await expect(page.getByText('play sats', { exact: false }).first()).toBeVisible({
    timeout: 20_000,
  });
}

/** A zap according to its receipt, read and verified by another implementation. Sats. */
export interface ReadZap {
  readonly sats: number;
  readonly message: string;
  readonly sender: string;
  readonly receiver: string;
  readonly provider: string;
}

/** The zap receipts on a relay that match a filter. Each receipt and its request are verified. */
export async function zapsIn(
  url: string,
  filter: Readonly<Record<string, unknown>>,
): Promise<readonly ReadZap[]> {
  const receipts = await stored(url, { kinds: [9735], ...filter });
  return receipts.map((receipt) => {
    const request: Event = JSON.parse(
      receipt.tags.find(([name]) => name === 'description')?.[1] ?? '{}',
    );
    if (!verifyEvent(receipt) || !verifyEvent(request))
      throw new Error('a receipt that does not verify');
    const tag = (name: string) => request.tags.find(([key]) => key === name)?.[1] ?? '';
    return {
      sats: Number(tag('amount')) / 1_000,
      message: request.content,
      sender: request.pubkey,
      receiver: tag('p'),
      provider: receipt.pubkey,
    };
  });
}

/** The public key of an account of the town with a known secret key. */
export function keyOf({ demo }: Pick<TestService, 'demo'>, name: string): string {
  const { data } = nip19.decode(demo.find((one) => one.name === name)?.nsec ?? '');
  return data instanceof Uint8Array ? getPublicKey(data) : '';
}

/** Publishes an event by an account of the town, and returns its id. */
export async function said(
  site: Pick<TestService, 'url' | 'demo'>,
  name: string,
  fields: { kind?: number; content: string; tags?: string[][] },
): Promise<string> {
  const event = signedBy(
    site.demo.find((one) => one.name === name),
    { kind: 1, ...fields },
  );
  await publish(site.url, event);
  return event.id;
}

/** Opens the note with that id, and waits until it can be zapped. */
export async function opened(
  page: Page,
  site: Pick<TestService, 'url'>,
  id: string,
): Promise<Locator> {
  await page.goto(`${site.url}/e/${nip19.noteEncode(id)}`);
  const row = page.locator(`[data-note="${id}"]`).first();
  await expect(bolt(row)).toHaveAttribute('title', /^Zap 42/, { timeout: 20_000 });
  return row;
}
