import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The anchor of budgets 5 and 6: node:http answering captured answers in turn, stringified each time or sent prebuilt.
 */
const texts: string[] = JSON.parse(readFileSync(process.env['BENCH_ANSWERS'] ?? '', 'utf8'));
const answers: unknown[] = texts.map((text) => JSON.parse(text));
const bytes = texts.map((text) => Buffer.from(text));
let turn = 0;

createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ok');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString() || '{}');
    response.setHeader('content-type', 'application/json');
    turn = (turn + 1) % answers.length;
    response.end(request.url === '/prebuilt' ? bytes[turn] : JSON.stringify(answers[turn]));
  });
}).listen(Number(process.env['BLY_PORT']), '127.0.0.1');
