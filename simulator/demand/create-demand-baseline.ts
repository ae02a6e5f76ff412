import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { isoDateToEpochDay, type IsoDate } from '../../src/travel/dates.ts';
import type { BaselineFilter, DemandBaseline } from '../../src/suppliers/ports/demand.ts';
import type { Stretch } from './demand-days.ts';
import { buildDemandModel, type DemandFacts, type DemandModel } from './demand-model.ts';
import { shapeDemand, type ShapeFacts } from './demand-shape.ts';
import { createDemandVolumes, type DemandVolumes } from './demand-volumes.ts';

/** Before it is nothing: years enough for five of them to have five before. */
const SINCE = '2019-01-01';
const SINCE_DAY = isoDateToEpochDay(SINCE);

interface Built {
  readonly model: DemandModel;
  readonly volumes: DemandVolumes;
  readonly destinations: readonly string[];
  readonly markets: readonly string[];
}

/** The synthetic demand of a world. Nothing is worked out before it is first asked for, or prepared. */
export function createDemandBaseline(facts: DemandFacts & Pick<ShapeFacts, 'market'>): DemandBaseline {
  let cached: Built | undefined;
  let building: Generator<void, Built> | undefined;
  /** Does the next piece of the one build there is; a question that comes while it is prepared goes on from there. */
  const step = (): Built | undefined => {
    if (cached !== undefined) return cached;
    building ??= build(facts);
    const { done, value } = building.next();
    if (done !== true) return undefined;
    building = undefined;
    cached = value;
    return cached;
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
      ordered(built().volumes.byDestination(filter, spanOf(filter, from, to)), built().model.destinations),
    byMarket: (filter, from, to) =>
      ordered(built().volumes.byMarket(filter, spanOf(filter, from, to)), built().model.markets),
    byAudience: (filter, from, to) => built().volumes.byAudience(filter, spanOf(filter, from, to)),
    daily: (filter, from, to) => {
      const span = spanOf(filter, from, to);
      const days = new Float64Array(Math.max(0, isoDateToEpochDay(to) - isoDateToEpochDay(from) + 1));
      days.set(built().volumes.daily(filter, span), Math.min(days.length, span.from - isoDateToEpochDay(from)));
      return days;
    },
    shape: (filter, from, to, bounds) =>
      shapeDemand({ ...built(), ...facts }, { filter, span: spanOf(filter, from, to), bounds }),
  };
}

function* build(facts: DemandFacts): Generator<void, Built> {
  const model = yield* buildDemandModel(facts);
  const codesOf = (order: readonly number[]): readonly string[] => order.map((city) => model.field.codes[city] ?? '');
  return {
    model,
    volumes: createDemandVolumes(model),
    destinations: codesOf(model.destinations),
    markets: codesOf(model.markets),
  };
}

function spanOf({ kind }: BaselineFilter, from: IsoDate, to: IsoDate): Stretch {
  const first = Math.max(SINCE_DAY, isoDateToEpochDay(from));
  return { kind, from: first, length: Math.max(0, isoDateToEpochDay(to) - first + 1) };
}
