import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts';
import type { AnyRoute, SentRequest } from '../route.ts';

/** The `webhooks` section of the document: the requests that its operations make us send, by name. */
export function describeWebhooks(
  routes: readonly AnyRoute[],
  schemas: SchemaCollector,
): Readonly<Record<string, JsonSchema>> {
  const sent = routes.flatMap((route) =>
    (route.sends ?? []).map((request) => [request.name, { post: describeSent(request, route, schemas) }] as const),
  );
  return Object.fromEntries(sent);
}

/** `booking.completed` is `BookingCompletedEvent`. */
export function eventSchemaName(name: string): string {
  return `${name.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}Event`;
}

function describeSent(request: SentRequest, route: AnyRoute, schemas: SchemaCollector): JsonSchema {
  return {
    operationId: `on_${request.name.replaceAll('.', '_')}`,
    tags: [route.tag],
    summary: request.summary,
    description: request.description,
    // The receiver is called without any credential of its own: the signature is how it knows us.
    security: [],
    parameters: request.headers.map((header) => ({
      name: header.name,
      in: 'header',
      required: true,
      description: header.description,
      schema: { type: 'string' },
      example: header.example,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemas.addResponse(eventSchemaName(request.name), request.body),
          example: request.example,
        },
      },
    },
    responses: {
      '2XX': { description: 'The event is accepted.' },
      '410': { description: 'The endpoint wants no more: it is disabled.' },
      '4XX': {
        description:
          'Anything else, redirects included, is tried again: eight attempts over about eight hours. Retry-After is obeyed, up to the length of that schedule (7 h 41 min) for each wait.',
      },
    },
  };
}
