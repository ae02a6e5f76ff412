import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Sealer } from '../../../src/platform/security/crypto.ts';

/** A sealer with a key of its own, for tests of pure parts that need no configuration. */
export function aSealer(): Sealer {
  const key = randomBytes(32);
  const sign: Sealer['sign'] = (purpose, text, context) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, context, text]))
      .digest('base64url');
  const sealBytes: Sealer['sealBytes'] = (purpose, plain, context) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(`${purpose}|${context}`));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  };
  const openBytes: Sealer['openBytes'] = (purpose, bytes, context) => {
    if (bytes.length < 28) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(
      Buffer.from(`${purpose}|${context}`),
    );
    decipher.setAuthTag(bytes.subarray(12, 28));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    } catch {
      return undefined;
    }
  };
  return {
    sign,
    isSigned: (purpose, signature, text, context) => sign(purpose, text, context) === signature,
    seal: (purpose, plain, context) => sealBytes(purpose, Buffer.from(plain), context).toString('base64url'),
    open: (purpose, sealed, context) => openBytes(purpose, Buffer.from(sealed, 'base64url'), context),
    sealBytes,
    openBytes,
    keyedHash: (purpose, text) => createHmac('sha256', key).update(`${purpose}|${text}`).digest('base64url'),
  };
}
