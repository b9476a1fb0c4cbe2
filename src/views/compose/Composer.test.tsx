// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { verified } from '../../../tests/support/connection/fake-cache.ts';
import { renderedComposer } from '../../../tests/support/publish/rendered-composer.tsx';
import { withTopLayer } from '../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import { npubOf } from '../../events/nostr/nip19.ts';

const ANN = '2'.repeat(64);
withTopLayer();

const button = (name: string) => screen.getByRole('button', { name });

test('PUBLISH-04 Ctrl-Enter and click create one job between them, and the button shows that it runs', () => {
  const { tab, field, type } = renderedComposer();
  expect(button('Publish')).toHaveProperty('disabled', true);
  type('hello');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.click(button('Publishing'));
  fireEvent.keyDown(field, { key: 'Enter', metaKey: true });
  expect(tab.records()).toHaveLength(1);
  expect([field.readOnly, screen.getByRole('status').textContent]).toEqual([
    true,
    'Waiting for your signature',
  ]);
});

test('LIMIT-04 published events are dated in seconds', () => {
  const { tab, type } = renderedComposer();
  type('hello');
  const before = Math.floor(Date.now() / 1_000);
  fireEvent.click(button('Publish'));
  const { created_at = 0 } = tab.records()[0]?.template ?? {};
  expect(created_at).toBeGreaterThanOrEqual(before);
  expect(created_at).toBeLessThanOrEqual(Date.now() / 1_000);
});

test("PUBLISH-02 'Note not signed' is shown, and the text can be edited on", () => {
  const { tab, field, type } = renderedComposer();
  type('hello');
  fireEvent.click(button('Publish'));
  act(() => tab.refuse());
  expect(screen.getByRole('alert').textContent).toContain('Note not signed');
  expect([field.value, field.readOnly]).toEqual(['hello', false]);
});

test('COMPOSE-03 a refused date names the clock, and that sending the note again does not help', () => {
  const { world, tab, type } = renderedComposer();
  type('hello');
  fireEvent.click(button('Publish'));
  act(() => {
    tab.sign();
    for (const delivery of world.deliveries.slice())
      world.answer(delivery, 'rejected', 'invalid: created_at is too far in the future');
    tab.broadcast('none');
  });
  expect(screen.getByRole('alert').textContent).toMatch(
    /wrong date\. Set the clock, edit the text .*Check the date and time of this device/,
  );
  // the last button is the main one: it publishes with another date
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.slice(-2)).toEqual(['Send again', 'Edit the text']);
});

test("PUBLISH-02 'Failed to publish note' is shown; a retry sends the same signed event", () => {
  const { world, tab, type } = renderedComposer();
  type('hello');
  fireEvent.click(button('Publish'));
  act(() => {
    tab.sign();
    for (const delivery of world.deliveries.slice()) world.answer(delivery, 'rejected', 'no');
    tab.broadcast('none');
  });
  expect(screen.getByRole('alert').textContent).toContain('Failed to publish note');
  fireEvent.click(button('Send again'));
  expect(new Set(world.deliveries.map(({ event }) => event.id)).size).toBe(1);
  expect(world.deliveries.filter(({ open }) => open)).toHaveLength(2);
});

test("COMPOSE-03 'No relay confirmed reception of your note after 8 seconds' is shown until the end", () => {
  const { world, tab, type } = renderedComposer();
  type('hello');
  fireEvent.click(button('Publish'));
  act(() => tab.sign());
  expect(screen.getByRole('status').textContent).toBe('Sending to 2 relays');
  act(() => {
    for (const delivery of world.deliveries.slice())
      world.answer(delivery, 'silent', { code: 'publish.unconfirmed' });
  });
  expect(screen.getByRole('status').textContent).toBe(
    'No relay confirmed reception of your note after 8 seconds',
  );
  act(() => tab.broadcast('none'));
  expect(screen.getByRole('alert').textContent).toContain(
    'No relay confirmed reception of your note after 8 seconds',
  );
  expect(button('Send again')).toBeTruthy();
});

