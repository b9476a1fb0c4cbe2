import { afterAll, beforeAll } from 'vitest';
import { ecashWorld, served } from './ecash-world.ts';
import { openMintWorld } from './mint-world.ts';

interface DeviceOptions extends NonNullable<Parameters<typeof ecashWorld>[1]> {
  /** Called with the path of each request to a mint. */
  readonly hears?: (path: string) => void;
}

/**
 * The service's own two mints for the tests of one file, and devices that know them. All of it
 * closes with the file.
 */
export function fileMints() {
  let opened: Awaited<ReturnType<typeof openMintWorld>> | undefined;
  const worlds: { end: () => void }[] = [];
  beforeAll(async () => {
    opened = await openMintWorld();
  });
  afterAll(async () => {
    for (const world of worlds) world.end();
    await opened?.end();
  });
  const service = () => {
    if (!opened) throw new Error('the tests have not begun');
    return opened;
  };
  return {
    service,
    device({ hears, ...options }: DeviceOptions = {}) {
      const { origin } = service();
      const mints = ['mint', 'oldmint'].map((path) => served(`${origin}/${path}`, hears));
      const world = ecashWorld(mints, { home: origin, ...options });
      worlds.push(world);
      return world;
    },
  };
}
