import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { isoDateToEpochDay, type IsoDate } from '../../src/travel/dates.ts';
import type { BaselineFilter, DemandBaseline } from '../../src/suppliers/ports/demand.ts';
import type { Period } from './demand-days.ts';
import { buildDemandModel, type DemandFacts, type DemandModel } from './demand-model.ts';
import { shapeDemand } from './demand-shape.ts';
import { createDemandVolumes, type DemandVolumes } from './demand-volumes.ts';
import { createLowestFares, type FareFacts, type LowestFares } from './lowest-fares.ts';

/** Before it is nothing: years enough for five of them to have five before. */
const SINCE = '2019-01-01';
const SINCE_DAY = isoDateToEpochDay(SINCE);

type BaselineFacts = DemandFacts & Pick<FareFacts, 'market'>;

interface Built {
  readonly model: DemandModel;
  readonly volumes: DemandVolumes;
  readonly lowestFares: LowestFares;
  readonly destinations: readonly string[];
  readonly markets: readonly string[];
}

/** The synthetic demand of a world. Nothing is built before the first query or `prepare`. */
export function createDemandBaseline(facts: BaselineFacts): DemandBaseline {
  let finished: Built | undefined;
  let building: Generator<void, Built> | undefined;
  /** Does the next piece of the only build; a query that arrives during `prepare` continues that build. */
  const step = (): Built | undefined => {
    if (finished !== undefined) return finished;
    building ??= build(facts);
    const { done, value } = building.next();
    if (done !== true) return undefined;
    building = undefined;
    finished = value;
    return finished;
  };
  const built = (): Built => {
    for (;;) {
      const whole = step();
      if (whole !== undefined) return whole;
    }
  };
  const ordered = (volumes: Float64Array, order: readonly number[]): Float64Array => {
    const own = new Float64Array(order.length);
    for (let place = 0; place < own.length; place += 1) own[place] = Math.max(0, volumes[order[place] ?? -1] ?? 0);
    return own;
  };
  return {
    since: SINCE,
    prepare: async (signal) => {
      while (step() === undefined) await yieldIfBusy(signal);
    },
    get destinations() {
      return built().destinations;
    },
    get markets() {
      return built().markets;
    },
    byDestination: (filter, from, to) =>
      ordered(built().volumes.byDestination(filter, periodOf(filter, from, to)), built().model.destinations),
    byMarket: (filter, from, to) =>
      ordered(built().volumes.byMarket(filter, periodOf(filter, from, to)), built().model.markets),
    byAudience: (filter, from, to) => built().volumes.byAudience(filter, periodOf(filter, from, to)),
    daily: (filter, from, to) => {
      const period = periodOf(filter, from, to);
      const days = new Float64Array(Math.max(0, isoDateToEpochDay(to) - isoDateToEpochDay(from) + 1));
      days.set(built().volumes.daily(filter, period), Math.min(days.length, period.from - isoDateToEpochDay(from)));
      return days;
    },
    shape: (filter, from, to, bounds) => shapeDemand(built(), { filter, period: periodOf(filter, from, to), bounds }),
  };
}

function* build(facts: BaselineFacts): Generator<void, Built> {
  const model = yield* buildDemandModel(facts);
  const codesOf = (order: readonly number[]): readonly string[] => order.map((city) => model.field.codes[city] ?? '');
  return {
    model,
    volumes: createDemandVolumes(model),
    lowestFares: createLowestFares({ ...facts, model }),
    destinations: codesOf(model.destinations),
    markets: codesOf(model.markets),
  };
}

function periodOf({ kind }: BaselineFilter, from: IsoDate, to: IsoDate): Period {
  const first = Math.max(SINCE_DAY, isoDateToEpochDay(from));
  return { kind, from: first, length: Math.max(0, isoDateToEpochDay(to) - first + 1) };
}
