import { parentPort, workerData } from 'node:worker_threads';
import { createLocalTimes } from '../mapping/local-times.ts';
import { readSearchBody } from './map-search.ts';
import type { MappingJob, MappingResult, WorkerFacts } from './search-mapper.ts';

/**
 * The body of the worker thread: takes bytes of answers, one at a time, and returns mapped, bounded journeys. What
 * fails is its own answer's failure.
 */
function serve(port: NonNullable<typeof parentPort>, facts: WorkerFacts): void {
  const tools = { airports: facts.airports, times: createLocalTimes() };
  port.on('message', ({ id, body, task }: MappingJob) => {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    const result: MappingResult = { id, found: readSearchBody(text, tools, task) };
    port.postMessage(result);
  });
}

if (parentPort !== null) serve(parentPort, workerData);
