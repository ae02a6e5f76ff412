import { serveAnswers } from '../../common/answer-thread.ts';
import type { OfferTask } from '../mapping/map-offer.ts';
import { type RatedHotels, readRatesBody } from './map-rates.ts';

/** The module of the worker thread that reads rates of LiteAPI. */
serveAnswers<OfferTask, RatedHotels>(readRatesBody);
