import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECP256K1, wasmSchnorr } from '../../../src/adapters/connection/verify/schnorr.ts';

/** Read the signature check of the browser's worker from the package. */
export const wasmFile = () => readFileSync(join(import.meta.dirname, '../../..', SECP256K1));

/**
 * The signature check of the browser's worker. Only for tests run by Vite, which resolves the
 * address of the file.
 */
export const wasmCheck = () => wasmSchnorr(wasmFile());
