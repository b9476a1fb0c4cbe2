export { keepEarlyKeys } from '../../../src/adapters/app/early-keys.ts';
