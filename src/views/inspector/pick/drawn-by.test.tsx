// @vitest-environment jsdom
import { useSelector } from '@xstate/react';
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { drawnBy } from './drawn-by.ts';

const actorOf = (id: string) => {
  const actor = createActor(createMachine({ id }), { id }).start();
  onTestFinished(() => void actor.stop());
  return actor;
};
type Actor = ReturnType<typeof actorOf>;

function Outer({ feed, row }: { readonly feed: Actor; readonly row: () => Actor }) {
  return (
    <section data-kind={feed.id}>
      <Row of={row} />
    </section>
  );
}

function Row({ of }: { readonly of: () => Actor }) {
  const isActive = useSelector(of(), ({ status }) => status === 'active');
  return <button type="button">{isActive ? 'Like' : 'Gone'}</button>;
}

test('TOOL-05 an element names the actors that its components read, the nearest first', () => {
  const [feed, row] = [actorOf('feed'), actorOf('row')];
  render(<Outer feed={feed} row={() => row} />);
  expect(drawnBy(screen.getByRole('button', { name: 'Like' })).map(({ id }) => id)).toEqual([
    'row',
    'feed',
  ]);
  expect(drawnBy(document.createElement('p'))).toEqual([]);
});
