import { expect, test } from 'vitest';
import { startCache } from '../../../tests/support/connection/cache-world.ts';
import { arrival, range } from '../../../tests/support/connection/fake-cache.ts';

test.each([
  ['wss://a.example/v1', 2],
  ['wss://home.example/v1', 1],
])(
  'PROFILE-12 INV-IDENTITY claims about an origin’s names are accepted only from its own service (%s)',
  (home, count) => {
    const { actor: cache, bus, socket, told } = startCache({ home });
    socket.connect();
    const query = { verb: 'user_infos', payload: { pubkeys: [] } };
    cache.send({ type: 'cache.ask', from: bus, query, stream: false });
    const claims = [
      { claim: 'names', names: new Map([['b'.repeat(64), 'admin']]) },
      range(['n1']),
    ] as const;
    socket.batch(arrival(socket.open()[0]?.id ?? '', { claims, ended: true }));
    const [facts] = told.filter((event) => event.type === 'facts.received');
    expect(facts?.claims).toEqual(claims.slice(-count));
    cache.stop();
  },
);
