import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeMessage } from './compose-message.ts';
import type { Mailer } from './mailer.ts';
import { createMessageWriter } from './write-message.ts';

/** How many mails the folder keeps; the oldest go first. */
const MAILS_MAX = 1_000;
/** Only this user reads them: they hold names and itineraries. */
const FILE_MODE = 0o600;

/**
 * Keeps mails in a folder instead of sending them: `<id>.eml` is what a server would have been given, `<id>.html` what
 * a traveler would see. Ids begin with their time, so that names sort by age; the same mail once more is the same file.
 */
export function createOutboxMailer(folder: string, from: string): Mailer {
  // The library is loaded with the first mail.
  let writer: ReturnType<typeof createMessageWriter> | undefined;
  // The folder is listed once, not for each mail.
  let listed: Promise<Set<string>> | undefined;
  return {
    destination: { kind: 'outbox', folder },
    async send(message, signal) {
      const composed = composeMessage(message, from);
      if (composed === undefined) return { kind: 'rejected', reason: 'address_invalid' };
      writer ??= createMessageWriter();
      const text = (await writer)(composed);
      signal.throwIfAborted();
      await inFolder(folder, async () => {
        await writeWhole(join(folder, `${message.id}.html`), message.html);
        await writeWhole(join(folder, `${message.id}.eml`), text);
      });
      listed ??= listIds(folder);
      await dropOldest(folder, (await listed).add(message.id));
      return { kind: 'sent' };
    },
  };
}

/** The folder is made when it turns out not to be there: at the first mail, or because somebody has removed it. */
async function inFolder(folder: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  }
}

/** Who looks into the folder never sees half a mail. */
async function writeWhole(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: FILE_MODE });
  await rename(`${path}.part`, path);
}

async function listIds(folder: string): Promise<Set<string>> {
  return new Set(
    (await readdir(folder)).filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length)),
  );
}

async function dropOldest(folder: string, ids: Set<string>): Promise<void> {
  while (ids.size > MAILS_MAX) {
    const oldest = [...ids].reduce((first, id) => (id < first ? id : first));
    ids.delete(oldest);
    await Promise.all([
      rm(join(folder, `${oldest}.eml`), { force: true }),
      rm(join(folder, `${oldest}.html`), { force: true }),
    ]);
  }
}
