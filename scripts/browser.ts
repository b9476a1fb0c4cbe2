import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Launch options for Playwright: which Chromium the tests and the bench drive, and how. */
export interface Browser {
  readonly executablePath?: string;
  readonly channel?: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
}

const ARGS = [
  '--no-sandbox',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-software-rasterizer',
];
const UNPACKED = join(import.meta.dirname, '../node_modules/.cache/chromium');

/**
 * Return $CHROME if set, else the Chromium of the npm package (Linux x64), else an installed one,
 * else Playwright's own.
 */
export async function browser(): Promise<Browser> {
  const named = process.env['CHROME'];
  if (named) return { executablePath: named, args: ARGS };
  if (process.platform === 'linux' && process.arch === 'x64') return packaged();
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
    existsSync(path),
  );
  if (system) return { executablePath: system, args: ARGS };
  const hasChrome =
    process.platform === 'win32' ||
    existsSync('/Applications/Google Chrome.app') ||
    existsSync('/usr/bin/google-chrome');
  return hasChrome ? { channel: 'chrome', args: ARGS } : { args: ARGS };
}

/**
 * The package unpacks itself into the temporary folder of its environment. It unpacks its libraries
 * only if it detects Lambda.
 */
async function packaged(): Promise<Browser> {
  mkdirSync(UNPACKED, { recursive: true });
  const executablePath = await during(
    { TMPDIR: UNPACKED, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    async () => {
      const { default: chromium } = await import('@sparticuz/chromium');
      return chromium.executablePath();
    },
  );
  const libraries = join(UNPACKED, 'al2023/lib');
  const env = {
    ...process.env,
    FONTCONFIG_FILE: fontsFile(),
    ...(existsSync(libraries) && { LD_LIBRARY_PATH: libraries }),
  };
  return { executablePath, args: ARGS, env: defined(env) };
}

/**
 * The package's own font list names folders that do not exist here. A Chromium without fonts gives
 * every text a size of zero.
 */
function fontsFile(): string {
  const folders = [join(UNPACKED, 'fonts'), '/usr/share/fonts']
    .map((folder) => `<dir>${folder}</dir>`)
    .join('');
  const file = join(UNPACKED, 'fonts.conf');
  const cache = `<cachedir>${join(UNPACKED, 'font-cache')}</cachedir>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}${cache}</fontconfig>`,
  );
  return file;
}

async function during<T>(values: Record<string, string>, act: () => Promise<T>): Promise<T> {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  try {
    return await act();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

function defined(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
