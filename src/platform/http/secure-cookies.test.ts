import { expect, test } from 'vitest';
import { secureAttribute } from './secure-cookies.ts';

test.each([
  ['http://localhost:8080', ''],
  ['http://127.0.0.1', ''],
  ['http://[::1]:8080', ''],
  ['https://localhost', '; Secure'],
  ['https://travel.example.com', '; Secure'],
  ['http://travel.example.com', '; Secure'],
  ['http://192.168.1.5:8080', '; Secure'],
  ['http://0.0.0.0:8080', '; Secure'],
  ['http://127.example.com', '; Secure'],
] as const)('cookies of %s carry "%s"', (publicUrl, attribute) => {
  expect(secureAttribute({ publicUrl })).toBe(attribute);
});
