import type { Locator } from '@playwright/test';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { publish } from '../service/publish.ts';
import { stored } from '../service/stored-events.ts';
import { expect, type Page } from '../test.ts';
import { note } from '../service/village.ts';

/**
 * The result of a signer's answer: it is discarded, the user must cancel it, or it is valid after
 * all.
 */
export type End = 'refused' | 'cancelled' | 'right';

/** A user who is signed in with a signer that misbehaves on command. */
export interface Trial {
  readonly page: Page;
  /** Address of the site. */
  readonly url: string;
  readonly me: string;
  /** Other keys that the signer has. */
  readonly others: readonly string[];
  /** Sets the fault of the next signature. Afterwards the signer is honest. */
  readonly misbehave: (fault: string) => Promise<void> | void;
  /** True if the signer was asked for that signature. */
  readonly hasMet: () => Promise<boolean> | boolean;
  /** Releases all withheld answers. */
  readonly release: () => Promise<void> | void;
}

/** All events by the signer's keys on the relay, by id. */
export type Held = ReadonlyMap<string, string>;

export async function held({ url, me, others }: Trial): Promise<Held> {
  const events = await stored(url, { authors: [me, ...others], limit: 5_000 });
  return new Map(events.map((event) => [event.id, said(event)]));
}

export async function addedTo(before: Held, trial: Trial): Promise<readonly string[]> {
  return [...(await held(trial))]
    .flatMap(([id, what]) => (before.has(id) ? [] : [what]))
    .toSorted();
}

export function likeOf({ id, pubkey }: SignedEvent, by: string): string {
  const tags = Object.entries({ e: id, p: pubkey, k: '1' }).map(([...tag]) => tag);
  return said({ pubkey: by, kind: 7, content: '+', tags });
}

export function noteOf(content: string, by: string): string {
  return said({ pubkey: by, kind: 1, content, tags: [] });
}

function said({
  pubkey,
  kind,
  content,
  tags,
}: Pick<SignedEvent, 'pubkey' | 'kind' | 'content' | 'tags'>): string {
  return `${pubkey} ${kind} ${content} ${JSON.stringify(tags.map(([name, value]) => [name, value]))}`;
}

export const heart = (page: Page, { id }: SignedEvent) =>
  page.locator(`[data-note="${id}"]`).first().getByRole('button', { name: /^Like/ });
export const signedInMark = (page: Page) => page.getByText('Signed in', { exact: true });
export const unsigned = (page: Page | Locator) => page.getByText('Note not signed');
export const queue = (page: Page) => page.getByRole('region', { name: 'Waiting for your signer' });
export const composer = (page: Page) => page.getByRole('dialog', { name: 'New note' });

/** Two notes on top of the feed. */
export async function tellTwoNotes(url: string): Promise<readonly [SignedEvent, SignedEvent]> {
  const notes = [note('liked with a fault'), note('liked as it should be')] as const;
  await publish(url, ...notes);
  return notes;
}

export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Your text').fill(text);
}

/** Expect the text unchanged, and a message that it was not signed. */
export async function expectUnsigned(page: Page, text: string): Promise<void> {
  await expect(unsigned(composer(page))).toBeVisible();
  await expect(page.getByLabel('Your text')).toHaveValue(text);
}

/**
 * Publish a text that meets each of these faults: the text stays, and each fault is reported. The
 * signer's next answer is valid, and only that event is published.
 */
export async function publishThrough(
  trial: Trial,
  text: string,
  faults: readonly string[],
): Promise<void> {
  const { page, me } = trial;
  const publishIt = () => page.getByLabel('Your text').press('Control+Enter');
  const before = await held(trial);
  await write(page, text);
  for (const fault of faults) {
    await trial.misbehave(fault);
    await publishIt();
    await expectUnsigned(page, text);
    // the failure message disappears with the next key
    await page.getByLabel('Your text').press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Backspace');
    await expect(unsigned(composer(page))).toHaveCount(0);
  }
  await publishIt();
  await expect(page.getByText('Note posted successfully')).toBeVisible();
  expect(await addedTo(before, trial)).toEqual([noteOf(text, me)]);
}

/**
 * Send two likes, the first with that fault and the second queued after it. Then publish a text
 * with the fault, and again without. Nothing wrong reaches the relay, valid events do, and unsigned
 * ones are reported and not lost.
 */
export async function tryFault(
  trial: Trial,
  [wrong, right]: readonly [SignedEvent, SignedEvent],
  fault: string,
  end: End,
): Promise<void> {
  const { page, me } = trial;
  const before = await held(trial);
  const isRight = end === 'right';
  await trial.misbehave(fault);
  await heart(page, wrong).click();
  await heart(page, right).click();
  if (end === 'cancelled') {
    await expect(queue(page).getByRole('button', { name: 'Cancel: Like a note' })).toHaveCount(2);
    await cancel(trial, 'Cancel: Like a note');
  }
  await expect(heart(page, right)).toHaveAttribute('aria-pressed', 'true');
  await expect(heart(page, wrong)).toHaveAttribute('aria-pressed', String(isRight));
  await expect(unsigned(page)).toHaveCount(isRight ? 0 : 1);

  const text = `Written while it gave ${fault}`;
  await write(page, text);
  await trial.misbehave(fault);
  await page.keyboard.press('Control+Enter');
  if (end === 'cancelled') await cancel(trial, 'Cancel: Publish a note');
  if (!isRight) {
    await expectUnsigned(page, text);
    await page.getByLabel('Your text').press('Control+Enter');
  }
  await expect(page.getByText('Note posted successfully')).toBeVisible();
  await expect(queue(page)).toHaveCount(0);
  const expected = [...(isRight ? [likeOf(wrong, me)] : []), likeOf(right, me), noteOf(text, me)];
  await expect.poll(() => addedTo(before, trial)).toEqual(expected.toSorted());
}

/** Cancel the signer's request, and let its answer arrive afterwards. */
async function cancel({ page, hasMet, release }: Trial, name: string): Promise<void> {
  await expect.poll(hasMet).toBe(true);
  await queue(page).getByRole('button', { name }).first().click();
  await release();
}
