import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const UNPACK = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";

/**
 * In a single process one crashed page would take the whole browser along. A graphics card acted out by the processor
 * drew every frame at ten times the cost of everything else a page does: none of ours needs WebGL, so they are drawn
 * without one.
 */
const UNWANTED =
  /^--(single-process|in-process-gpu|ignore-gpu-blocklist|use-gl=.*|use-angle=.*|enable-unsafe-swiftshader)$/;

/** Headless Chromium from a registry package: nothing but Node is needed on the machine. */
export async function launchChromium(): Promise<Browser> {
  const args = sparticuz.args.filter((argument) => !UNWANTED.test(argument));
  return await chromium.launch({
    executablePath: await unpackedChromium(),
    args: [...args, '--disable-gpu'],
    headless: true,
  });
}

/**
 * Where Chromium lies, unpacked once for every later run. The package itself would unpack it to where another worker,
 * or the run after one that was stopped, starts it half written: here it appears whole, by a rename.
 */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(MODULES, '.cache/bly', `chromium-${version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${randomBytes(6).toString('hex')}`;
    await mkdir(draft, { recursive: true });
    // In a process of its own: the package unpacks into the folder for temporary files, which this process shares.
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, TMPDIR: draft },
    });
    await rename(draft, folder).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    });
  }
  return join(folder, 'chromium');
}
