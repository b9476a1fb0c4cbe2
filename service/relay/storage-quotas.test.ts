import { afterEach, expect, test } from 'vitest';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { requestFor } from '../../tests/support/service/village.ts';
import { type Service, startService } from '../start.ts';
import { POLICY, type Policy } from './policy.ts';

let service: Service;
afterEach(() => service.stop());

const now = () => Math.floor(Date.now() / 1000);
const note = (content: string, key = 1) => signed({ content, created_at: now() }, key);
/** A policy without limits per minute, because a minute may end at any time. */
const BYTES = { events: Infinity, bytes: 6_000 };

async function open(policy: Partial<Policy>): Promise<void> {
  service = await startService({ port: 0, policy: { ...POLICY, ...policy } });
}

async function api(verb: string, payload: unknown): Promise<string> {
  const response = await fetch(`${service.url}/api`, {
    method: 'POST',
    body: JSON.stringify([verb, payload]),
  });
  return (await response.text()).replaceAll('\\', '');
}

const saved = (verb: string, key: number, content: unknown = {}) =>
  requestFor(verb, key, content, { created_at: now() });

/** Return the responses that an address gets from each way to store an event. */
async function everyWay(round: string): Promise<Readonly<Record<string, string>>> {
  const relay = service.url.replace('http', 'ws');
  const client = await connectRelay(service.url);
  const [onSocket = note(''), imported = note(''), sent = note(''), ahead = note('')] = [
    'socket',
    'import',
    'broadcast',
    'ahead',
  ].map((way) => note(`${way} ${round}`));
  client.say(['EVENT', onSocket]);
  const ask = encodeURIComponent(JSON.stringify([['import_events', { events: [ahead] }]]));
  const told = {
    socket: JSON.stringify(await client.hear('OK', onSocket.id)),
    import: await api('import_events', { events: [imported] }),
    broadcast: await api('broadcast_events', { events: [sent], relays: [relay] }),
    ahead: await (await fetch(`${service.url}/v1?ask=${ask}`)).text(),
  };
  const stored = await Promise.all(
    [onSocket, imported, sent, ahead].map(({ id }) => service.store.isStored(id)),
  );
  expect(stored).toEqual(
    [told.socket, told.import, told.broadcast, ''].map((text) => /true|"imported":1/.test(text)),
  );
  return told;
}

test('E-27 every way to store an event counts for its address, and GET /v1?ask= stores nothing', async () => {
  await open({ address: BYTES });
  const first = await everyWay('one');
  expect(first).toMatchObject({
    socket: expect.stringContaining('true'),
    import: expect.stringContaining('"imported":1'),
    broadcast: expect.stringContaining('true'),
    ahead: expect.stringContaining('this is asked by POST'),
  });
  await api('import_events', { events: [note('x'.repeat(6_000 - 3 * 400))] });
  for (let n = 0; n < 20; n++) await api('import_events', { events: [note(`${n}`)] });
  const full = 'rate-limited: more than 6000 bytes a day from your address';
  expect(await everyWay('two')).toMatchObject({
    socket: expect.stringContaining(full),
    import: expect.stringContaining('"imported":0'),
    broadcast: expect.stringContaining(full),
    ahead: expect.stringContaining('this is asked by POST'),
  });
});

/** Request everything that is stored for strangers and is no event. */
async function askAll(key: number): Promise<Readonly<Record<string, string>>> {
  const target = 'a'.repeat(64);
  return {
    settings: await api('set_app_settings', {
      settings_event: saved('set_app_settings', key, { theme: 'x'.repeat(100) }),
    }),
    subsettings: await api('set_app_subsettings', {
      event_from_user: saved('set_app_subsettings', key, { subkey: 'a', settings: 'x' }),
    }),
    account: await api('report_user', {
      pubkey: target,
      event_from_user: saved('report_user', key),
    }),
    note: await api('report_note', {
      event_id: target,
      event_from_user: saved('report_note', key),
    }),
    seen: await api('set_notifications_seen', {
      event_from_user: saved('set_notifications_seen', key),
    }),
  };
}

test('E-27 settings, reports and seen markers count like events, for the account and the address', async () => {
  await open({ address: BYTES });
  for (const answer of Object.values(await askAll(1))) expect(answer).not.toContain('error');
  const small = { subkey: 'a', settings: 'x' };
  for (let key = 2; key < 40; key++)
    await api('set_app_subsettings', { event_from_user: saved('set_app_subsettings', key, small) });
  const full = 'rate-limited: more than 6000 bytes a day from your address';
  for (const [name, answer] of Object.entries(await askAll(50)))
    expect(answer, name).toContain(full);
  expect(await service.store.settingsOf(note('', 50).pubkey)).toBeUndefined();
});

test('E-27 if only allowed accounts publish, nothing is stored for strangers, and reads still work', async () => {
  await open({ publishing: 'allowed' });
  const [ann, ben, cat] = [1, 2, 3].map((key) => note('', key).pubkey);
  await service.store.setStanding(ann ?? '', 'allowed', '');
  await service.store.setStanding(cat ?? '', 'denied', '');
  for (const answer of Object.values(await askAll(1))) expect(answer).not.toContain('error');
  const why = 'restricted: only accounts that the operator allowed may publish here';
  for (const [name, answer] of Object.entries(await askAll(2))) expect(answer, name).toContain(why);
  for (const answer of Object.values(await askAll(3)))
    expect(answer).toContain('blocked: nothing is stored for this account');
  expect(
    await api('get_app_settings', { event_from_user: saved('get_app_settings', 2) }),
  ).toContain('theme');
  expect(await service.store.isReceiver(ben ?? '')).toBe(false);
  expect((await service.store.reports(9)).map(({ reporter }) => reporter)).toEqual([ann]);
});

test('E-27 invoices and quotes count for the requesting address, and another address is unaffected', async () => {
  await open({ address: BYTES });
  const { store } = service;
  await store.putMembers([
    {
      pubkey: note('').pubkey,
      name: 'ann',
      tier: '',
      cohort1: '',
      cohort2: '',
      premiumSince: undefined,
      legendSince: undefined,
      expiresOn: undefined,
      style: '',
      customBadge: false,
      avatarGlow: false,
      shoutout: '',
    },
  ]);
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
  const pay = async (address: string) =>
    (await fetch(`${service.url}/lnurl/pay/ann?amount=1000`, from(address))).text();
  const quote = async (address: string) => {
    const body = JSON.stringify({ unit: 'sat', amount: 1 });
    return (
      await fetch(`${service.url}/mint/v1/mint/quote/bolt11`, {
        method: 'POST',
        body,
        ...from(address),
      })
    ).text();
  };
  await pay('203.0.113.1');
  for (let n = 0; n < 2; n++)
    expect([await pay('203.0.113.1'), await quote('203.0.113.1')].join()).not.toContain(
      'rate-limited',
    );
  const full = 'rate-limited: more than 6000 bytes a day from your address';
  expect([await pay('203.0.113.1'), await quote('203.0.113.1')]).toEqual([
    expect.stringContaining(full),
    expect.stringContaining(full),
  ]);
  expect([await pay('203.0.113.2'), await quote('203.0.113.2')].join()).not.toContain(
    'rate-limited',
  );
});
