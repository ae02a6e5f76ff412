import type { PlaceDirectory } from '../../../travel/place-directory.ts';
import { createAnswerReader } from '../../common/answer-thread.ts';
import { createLocalTimes } from '../mapping/local-times.ts';
import type { AirportFacts, MappingTools } from '../mapping/map-slices.ts';
import { type FoundJourneys, readSearchBody, type SearchTask } from './map-search.ts';

/** Maps answers to searches. */
export interface SearchMapper {
  /** For what is mapped on the event loop: one offer. */
  readonly tools: MappingTools;
  /** The journeys of an answer; undefined where it is none. `body` may be transferred: it is not to be used again. */
  map(body: Buffer, task: SearchTask): Promise<FoundJourneys | undefined>;
}

/** What the worker thread is started with. */
export interface WorkerFacts {
  readonly airports: ReadonlyMap<string, AirportFacts>;
}

/** Maps small answers at once and large ones in a worker thread. */
export function createSearchMapper(places: PlaceDirectory): SearchMapper {
  const airports = new Map(places.airports().map(({ iata, cityCode, zone }) => [iata, { cityCode, zone }]));
  const tools = { airports, times: createLocalTimes() };
  const facts: WorkerFacts = { airports };
  const reader = createAnswerReader<SearchTask, FoundJourneys>({
    readHere: (text, task) => readSearchBody(text, tools, task),
    script: new URL('./map-worker.ts', import.meta.url),
    facts,
    supplier: 'Duffel',
  });
  return { tools, map: (body, task) => reader.read(body, task) };
}
