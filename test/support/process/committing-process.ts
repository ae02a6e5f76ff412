import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import pino from 'pino';
import { loadConfig } from '../../../src/platform/config.ts';
import { connectDatabase } from '../../../src/platform/db/open-database.ts';

/** A process that commits row after row and says each number once its commit has resolved, until it is killed. */
const db = await connectDatabase(loadConfig(process.env), pino({ level: 'silent' }));
for (let number = 1; ; number += 1) {
  await db.transaction(async (tx) => {
    await sql`insert into survivor (number, padding) values (${number}, repeat('x', 500))`.execute(tx.q);
  });
  writeSync(1, `${number}\n`);
}
