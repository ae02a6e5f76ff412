import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The anchor of budgets 5 and 6: node:http answering one captured answer, stringified each time or sent prebuilt. */
const text = readFileSync(process.env['BENCH_ANSWER'] ?? '', 'utf8');
const answer: unknown = JSON.parse(text);
const bytes = Buffer.from(text);

createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ok');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString() || '{}');
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/prebuilt' ? bytes : JSON.stringify(answer));
  });
}).listen(Number(process.env['BLY_PORT']), '127.0.0.1');
