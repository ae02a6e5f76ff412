import type * as ObservablePlot from '@observablehq/plot';
import type * as TopojsonClient from 'topojson-client';

declare global {
  /** Loaded before the modules, by a script element of its own. */
  const Plot: typeof ObservablePlot;
  /** Loaded before the modules, by a script element of its own. */
  const topojson: typeof TopojsonClient;
}
