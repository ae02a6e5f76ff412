import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminSocketPath, callAdmin, openAdminSocket } from './admin-socket.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bly-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const commands = {
  echo: async (args: unknown) => ({ args }),
  refuse: async () => {
    throw new Error('there is no such organization');
  },
};

test('a command reaches the process and its answer comes back; what is wrong comes back as a sentence', async () => {
  const socket = await openAdminSocket(dataDir, commands);
  expect(await callAdmin(dataDir, 'echo', { name: 'x'.repeat(100_000) })).toEqual({
    result: { args: { name: 'x'.repeat(100_000) } },
  });
  await expect(callAdmin(dataDir, 'refuse', {})).rejects.toThrow('there is no such organization');
  await expect(callAdmin(dataDir, 'toString', {})).rejects.toThrow('does not know the command toString');
  await socket?.close();
  expect(await callAdmin(dataDir, 'echo', {})).toBeUndefined();
});

test('only its own user may open it', async () => {
  const socket = await openAdminSocket(dataDir, commands);
  expect(statSync(adminSocketPath(dataDir)).mode & 0o777).toBe(0o600);
  await socket?.close();
});

test('a second process of the same directory leaves the first one’s socket alone', async () => {
  const first = await openAdminSocket(dataDir, commands);
  expect(await openAdminSocket(dataDir, commands)).toBeUndefined();
  expect(await callAdmin(dataDir, 'echo', 1)).toEqual({ result: { args: 1 } });
  await first?.close();
});

test('what a crashed process left behind is replaced', async () => {
  writeFileSync(adminSocketPath(dataDir), '');
  const socket = await openAdminSocket(dataDir, commands);
  expect(await callAdmin(dataDir, 'echo', 1)).toEqual({ result: { args: 1 } });
  await socket?.close();
});