test('COMPOSE-03 PUBLISH-01 CACHE-02 an offline note waits without a spinner, and has not failed', () => {
  const { app, compose, world, tab, type } = renderedComposer();
  type('hello');
  act(() => app.send({ type: 'network.wentOffline' }));
  fireEvent.click(button('Publish'));
  act(() => tab.sign());
  const waits = 'You are offline. It is sent when you are back.';
  expect(screen.getByRole('status').textContent).toBe(waits);
  const ways = () => screen.queryAllByRole('button', { name: /Publish|Send again/ }).length;
  expect([ways(), button('Close').ariaBusy]).toEqual([0, null]);
  act(() => {
    for (const delivery of world.deliveries.slice())
      world.answer(delivery, 'silent', { code: 'relay.errored' });
  });
  expect(screen.getByRole('status').textContent).toBe(waits);
  act(() => tab.broadcast('none'));
  expect(screen.getByText(`${waits} Your note is signed and saved.`)).toBeTruthy();
  expect([ways(), screen.queryByText(/Failed to publish/)]).toEqual([0, null]);
  act(() => app.send({ type: 'network.wentOnline' }));
  expect(screen.getByRole('alert').textContent).toContain('None of your relays can be reached.');
  act(() => app.send({ type: 'network.wentOffline' }));
  fireEvent.click(button('Close'));
  expect(compose.getSnapshot().status).toBe('done');
});

test("COMPOSE-04 'Nostr extension is required to send events' is shown, and goes when the user types", () => {
  const { tab, type } = renderedComposer();
  type('hello');
  const inSight = vi.fn();
  Element.prototype.scrollIntoView = inSight;
  fireEvent.click(button('Publish'));
  act(() => tab.refuse(signingFailure('no_nostr_extension')));
  expect(screen.getByRole('alert').textContent).toBe(
    'Note not signed. Nostr extension is required to send events',
  );
  // it may begin behind the buttons
  expect(inSight.mock.contexts).toEqual([screen.getByRole('alert').parentElement]);
  type('hello!');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a name is completed by keyboard, and becomes a mention of that account in the signed event (NIP-27)', () => {
  const { bus, tab, field, type, wait } = renderedComposer();
  type('hi @an');
  wait(200);
  act(() => bus.answer({ events: [verified({ id: 'p', pubkey: ANN, kind: 0 })] }));
  const option = screen.getByRole('option');
  expect([
    option.getAttribute('aria-selected'),
    field.getAttribute('aria-activedescendant'),
  ]).toEqual(['true', option.id]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.queryByRole('option')).toBeNull();
  expect(field.value).toMatch(/^hi @\w+ $/);
  // a space typed out of habit adds none, the next one does
  expect(fireEvent.keyDown(field, { key: ' ' })).toBe(false);
  expect(fireEvent.keyDown(field, { key: ' ' })).toBe(true);
  tab.bus.answer({}, 'replaceable_event');
  fireEvent.click(button('Publish'));
  expect(tab.records()[0]?.template).toMatchObject({
    content: `hi nostr:${npubOf(ANN)}`,
    tags: [['p', ANN]],
  });
});

const named = (pubkey: string, name: string) =>
  trusted({ kind: 0, pubkey, content: JSON.stringify({ name }) });
const note = (content: string, tags: string[][] = []) => trusted({ pubkey: ANN, content, tags });

test('COMPOSE-01 COMPOSE-05 an emoji is completed by name with the same keys, and added to the history', async () => {
  const { emojis, field, type } = renderedComposer();
  act(() => emojis.report({ type: 'emoji.history', history: ['🚒'] }));
  type('so :fir');
  const options = await screen.findAllByRole('option');
  expect(screen.getByRole('listbox').getAttribute('aria-label')).toBe('Emoji');
  expect(options[0]?.textContent).toBe('🔥fire');
  fireEvent.keyDown(field, { key: 'Tab' });
  expect([field.value, emojis.told()]).toEqual(['so 🔥 ', [{ type: 'emoji.used', sign: '🔥' }]]);
  type('10:30');
  expect(screen.queryByRole('option')).toBeNull();
});

