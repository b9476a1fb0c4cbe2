import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A self-signed certificate for servers of this machine. */
export interface Certificate {
  /** Both as PEM. */
  readonly key: string;
  readonly cert: string;
  /**
   * SHA-256 of the public key in base64, in the form of Chromium's
   * `--ignore-certificate-errors-spki-list`.
   */
  readonly pin: string;
}

const TAG = {
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
};
const OID = { ecdsaSha256: '2a8648ce3d040302', commonName: '550403', subjectAltName: '551d11' };
const DAY = 86_400_000;

/** Make a certificate for 127.0.0.1 with a new key, valid for a day (RFC 5280). */
export function makeCertificate(now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const cert = certificateOf(privateKey, spki, now);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString('base64')}\n-----END CERTIFICATE-----\n`,
    pin: createHash('sha256').update(spki).digest('base64'),
  };
}

function certificateOf(key: KeyObject, spki: Buffer, now: number): Buffer {
  const algorithm = der(TAG.sequence, oid(OID.ecdsaSha256));
  const name = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, oid(OID.commonName), der(TAG.utf8, Buffer.from('bench')))),
  );
  const address = der(0x87, Buffer.from([127, 0, 0, 1]));
  const alternative = der(
    TAG.sequence,
    oid(OID.subjectAltName),
    der(TAG.bytes, der(TAG.sequence, address)),
  );
  const body = der(
    TAG.sequence,
    der(TAG.version, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.from([1])),
    algorithm,
    name,
    der(TAG.sequence, time(now - DAY), time(now + DAY)),
    name,
    spki,
    der(TAG.extensions, der(TAG.sequence, alternative)),
  );
  // a bit string begins with the number of unused bits
  return der(
    TAG.sequence,
    body,
    algorithm,
    der(TAG.bits, Buffer.from([0]), sign('sha256', body, key)),
  );
}

/** Encode one value in DER: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const oid = (hex: string) => der(TAG.oid, Buffer.from(hex, 'hex'));
const time = (ms: number) =>
  der(
    TAG.time,
    Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`),
  );
