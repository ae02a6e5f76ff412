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

test('a command that is meant for another database or environment is refused, and the sentence names both', async () => {
  const own = { environment: 'sandbox', dataDir, databaseUrl: 'postgres://bly:secret@one/bly' } as const;
  const socket = await openAdminSocket(dataDir, commands, own);
  const call = (meant: Parameters<typeof callAdmin>[3]) => callAdmin(dataDir, 'echo', 1, meant);
  await expect(call({ ...own, databaseUrl: 'postgres://bly:secret@one/restored' })).rejects.toThrow(
    'Nothing was done: this command is meant for the sandbox database one:5432/restored, and the running process works on the sandbox database one:5432/bly.',
  );
  await expect(call({ ...own, environment: 'production' })).rejects.toThrow(
    'the production database one:5432/bly, and the running process works on the sandbox database one:5432/bly',
  );
  const answer = { result: { args: 1 } };
  expect(await call({ ...own, databaseUrl: 'postgres://admin@one:5432/bly?sslmode=require' })).toEqual(answer);
  // Who names no database means the one of the process behind the data directory.
  expect(await call({ ...own, databaseUrl: undefined })).toEqual(answer);
  await expect(call({ ...own, databaseUrl: undefined, environment: 'production' })).rejects.toThrow(
    'is meant for a production database',
  );
  await socket?.close();
});
