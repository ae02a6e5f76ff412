import type { App } from '../context.ts';
import type { AnyRoute } from '../platform/http/route.ts';
import { openReference, type ReferenceSource } from './reference-source.ts';

/** The reference of each App, opened once: at the first page or search that needs it. */
export class ReferenceSources {
  readonly #routes: readonly AnyRoute[];
  readonly #sources = new WeakMap<App, Promise<ReferenceSource>>();

  constructor(routes: readonly AnyRoute[]) {
    this.#routes = routes;
  }

  /** A failure to read is not held: the next page tries again. */
  async of(app: App): Promise<ReferenceSource> {
    const opening = this.#sources.get(app) ?? openReference(app, this.#routes);
    this.#sources.set(app, opening);
    try {
      return await opening;
    } catch (error) {
      this.#sources.delete(app);
      throw error;
    }
  }
}
