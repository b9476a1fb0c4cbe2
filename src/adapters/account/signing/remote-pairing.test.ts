import { describe, expect, test } from 'vitest';
import { fakeBunker, fakeRelay, honest } from '../../../../tests/support/account/fake-bunker.ts';
import { startPeers } from '../../../../tests/support/connection/peer-connections.ts';
import { testKeys } from '../../../../tests/support/account/test-keys.ts';
import { readBunkerUrl, readConnectUrl } from '../../../events/account/signing/remote-signing.ts';
import { millis, toSeconds } from '../../../events/core/time.ts';
import type { PairSignal } from '../../../machines/account/keys/key-protocol.ts';
import { pairRemote, type PairingDeps } from './remote-pairing.ts';
import type { RemotePlace } from './remote-signer.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const RELAY = pressed('wss://relay.example');
const STRANGER = new Uint8Array(32).fill(66);

function start(answer: Parameters<typeof fakeBunker>[1] = honest, isKept = true) {
  const { keys, tasks } = testKeys();
  const relay = fakeRelay();
  const bunker = fakeBunker(relay, answer);
  const heard: PairSignal[] = [];
  const ended = Promise.withResolvers<void>();
  const kept: Array<{ pubkey: string; place: RemotePlace; sealed: string | undefined }> = [];
  let count = 0;
  const deps: PairingDeps = {
    keys,
    peers: startPeers(relay.openSocket).peers,
    now: () => toSeconds(millis(Date.now())),
    newId: () => `secret-${++count}`,
    offer: { relays: [RELAY], name: 'Starling', url: 'https://starling.example' },
    keep: (pubkey, place, sealed) => {
      kept.push({ pubkey, place, sealed });
      return isKept;
    },
  };
  const pair = (text?: string) =>
    pairRemote(text === undefined ? undefined : readBunkerUrl(text), deps, (signal) => {
      heard.push(signal);
      if (signal.type === 'pair.paired' || signal.type === 'pair.failed') ended.resolve();
    });
  return { keys, tasks, relay, bunker, heard, kept, pair, ended: ended.promise };
}

