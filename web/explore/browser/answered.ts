import type { AudiencesAnswer, DestinationsAnswer, MarketsAnswer, TrendsAnswer } from './answers.ts';
import type { Subject } from './state.ts';

/** One of the two rankings. */
export interface Ranked {
  readonly destinations?: DestinationsAnswer | undefined;
  readonly markets?: MarketsAnswer | undefined;
}

/** What has been answered so far to the present question. */
export interface Answered extends Ranked {
  /** The rows by volume, whatever the list is sorted by. */
  readonly leaders?: Ranked | undefined;
  readonly audiences?: AudiencesAnswer | undefined;
  readonly trends?: TrendsAnswer | undefined;
  /** Of the chart's series; those of the audiences follow them in the answer. */
  readonly subjects?: readonly Subject[];
}
