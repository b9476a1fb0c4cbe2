import { randomBytes } from 'node:crypto';
import { neighbourhood, signIn } from '../support/pages/account.ts';
import { text } from '../support/pages/article.ts';
import {
  filesOf,
  kept,
  leaksIn,
  listen,
  type Needles,
  needlesIn,
  needlesOf,
  type Places,
} from '../support/hostile/secret-search.ts';
import { watch } from '../support/hostile/secret-watch.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const WORDS = 'Quokka7Zeppelin on the quay at night';
const NEEDLES = needlesIn([WORDS]);

/** Texts of the page outside the editor. */
async function besides(page: Page): Promise<Places> {
  const html = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const own of copy.querySelectorAll('main')) own.remove();
    return copy.outerHTML;
  });
  return new Map([['page beside the editor', html]]);
}

test('E-32 COMPOSE-08 the text of a draft appears in plain text nowhere but in its editor', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(300_000);
  const site = await house(neighbourhood());
  const found: string[] = [];
  const { check, checkRecording, frames } = watch(page, found, NEEDLES, NEEDLES);
  const checkOpen = async (step: string) =>
    check(step, await besides(page), ['document', 'text', 'fields']);
  await signIn(page, site);
  await page.goto(`${site.url}/reads/edit`);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Not for everybody');
  await text(page).fill(WORDS);
  await expect(page.getByText('Saved on this device').first()).toBeVisible();
  await checkOpen('kept on the device');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('saved as draft')).toBeVisible({ timeout: 20_000 });
  await checkOpen('saved at relays');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('feed')).toBeVisible();
  await check('left');
  await checkRecording('recorded');
  await page.reload();
  await expect(page.getByRole('feed')).toBeVisible();
  await check('loaded anew');
  expect(frames()).toBeGreaterThan(3);
  await site.stop();
  found.push(...leaksIn(filesOf(site.data), NEEDLES).map((leak) => `at the service: ${leak}`));
  expect(found).toEqual([]);
});

test.describe('without a content security policy', () => {
  test.use({ bypassCSP: true });

  test('E-32 the search finds passkey output, passphrase, draft text and signer secret (planted)', {
    tag: LONG,
  }, async ({ page, house }) => {
    const site = await house(neighbourhood());
    const [prf, session] = [randomBytes(32), randomBytes(32)];
    const phrase = 'Gannet5Lighthouse Umbrella8Quarry';
    const secrets: ReadonlyArray<readonly [what: string, text: string, needles: Needles]> = [
      ['what a passkey computes', prf.toString('base64'), needlesOf({ key: prf, typed: [] })],
      ['the passphrase of a backup file', phrase, needlesIn([phrase])],
      ['words of a draft', WORDS, NEEDLES],
      [
        'the secret of a remote signer',
        session.toString('hex'),
        needlesOf({ key: session, typed: [] }),
      ],
    ];
    const ear = listen(page);
    await page.goto(`${site.url}/home`);
    await expect(page.getByRole('feed')).toBeVisible();
    const places = async () => new Map([...ear.heard(), ...(await kept(page))]);
    const before = await places();
    for (const [what, text, needles] of secrets) {
      expect([what, leaksIn(before, needles)]).toEqual([what, []]);
      await page.evaluate(leave, { text, socket: site.url.replace('http', 'ws') });
      const caught = new Set(
        leaksIn(await places(), needles).map((leak) => leak.split(' in ').at(-1)),
      );
      const where = [
        'local storage',
        'databases',
        'request bodies',
        'frames sent',
        'console',
        'address',
      ];
      expect([what, where.filter((place) => !caught.has(place))]).toEqual([what, []]);
    }
  });
});

/** Runs in the page: stores, saves, sends and logs a text. */
async function leave({ text, socket }: { text: string; socket: string }): Promise<void> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
  localStorage.setItem('starling/x/articles', JSON.stringify({ version: 1, value: text }));
  const opening = indexedDB.open('planted');
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'));
  const database = await done(opening);
  await done(database.transaction('rows', 'readwrite').objectStore('rows').put({ text }, 1));
  database.close();
  await fetch('/v1', { method: 'POST', body: text }).catch(() => undefined);
  const line = new WebSocket(socket);
  await new Promise((resolve) => line.addEventListener('open', resolve));
  line.send(JSON.stringify(['CLOSE', text]));
  line.close();
  console.log(text);
  history.replaceState(history.state, '', `#${text}`);
}
