import * as z from 'zod';
import { type AnyRoute, defineRoute, RenderedJson } from '../route.ts';
import { readServedDocument } from './served-document.ts';

const cacheControl = 'public, max-age=300';

/** `GET /v1/openapi.json`: the document of the operations that this process serves. Open, and read once. */
export function openApiRoute(routes: readonly AnyRoute[]): AnyRoute {
  const read = new Map<string, Promise<RenderedJson>>();
  const route = defineRoute({
    operationId: 'openapi',
    method: 'GET',
    path: '/v1/openapi.json',
    tag: 'Meta',
    access: 'open',
    cost: 0,
    isWrite: false,
    refusals: [],
    summary: 'Get the OpenAPI document',
    description: 'OpenAPI 3.1, of exactly the operations that this server answers.',
    response: z.looseObject({ openapi: z.string() }),
    async handle({ app }) {
      const { environment } = app.config;
      const known = read.get(environment);
      if (known !== undefined) return await known;
      const served = environment === 'production' ? routes.filter((entry) => !entry.isSandboxOnly) : routes;
      const document = renderDocument([...served, route]);
      read.set(environment, document);
      document.catch(() => read.delete(environment));
      return await document;
    },
  });
  return route;
}

async function renderDocument(served: readonly AnyRoute[]): Promise<RenderedJson> {
  const document = await readServedDocument(served);
  return new RenderedJson(Buffer.from(JSON.stringify(document)), { 'cache-control': cacheControl });
}
