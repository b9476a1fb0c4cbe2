// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { LEGEND_STYLES, type LegendStyle } from '../../../events/connection/legend.ts';
import type { Claim, Legend } from '../../../events/connection/claims.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { NoteHead } from '../../reading/note/NoteHead.tsx';
import { AccountLink } from './AccountLink.tsx';
import { PersonLine } from './PersonLine.tsx';
import { useNameCheck } from './use-name-check.ts';

const ANN = 'b'.repeat(64);
const HOST = location.host;
const NOTE = trusted({ pubkey: ANN, content: 'said' });

afterEach(cleanup);

const named = (name: string): Claim => ({ claim: 'names', names: new Map([[ANN, name]]) });
const legend = (fields: Partial<Legend>): Claim => ({
  claim: 'legends',
  legends: new Map([[ANN, { style: 'GOLD', customBadge: false, avatarGlow: false, ...fields }]]),
});

function Checked({ address }: { readonly address: string }) {
  useNameCheck(address);
  return null;
}

/**
 * Render Ann in a list, at the head of a note, and as a picture. Return the names and styles of her
 * marks and of the ring.
 */
async function ann(address: string, claims: readonly Claim[], lookedUp?: string | null) {
  const fake = fakeApp({
    cache: {
      urls: ['wss://cache.example/v1'],
      compress: false,
      seed: 0.5,
      home: `ws://${HOST}/v1`,
    },
  });
  fake.app.start();
  fake.socket.connect();
  const profile = trusted({
    pubkey: ANN,
    kind: KIND.Metadata,
    content: JSON.stringify({ name: 'ann', nip05: address }),
  });
  const tell = (more: readonly Claim[]) =>
    act(() =>
      fake.app.send({
        type: 'facts.received',
        events: [profile],
        claims: [...more],
        now: seconds(1_800_000_000),
      }),
    );
  tell(claims);
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter>
        {lookedUp !== undefined && <Checked address={address.toLowerCase()} />}
        <PersonLine pubkey={ANN} linked />
        <NoteHead event={NOTE} menu={false} />
        <AccountLink pubkey={ANN} picture="m" />
      </MemoryRouter>
    </AppProvider>,
  );
  if (lookedUp !== undefined)
    await act(async () =>
      fake.asked[0]
        ? fake.asked[0].answer(lookedUp)
        : fake.tellKey(address.toLowerCase(), lookedUp),
    );
  const seen = () => {
    const marks = screen
      .queryAllByRole('img')
      .map((mark) =>
        [mark.getAttribute('aria-label'), mark.parentElement?.dataset['legend']]
          .filter(Boolean)
          .join(' '),
      );
    expect(marks.length === 0 || marks.length === 2).toBe(true);
    return {
      marks: [...new Set(marks)],
      ring: document.querySelector<HTMLElement>('span[class*=avatar]')?.dataset['legend'],
    };
  };
  return { ...seen(), tell, seen };
}

test("PROFILE-11 names of the provider's exact domain have their own mark; lookalike domains have none", async () => {
  expect((await ann(`ann@${HOST}`, [named('ann')])).marks).toEqual(['Verified by this service']);
  cleanup();
  expect((await ann(`Ann@${HOST.toUpperCase()}`, [named('ann')])).marks).toEqual([
    'Verified by this service',
  ]);
  cleanup();
  const alike = [
    `ann@evil-${HOST}`,
    `ann@evil.${HOST}`,
    `ann@${HOST}.evil.example`,
    `ann@${HOST}0`,
    `ann@evil.example@${HOST}`,
    `ann@${HOST.replace('o', 'о')}`,
    `bob@${HOST}`,
    HOST,
    `@${HOST}`,
    'ann',
    '',
  ];
  for (const address of alike) {
    expect([address, (await ann(address, [named('ann')])).marks]).toEqual([address, []]);
    cleanup();
  }
});

test('PROFILE-11 PROFILE-12 a name is marked by its domain only if the domain confirms it, patron or not', async () => {
  const marks = async (address: string, lookedUp: string | null, ...claims: readonly Claim[]) => {
    const found = (await ann(address, claims, lookedUp)).marks;
    cleanup();
    return found;
  };
  expect(await marks('ann@elsewhere.example', ANN)).toEqual(['Checked by the caching service']);
  expect(await marks(`ann@${HOST}`, ANN)).toEqual(['Verified by this service']);
  expect(await marks(`ann@evil.${HOST}`, ANN)).toEqual(['Checked by the caching service']);
  const badge = legend({ customBadge: true });
  for (const answer of [null, 'c'.repeat(64)])
    expect(await marks('ann@elsewhere.example', answer, badge)).toEqual([]);
  expect(await marks('ann@elsewhere.example', ANN, badge)).toEqual(['Legend, verified name GOLD']);
});

test("PROFILE-11 badge and ring have their patron's style, each only if switched on, and follow changes", async () => {
  const own = named('ann');
  const of = async (fields: Partial<Legend>) => {
    const { marks, ring } = await ann(`ann@${HOST}`, [own, legend(fields)]);
    cleanup();
    return [marks[0], ring];
  };
  for (const style of LEGEND_STYLES)
    expect(await of({ style, customBadge: true, avatarGlow: true })).toEqual([
      `Legend, verified name ${style}`,
      style,
    ]);
  const plain = 'Verified by this service';
  expect(await of({ customBadge: true })).toEqual(['Legend, verified name GOLD', undefined]);
  expect(await of({ avatarGlow: true })).toEqual([plain, 'GOLD']);
  expect(await of({})).toEqual([plain, undefined]);
  const none: LegendStyle | undefined = undefined;
  expect(await of({ style: none, customBadge: true, avatarGlow: true })).toEqual([
    plain,
    undefined,
  ]);
  const { tell, seen } = await ann(`ann@${HOST}`, [
    own,
    legend({ customBadge: true, avatarGlow: true }),
  ]);
  tell([legend({ style: 'TEAL', customBadge: true })]);
  expect(seen()).toEqual({ marks: ['Legend, verified name TEAL'], ring: undefined });
  tell([legend({ style: none })]);
  expect(seen()).toEqual({ marks: [plain], ring: undefined });
});
