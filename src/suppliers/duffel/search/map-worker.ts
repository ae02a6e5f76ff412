import { workerData } from 'node:worker_threads';
import { serveAnswers } from '../../common/answer-thread.ts';
import { createLocalTimes } from '../mapping/local-times.ts';
import { type FoundJourneys, readSearchBody, type SearchTask } from './map-search.ts';
import type { WorkerFacts } from './search-mapper.ts';

/** The module of the worker thread that maps answers of Duffel. */
const { airports }: WorkerFacts = workerData;
const tools = { airports, times: createLocalTimes() };
serveAnswers<SearchTask, FoundJourneys>((text, task) => readSearchBody(text, tools, task));
