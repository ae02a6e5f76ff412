import type { PlaceNames } from './place-names.ts';
import type { ExploreState, Subject } from './state.ts';

/** What the views read from the explorer, and what they report to it. */
export interface ViewsHost {
  readonly names: PlaceNames;
  state(): ExploreState;
  today(): string;
  /** The page of the ranking that is shown, from 0. */
  page(): number;
  change(patch: Partial<ExploreState>): void;
  chooseRow(code: string): void;
  compare(subject: Subject): void;
  compareRow(code: string): void;
  showPage(page: number): void;
}
