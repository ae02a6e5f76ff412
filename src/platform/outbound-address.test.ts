import { describe, expect, test } from 'vitest';
import { judgeAddress, judgeUrl } from './outbound-address.ts';

const strict = { allowLocal: false };
const local = { allowLocal: true };

/** Urls that must never be called, whatever form the address takes. */
const HOSTILE_URLS: readonly string[] = [
  'https://127.0.0.1/', 'https://127.1/', 'https://127.255.255.254/', 'https://2130706433/', 'https://0x7f000001/', 'https://0x7f.1/',
  'https://0177.0.0.1/', 'https://017700000001/', 'https://127.0.0.1./', 'https://%31%32%37.0.0.1/', 'https://１２７.0.0.1/', 'https://127。0。0。1/',
  'https://0/', 'https://0.0.0.0/', 'https://0.1.2.3/', 'https://10.0.0.1/', 'https://10.1/', 'https://172.16.0.1/', 'https://172.31.255.255/',
  'https://192.168.1.1/', 'https://3232235777/', 'https://169.254.169.254/latest/meta-data/', 'https://2852039166/', 'https://0xa9fea9fe/',
  'https://100.64.0.1/', 'https://100.100.100.200/', 'https://168.63.129.16/', 'https://192.0.0.192/', 'https://198.18.0.1/', 'https://192.0.2.1/',
  'https://198.51.100.7/', 'https://203.0.113.9/', 'https://224.0.0.1/', 'https://239.255.255.250/', 'https://240.0.0.1/', 'https://255.255.255.255/',
  'https://[::1]/', 'https://[::]/', 'https://[0:0:0:0:0:0:0:1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[::ffff:8.8.8.8]/',
  'https://[::127.0.0.1]/', 'https://[64:ff9b::7f00:1]/', 'https://[64:ff9b::8.8.8.8]/', 'https://[64:ff9b:1::a00:1]/', 'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/', 'https://[2001::1]/', 'https://[2001:0:7f00:1::]/', 'https://[fe80::1]/', 'https://[fc00::1]/', 'https://[fd00:ec2::254]/',
  'https://[fec0::1]/', 'https://[ff02::1]/', 'https://[100::1]/', 'https://[2001:db8::1]/', 'https://[4000::1]/', 'https://[2606:4700::5efe:7f00:1]/',
  'https://[2606:4700::200:5efe:10.0.0.1]/',
  'https://localhost/', 'https://LOCALHOST/', 'https://localhost./', 'https://a.localhost/', 'https://printer.local/', 'https://metadata.google.internal/',
  'https://intranet/', 'https://router.home.arpa/', 'https://db.corp/', 'https://nas.lan/',
  'https://user@hooks.example.com/', 'https://user:secret@hooks.example.com/', 'https://hooks.example.com:0/', 'https://@127.0.0.1/',
  'http://hooks.example.com/', 'ftp://hooks.example.com/', 'file:///etc/passwd', 'gopher://127.0.0.1:6379/_INFO', 'data:text/plain,x', 'javascript:alert(1)',
  'unix:/var/run/docker.sock', '//hooks.example.com/', '/hooks', 'hooks.example.com', '', 'https://', 'https://[::1', 'https://1.2.3.4.5/', 'https://256.1.1.1/',
  `https://hooks.example.com/${'a'.repeat(2_048)}`,
];

describe('judgeUrl', () => {
  test('at least forty hostile forms are tried', () => {
    expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(40);
  });

  test.each(HOSTILE_URLS)('refuses %s', (url) => {
    expect(judgeUrl(url, strict).kind).toBe('refused');
  });

  test.each([
    'https://hooks.example.com/bly', 'https://hooks.example.com:8443/bly?key=1', 'https://93.184.216.34/', 'https://[2606:4700::1111]/',
    'https://hooks.example.com./bly', 'https://bücher.example/hook', 'HTTPS://HOOKS.EXAMPLE.COM/',
  ])('allows %s', (url) => {
    expect(judgeUrl(url, strict).kind).toBe('allowed');
  });

  test('development opens http and loopback and nothing else', () => {
    for (const url of ['http://127.0.0.1:4000/', 'http://localhost:4000/', 'https://localhost/', 'http://[::1]:4000/', 'http://hooks.example.com/']) {
      expect(judgeUrl(url, local).kind).toBe('allowed');
    }
    const stillRefused = ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::ffff:127.0.0.1]/', 'http://0.0.0.0/', 'http://192.168.0.1/', 'http://user@localhost/', 'ftp://localhost/'];
    for (const url of stillRefused) expect(judgeUrl(url, local).kind).toBe('refused');
  });

  test('a refusal of the text and a refusal of the address are told apart', () => {
    expect(judgeUrl('http://hooks.example.com/', strict)).toMatchObject({ reason: 'bad_url', problem: 'must begin with https://' });
    expect(judgeUrl('https://10.0.0.1/', strict)).toMatchObject({ reason: 'refused_address', problem: 'must not point at a private address' });
  });

  test('the root\'s trailing dot is taken off, so that the certificate still matches', () => {
    expect(judgeUrl('https://hooks.example.com./a', strict)).toMatchObject({ hostname: 'hooks.example.com' });
  });
});

describe('judgeAddress', () => {
  test('allows plain public unicast', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1']) {
      expect(judgeAddress(address, strict)).toBeUndefined();
    }
  });

  test('refuses what is not an address at all', () => {
    for (const text of ['', 'example.com', '1.2.3.4.5', '::g', '127.0.0.1\n']) expect(judgeAddress(text, strict)).toBeDefined();
  });
});