test('COMPOSE-01 hashtags are completed from seen notes; Esc closes only the list', () => {
  const { compose, field, type } = renderedComposer({
    facts: [note('a', [['t', 'Harbour']]), note('b', [['t', 'harp']]), note('c', [['t', 'harp']])],
  });
  type('the #har');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'harp',
    'harbour',
  ]);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect([screen.queryByRole('option'), compose.getSnapshot().hasTag('editable')]).toEqual([
    null,
    true,
  ]);
  type('the #harb');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('the #harbour ');
});

test('COMPOSE-01 the preview renders the event to be signed, and leaves the text unchanged', () => {
  const { compose, field, type } = renderedComposer({
    facts: [named('1'.repeat(64), 'Me Myself')],
  });
  type('look https://media.example/a.png and <b>');
  fireEvent.click(button('Preview'));
  const preview = screen.getByRole('article', { name: 'Preview' });
  expect(preview.textContent).toContain('Me Myself');
  expect(preview.textContent).toContain('and <b>');
  expect(preview.querySelector('img[src="https://media.example/a.png"]')).not.toBeNull();
  expect([button('Preview').getAttribute('aria-pressed'), field.hidden]).toEqual(['true', true]);
  fireEvent.click(button('Preview'));
  expect([field.hidden, field.value, compose.getSnapshot().hasTag('editable')]).toEqual([
    false,
    'look https://media.example/a.png and <b>',
    true,
  ]);
});

test.each(['reply', 'quote'] as const)(
  'COMPOSE-01 the parent or quoted note is shown beside the text (%s), and named in the signed event',
  (type) => {
    const event = note('Nobody was up');
    const { tab, type: write } = renderedComposer({
      aim: { type, found: { event } },
      facts: [named(ANN, 'Ann')],
    });
    const words =
      type === 'reply' ? 'The note by Ann that you reply to' : 'The note by Ann that you quote';
    expect(screen.getByRole('article', { name: words }).textContent).toContain('Nobody was up');
    expect(screen.getByRole('region', { name: type === 'reply' ? 'Reply' : 'Quote' })).toBeTruthy();
    write('so say I');
    tab.bus.answer({}, 'replaceable_event');
    expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe(
      type === 'reply' ? 'Write your reply' : 'Say something',
    );
    fireEvent.click(button(type === 'reply' ? 'Reply' : 'Publish'));
    expect(tab.records()[0]?.template?.tags).toContainEqual(
      expect.arrayContaining([type === 'reply' ? 'e' : 'q', event.id]),
    );
  },
);

test("LIMIT-02 COMPOSE-01 an @ alone suggests the parent's author and nine people from the service", () => {
  const people = Array.from({ length: 12 }, (_, n) => n.toString(16).padStart(64, '4'));
  const { bus, type, wait } = renderedComposer({
    aim: { type: 'reply', found: { event: note('Nobody was up') } },
    facts: [named(ANN, 'Ann'), ...people.map((pubkey, n) => named(pubkey, `Suggested ${n}`))],
  });
  const content = [{ group: 'Birds', members: [ANN, ...people].map((pubkey) => ({ pubkey })) }];
  type('so says @');
  wait(200);
  act(() =>
    bus.answer(
      { claims: [{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content }] },
      'get_suggested_users',
    ),
  );
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toHaveLength(10);
  expect(options[0]).toContain('Ann');
  expect(options[9]).toContain('Suggested 8');
});

test('COMPOSE-02 closing a text offers the three required answers; Continue editing goes back', () => {
  const { drafts, compose, type } = renderedComposer();
  type('hello');
  fireEvent.click(button('Close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  fireEvent.click(button('Continue editing'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.click(button('Close'));
  expect(button('Discard')).toBeTruthy();
  fireEvent.click(button('Save draft'));
  expect(compose.getSnapshot().status).toBe('done');
  expect(drafts.told().findLast(({ type: told }) => told === 'draft.keep')).toMatchObject({
    writing: { text: 'hello' },
    isAside: true,
  });
});

test('E-47 a text that cannot be saved beyond the page says so', () => {
  const { drafts, type } = renderedComposer();
  type('hello');
  act(() => drafts.report({ type: 'draft.writeFailed', reason: 'full' }));
  expect(screen.getByRole('status').textContent).toBe(
    'This browser’s storage is full. Your text is lost if you close this page.',
  );
});
