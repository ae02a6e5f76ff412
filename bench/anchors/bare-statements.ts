import pg from 'pg';

/**
 * The floor under budget 1: how many orders a second a bare pg program stores that sends as many statements in as many
 * commits as one order of ours, every other one a small write and every other one a read. No HTTP, no logic. Prints the
 * rate.
 *
 * Arguments: statements (begin and commit are not among them), commits, loops at once, seconds.
 */
const [statements = 0, commits = 0, inFlight = 0, seconds = 0] = process.argv.slice(2).map(Number);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 });
const document = JSON.stringify({ note: 'x'.repeat(300) });
await pool.query(
  'create table if not exists bare_statement (id text, part int, step int not null, document jsonb not null, primary key (id, part))',
);

const start = performance.now();
const end = start + seconds * 1_000;
let done = 0;
await Promise.all(
  Array.from({ length: inFlight }, async (_, loop) => {
    for (; performance.now() < end; done += 1) await order(`${start}-${loop}-${done}`);
  }),
);
console.log(done / ((performance.now() - start) / 1_000));
await pool.end();

async function order(id: string): Promise<void> {
  let left = statements;
  for (let commit = 0; commit < commits; commit += 1) {
    const share = Math.max(1, Math.round(left / (commits - commit)));
    left -= share;
    await transaction(id, commit, share);
  }
}

/** A commit of one statement needs no transaction around it. */
async function transaction(id: string, step: number, share: number): Promise<void> {
  const client = await pool.connect();
  if (share > 1) void client.query('begin');
  await write(client, id, step, 0);
  for (let part = 1; part < share; part += 1)
    await (part % 2 === 1 ? read(client, id, part) : write(client, id, step, part));
  if (share > 1) await client.query('commit');
  client.release();
}

function read(client: pg.PoolClient, id: string, part: number): Promise<unknown> {
  return client.query({
    name: 'read',
    text: 'select document from bare_statement where id = $1 and part = $2',
    values: [id, part],
  });
}

function write(client: pg.PoolClient, id: string, step: number, part: number): Promise<unknown> {
  return client.query({
    name: 'write',
    values: [id, part, step, document],
    text: 'insert into bare_statement values ($1, $2, $3, $4) on conflict (id, part) do update set step = excluded.step, document = excluded.document',
  });
}
