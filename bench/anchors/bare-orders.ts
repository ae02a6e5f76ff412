import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The anchor of budget 1: node:http and pg, five calls an order, each one commit of a small row. No validation, no
 * keys.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 });
await pool.query(
  'create table if not exists bare_order (id text primary key, step int not null, document jsonb not null)',
);

createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ok');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body: { id: string; step: number } = JSON.parse(Buffer.concat(chunks).toString());
    pool
      .query({
        name: 'write',
        values: [body.id, body.step, JSON.stringify(body)],
        text: 'insert into bare_order values ($1, $2, $3) on conflict (id) do update set step = excluded.step, document = excluded.document',
      })
      .then(
        () => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ id: body.id, step: body.step }));
        },
        (failure: unknown) => {
          response.statusCode = 500;
          response.end(String(failure));
        },
      );
  });
}).listen(Number(process.env['BLY_PORT']), '127.0.0.1');
