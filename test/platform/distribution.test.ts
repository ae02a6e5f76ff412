import { expect, test } from 'vitest';
import { distribute } from '../../src/platform/db/distribution/distribute.ts';
import { nodesOf } from '../support/servers/cluster.ts';
import { openTestDatabase } from '../support/service/database.ts';

test('tables are spread over no nodes where there is one server: a sentence says what is missing', async () => {
  const db = await openTestDatabase();
  const nodes = db.databaseUrl === undefined ? [] : await nodesOf(db.databaseUrl);
  const outcome = distribute(db);
  if (nodes.length > 1) expect(await outcome).toEqual([]);
  else if (nodes.length === 1) await expect(outcome).rejects.toThrow(/^Citus is not installed in this database: run /);
  else await expect(outcome).rejects.toThrow(/^The embedded database is one process\. Name the coordinator /);
  await db.close();
});
