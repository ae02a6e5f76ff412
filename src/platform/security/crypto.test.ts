import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { createSealer, equalSecrets, loadSecretKeys } from './crypto.ts';

const KEY_A = Buffer.alloc(32, 1);
const KEY_B = Buffer.alloc(32, 2);
const sandbox = { environment: 'sandbox' } as const;
const sealer = createSealer(sandbox, [KEY_A]);

describe('sealer', () => {
  test('what is sealed opens to the same bytes, and two seals of one text differ', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ maxLength: 40 }), (plain, context) => {
        const sealed = sealer.seal('offer_token', plain, context);
        expect(sealer.open('offer_token', sealed, context)?.equals(plain)).toBe(true);
        expect(sealer.seal('offer_token', plain, context)).not.toBe(sealed);
        const bytes = sealer.sealBytes('offer_token', plain, context);
        expect(sealer.openBytes('offer_token', bytes, context)?.equals(plain)).toBe(true);
        expect(sealer.openBytes('cookie', bytes, context)).toBeUndefined();
        expect(sealer.openBytes('offer_token', bytes.subarray(1), context)).toBeUndefined();
      }),
    );
  });

  test('a change of any byte, a missing byte or one too many never opens', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (plain, position, change) => {
          const bytes = Buffer.from(sealer.seal('cookie', plain, 'org_a'), 'base64url');
          const altered = Buffer.from(bytes);
          const at = position % bytes.length;
          altered.writeUInt8(altered.readUInt8(at) ^ change, at);
          for (const wrong of [
            altered,
            bytes.subarray(0, -1),
            bytes.subarray(1),
            Buffer.concat([bytes, Buffer.of(0)]),
          ]) {
            expect(sealer.open('cookie', wrong.toString('base64url'), 'org_a')).toBeUndefined();
          }
        },
      ),
    );
  });

  test('any text that was never sealed is undefined, and never an error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(sealer.open('offer_token', text, '')).toBeUndefined();
      }),
    );
  });

  test('another purpose, context, environment or key does not open it', () => {
    const sealed = sealer.seal('offer_token', 'secret', 'org_a');
    expect(sealer.open('cookie', sealed, 'org_a')).toBeUndefined();
    expect(sealer.open('offer_token', sealed, 'org_b')).toBeUndefined();
    expect(createSealer({ environment: 'production' }, [KEY_A]).open('offer_token', sealed, 'org_a')).toBeUndefined();
    expect(createSealer(sandbox, [KEY_B]).open('offer_token', sealed, 'org_a')).toBeUndefined();
  });

  test('another spelling of the same bytes is refused, so that a token is one text', () => {
    const sealed = sealer.seal('offer_token', 'a', '');
    expect(sealer.open('offer_token', `${sealed}=`, '')).toBeUndefined();
    expect(sealer.open('offer_token', `${sealed}\n`, '')).toBeUndefined();
  });

  test('a signature is of one text, purpose, context, environment and key, and of nothing else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (text, context, otherText, otherContext) => {
        const signature = sealer.sign('page_token', text, context);
        expect(signature).toMatch(/^[\w-]{22}$/);
        expect(sealer.isSigned('page_token', signature, text, context)).toBe(true);
        expect(sealer.isSigned('page_token', signature, otherText, otherContext)).toBe(
          text === otherText && context === otherContext,
        );
      }),
    );
    const signature = sealer.sign('page_token', 'ab', 'org_a');
    expect(sealer.isSigned('page_token', signature, 'b', 'org_aa')).toBe(false);
    expect(sealer.isSigned('cookie', signature, 'ab', 'org_a')).toBe(false);
    expect(sealer.isSigned('page_token', `${signature}A`, 'ab', 'org_a')).toBe(false);
    expect(createSealer({ environment: 'production' }, [KEY_A]).isSigned('page_token', signature, 'ab', 'org_a')).toBe(
      false,
    );
    expect(createSealer(sandbox, [KEY_B]).isSigned('page_token', signature, 'ab', 'org_a')).toBe(false);
  });

  test('after a rotation the new key signs and what the old one signed is still good', () => {
    const before = sealer.sign('page_token', 'text', 'org_a');
    const rotated = createSealer(sandbox, [KEY_B, KEY_A]);
    expect(rotated.isSigned('page_token', before, 'text', 'org_a')).toBe(true);
    expect(sealer.isSigned('page_token', rotated.sign('page_token', 'text', 'org_a'), 'text', 'org_a')).toBe(false);
  });

  test('after a rotation the new key seals and the old one still opens', () => {
    const before = sealer.seal('webhook_secret', 'whsec', 'org_a');
    const rotated = createSealer(sandbox, [KEY_B, KEY_A]);
    expect(rotated.open('webhook_secret', before, 'org_a')?.toString()).toBe('whsec');
    const after = rotated.seal('webhook_secret', 'whsec', 'org_a');
    expect(sealer.open('webhook_secret', after, 'org_a')).toBeUndefined();
    expect(createSealer(sandbox, [KEY_B]).open('webhook_secret', after, 'org_a')?.toString()).toBe('whsec');
  });

  test('a keyed hash is stable, and differs by purpose and by key', () => {
    expect(sealer.keyedHash('cookie', 'x')).toBe(createSealer(sandbox, [KEY_A]).keyedHash('cookie', 'x'));
    expect(sealer.keyedHash('oauth', 'x')).not.toBe(sealer.keyedHash('cookie', 'x'));
    expect(createSealer(sandbox, [KEY_B]).keyedHash('cookie', 'x')).not.toBe(sealer.keyedHash('cookie', 'x'));
  });

  test('equal secrets are equal', () => {
    expect(equalSecrets('abc', 'abc')).toBe(true);
    expect(equalSecrets('abc', 'abcd')).toBe(false);
  });
});

describe('secret keys', () => {
  test('without configured keys one is made in the data directory, readable by its owner only, and found again', () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'bly-key-')), 'data');
    const made = loadSecretKeys({ secretKeys: undefined, dataDir });
    expect(made[0]).toHaveLength(32);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(loadSecretKeys({ secretKeys: undefined, dataDir })).toEqual(made);
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()).toHaveLength(44);
  });

  test('a damaged key file stops the start instead of being replaced', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bly-key-'));
    writeFileSync(join(dataDir, 'secret.key'), 'short');
    expect(() => loadSecretKeys({ secretKeys: undefined, dataDir })).toThrow(ConfigError);
  });

  test('configured keys are used as they are', () => {
    expect(loadSecretKeys({ secretKeys: [KEY_A], dataDir: '/nowhere' })).toEqual([KEY_A]);
  });
});
