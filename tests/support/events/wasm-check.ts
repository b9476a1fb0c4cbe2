import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECP256K1, wasmSchnorr } from '../../../src/adapters/connection/verify/schnorr.ts';

/** The file with the signature check of the browser's worker, from the package. */
export const wasmFile = () => readFileSync(join(import.meta.dirname, '../../..', SECP256K1));

/** The signature check of the browser's worker. For tests of Vite only, which knows what the address of a file is. */
export const wasmCheck = () => wasmSchnorr(wasmFile());
