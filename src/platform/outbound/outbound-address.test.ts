import { describe, expect, test } from 'vitest';
import { HOSTILE_URLS } from '../../../test/support/hostile/hostile-urls.ts';
import { judgeAddress, judgeUrl } from './outbound-address.ts';

const strict = { allowLocal: false };
const local = { allowLocal: true };

describe('judgeUrl', () => {
  test('at least a hundred hostile forms are tried', () => {
    expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(100);
  });

  test.each([...HOSTILE_URLS, ''])('refuses %s', (url) => {
    expect(judgeUrl(url, strict).kind).toBe('refused');
  });

  test.each([
    'https://hooks.example.com/bly',
    'https://hooks.example.com:8443/bly?key=1',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:1025/',
    'https://hooks.example.com:65535/',
    'https://93.184.216.34/',
    'https://[2606:4700::1111]/',
    'https://hooks.example.com./bly',
    'https://bücher.example/hook',
    'HTTPS://HOOKS.EXAMPLE.COM/',
  ])('allows %s', (url) => {
    expect(judgeUrl(url, strict).kind).toBe('allowed');
  });

  test('development opens http and loopback and nothing else', () => {
    for (const url of [
      'http://127.0.0.1:4000/',
      'http://localhost:4000/',
      'https://localhost/',
      'http://[::1]:4000/',
      'http://hooks.example.com/',
    ]) {
      expect(judgeUrl(url, local).kind).toBe('allowed');
    }
    expect(judgeUrl('http://localhost:80/', local).kind).toBe('allowed');
    const stillRefused = [
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://[::ffff:127.0.0.1]/',
      'http://0.0.0.0/',
      'http://192.168.0.1/',
      'http://user@localhost/',
      'ftp://localhost/',
    ];
    for (const url of stillRefused) expect(judgeUrl(url, local).kind).toBe('refused');
  });

  test('a refusal of the text and a refusal of the address are told apart', () => {
    expect(judgeUrl('http://hooks.example.com/', strict)).toMatchObject({
      reason: 'bad_url',
      problem: 'must begin with https://',
    });
    expect(judgeUrl('https://10.0.0.1/', strict)).toMatchObject({
      reason: 'refused_address',
      problem: 'must not point at a private address',
    });
  });

  test("the root's trailing dot is taken off, so that the certificate still matches", () => {
    expect(judgeUrl('https://hooks.example.com./a', strict)).toMatchObject({ hostname: 'hooks.example.com' });
  });
});

describe('judgeAddress', () => {
  test('allows plain public unicast', () => {
    for (const address of [
      '8.8.8.8',
      '93.184.216.34',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00:1450:4001::1',
    ]) {
      expect(judgeAddress(address, strict)).toBeUndefined();
    }
  });

  test('refuses what is not an address at all', () => {
    for (const text of ['', 'example.com', '1.2.3.4.5', '::g', '127.0.0.1\n'])
      expect(judgeAddress(text, strict)).toBeDefined();
  });
});