const settle = async () => {
  for (let i = 0; i < 60; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('bunker://', () => {
  test("ACCOUNT-02 connects with the secret, asks for the user's public key, and stores our key sealed", async () => {
    const { pair, bunker, heard, kept, tasks, ended } = start();
    pair(`bunker://${bunker.pubkey}?relay=${RELAY}&secret=s3cret`);
    await ended;
    expect(heard).toEqual([{ type: 'pair.paired', pubkey: bunker.user }]);
    expect(bunker.requests.map(({ method, params }) => [method, params.slice(0, 2)])).toEqual([
      ['connect', [bunker.pubkey, 's3cret']],
      ['get_public_key', []],
    ]);
    expect(kept).toMatchObject([
      {
        pubkey: bunker.user,
        place: { signer: bunker.pubkey, relays: [RELAY] },
        sealed: expect.stringMatching(/^2:/),
      },
    ]);
    expect(tasks.at(-1)).toEqual({ do: 'close', pubkey: kept[0]?.place.client });
  });

  test('the key of the signer is not taken for the key it signs with', async () => {
    const { pair, bunker, heard, ended } = start();
    pair(`bunker://${bunker.pubkey}?relay=${RELAY}`);
    await ended;
    expect(heard).toEqual([{ type: 'pair.paired', pubkey: bunker.user }]);
    expect(bunker.user).not.toBe(bunker.pubkey);
  });

  test.each<readonly [string, Parameters<typeof fakeBunker>[1], string]>([
    ['refuses to connect', () => ({ error: 'unknown client' }), 'event_not_signed'],
    ['answers to connecting with something else', () => ({ result: 'hello' }), 'no_socket'],
    [
      'gives no public key',
      ({ method }) => ({ result: method === 'connect' ? 'ack' : 'npub1' }),
      'pubkey-no-nsec',
    ],
  ])('E-34 a signer that %s is not paired, and our key is closed', async (_, answer, code) => {
    const { pair, bunker, heard, kept, tasks, ended } = start(answer);
    pair(`bunker://${bunker.pubkey}?relay=${RELAY}`);
    await ended;
    expect(heard).toMatchObject([{ type: 'pair.failed', failure: { code } }]);
    expect([kept, tasks.at(-1)?.do]).toEqual([[], 'close']);
  });

  test('E-34 an address whose key is no point of the curve is refused as invalid', async () => {
    const { pair, heard, kept, ended } = start();
    pair(`bunker://${'f'.repeat(64)}?relay=${RELAY}`);
    await ended;
    expect(heard).toMatchObject([{ type: 'pair.failed', failure: { code: 'invalid-nsec' } }]);
    expect(kept).toEqual([]);
  });

  test('reports the page on which the user has to allow it', async () => {
    const { pair, bunker, heard } = start(() => ({
      result: 'auth_url',
      error: 'https://x.example/allow',
    }));
    pair(`bunker://${bunker.pubkey}?relay=${RELAY}`);
    await settle();
    expect(heard).toEqual([{ type: 'pair.challenged', url: 'https://x.example/allow' }]);
  });

  test('once cancelled it reports nothing more and closes everything', async () => {
    const { pair, bunker, heard, relay, tasks } = start(() => undefined);
    const giveUp = pair(`bunker://${bunker.pubkey}?relay=${RELAY}`);
    await settle();
    giveUp();
    await settle();
    expect(heard).toEqual([]);
    expect([relay.sockets.every(({ isOpen }) => !isOpen), tasks.at(-1)?.do]).toEqual([
      true,
      'close',
    ]);
  });

  test('a device that stores nothing leaves our key open until the page is closed', async () => {
    const { pair, bunker, kept, keys, ended } = start(honest, false);
    pair(`bunker://${bunker.pubkey}?relay=${RELAY}`);
    await ended;
    expect(await keys.ask({ do: 'hold', pubkey: kept[0]?.place.client ?? '' })).toEqual({
      ok: true,
    });
  });
});

describe('nostrconnect://', () => {
  test('ACCOUNT-02 shows an offer, and pairs with the signer that knows its secret', async () => {
    const { pair, bunker, heard, kept, ended } = start();
    pair();
    await settle();
    const [offered] = heard;
    const offer = offered?.type === 'pair.offered' ? readConnectUrl(offered.uri) : undefined;
    expect(offer).toMatchObject({
      relays: [RELAY],
      name: 'Starling',
      url: 'https://starling.example',
    });
    if (!offer) throw new Error('no offer');
    bunker.say(offer.clientPubkey, { id: 'x', result: offer.secret });
    await ended;
    expect(heard.slice(1)).toEqual([{ type: 'pair.paired', pubkey: bunker.user }]);
    expect(kept[0]?.place.signer).toBe(bunker.pubkey);
    expect(bunker.requests.map(({ method }) => method)).toEqual(['get_public_key']);
  });

  test('E-36 a stranger who answers without the secret is rejected', async () => {
    const { pair, bunker, heard } = start();
    pair();
    await settle();
    const [offered] = heard;
    const client =
      (offered?.type === 'pair.offered' && readConnectUrl(offered.uri)?.clientPubkey) || '';
    for (const result of ['ack', '', 'secret', 'secret-2'])
      bunker.say(client, { id: 'x', result }, STRANGER);
    await settle();
    expect(heard).toHaveLength(1);
  });

  test('once cancelled, a late answer does not pair', async () => {
    const { pair, bunker, heard, relay } = start();
    const giveUp = pair();
    await settle();
    const [offered] = heard;
    const offer = offered?.type === 'pair.offered' ? readConnectUrl(offered.uri) : undefined;
    giveUp();
    bunker.say(offer?.clientPubkey ?? '', { id: 'x', result: offer?.secret });
    await settle();
    expect([heard.length, relay.sockets.every(({ isOpen }) => !isOpen)]).toEqual([1, true]);
  });
});
