// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { openRepostMenu } from './early-acts.ts';

afterEach(() => document.body.replaceChildren());

test('NOTE-01 a repost pressed while its code loads opens the menu of its row, once it is drawn', async () => {
  document.body.innerHTML = ['first', 'second']
    .map((id) => `<article id="${id}"><button data-act="repost"></button></article>`)
    .join('');
  const row = document.getElementById('second');
  const opened: string[] = [];
  document.body.addEventListener('click', ({ target }) => {
    if (target instanceof Element) opened.push(target.closest('article')?.id ?? '');
  });
  openRepostMenu(row?.querySelector('button') ?? undefined);
  expect(opened).toEqual([]);
  for (const one of document.querySelectorAll('article'))
    one.innerHTML = '<div><button data-act="repost" aria-haspopup="menu"></button></div>';
  await Promise.resolve();
  document.body.append('more');
  await Promise.resolve();
  expect(opened).toEqual(['second']);
});
