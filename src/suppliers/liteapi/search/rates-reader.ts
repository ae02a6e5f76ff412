import { type AnswerReader, createAnswerReader } from '../../common/answer-thread.ts';
import type { OfferTask } from '../mapping/map-offer.ts';
import { type RatedHotels, readRatesBody } from './map-rates.ts';

/** Reads answers to searches of rates: small ones at once, large ones in a worker thread. */
export type RatesReader = AnswerReader<OfferTask, RatedHotels>;

/** Makes a reader; its thread is started by the first large answer. */
export function createRatesReader(): RatesReader {
  return createAnswerReader<OfferTask, RatedHotels>({
    readHere: readRatesBody,
    script: new URL('./rates-worker.ts', import.meta.url),
    supplier: 'LiteAPI',
  });
}
