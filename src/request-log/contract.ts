import * as z from 'zod';
import { integerText } from '../platform/http/input/integer-text.ts';
import { CONDITIONS } from '../platform/errors.ts';
import { requestLogDays } from './model/logged-request.ts';
import type { RequestPage } from './read-requests.ts';

const PAGE_SIZE_MAX = 100;
const PAGE_SIZE_DEFAULT = 25;
const PAGE_TOKEN_LENGTH_MAX = 512;
const REQUEST_ID_LENGTH_MAX = 128;
const ID_LENGTH_MAX = 64;
const PATH_LENGTH_MAX = 200;
const STATUS_CLASSES = { '2xx': 2, '4xx': 4, '5xx': 5, refused: 'refused' } as const;

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Query of GET /v1/request_log. */
export const RequestLogQuery = z.object({
  request_id: z
    .string()
    .min(1)
    .max(REQUEST_ID_LENGTH_MAX)
    .optional()
    .describe('`X-Request-ID` of an answer: your own, or the one you were given.'),
  status: z.enum(['2xx', '4xx', '5xx', 'refused']).optional().describe('`refused`: 4xx and 5xx.'),
  credential: z.string().min(1).max(ID_LENGTH_MAX).optional().describe('The id of an API key or a user.'),
  path: z.string().min(1).max(PATH_LENGTH_MAX).startsWith('/').optional().describe('What the path begins with.'),
  from: Moment.optional().describe('At this instant or later; a date is the start of that day in UTC.'),
  to: Moment.optional().describe('Before this instant; a date is the start of that day in UTC.'),
  limit: integerText(1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
  page_token: z.string().max(PAGE_TOKEN_LENGTH_MAX).optional(),
});

export const RequestLogResponse = z.looseObject({
  requests: z.array(
    z.looseObject({
      request_id: z.string(),
      at: z.iso.datetime().describe('When it was answered; real time.'),
      method: z.string(),
      path: z
        .string()
        .describe('Without its query. What is neither an id of ours nor a number is the name of its parameter.'),
      operation: z.string(),
      status: z.int(),
      elapsed_ms: z.int(),
      credential: z.looseObject({
        kind: z.enum(['api_key', 'user']),
        id: z.string(),
        name: z.string().optional().describe('Missing where nobody knows it any more. Never the key.'),
        program: z.string().optional().describe('What acted for the user.'),
      }),
      error: z
        .looseObject({ code: z.string(), condition: z.string(), message: z.string() })
        .optional()
        .describe('Why it was refused, in general: details of a request are not stored.'),
      limit: z
        .looseObject({
          name: z
            .string()
            .describe('`rate`, `quota`, `concurrency`, `supplier` or another limit that the answer named.'),
          max: z.int().optional().describe('What it allows; missing where it was not known.'),
          left: z.int().optional().describe('What was left of it.'),
          free_at: z.iso.datetime().optional().describe('When a call is taken again; real time.'),
        })
        .optional()
        .describe('Of a 429: the limit that was met.'),
    }),
  ),
  not_recorded: z
    .int()
    .describe(
      'Calls of the time asked for, in whole hours, that the log lacks: they were answered while the database did not keep up.',
    ),
  retention_days: z.int(),
  next_page_token: z.string().optional().describe('There may be more; a page may also be short and have a next one.'),
});

/** A validated query as the operation takes it. */
export function readQuery(query: z.infer<typeof RequestLogQuery>) {
  return {
    requestId: query.request_id,
    statusClass: query.status && STATUS_CLASSES[query.status],
    credentialId: query.credential,
    path: query.path,
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
    limit: query.limit,
  };
}

/** A part of the log on the wire. */
export function presentRequests({ requests, notRecorded }: Omit<RequestPage, 'last'>) {
  return {
    requests: requests.map(presentRequest),
    not_recorded: notRecorded,
    retention_days: requestLogDays,
  };
}

function presentRequest(
  request: RequestPage['requests'][number],
): z.infer<typeof RequestLogResponse>['requests'][number] {
  const { credential, name, condition, limit } = request;
  const known = Object.entries(CONDITIONS).find(([one]) => one === condition)?.[1];
  return {
    request_id: request.requestId,
    at: request.at.toISOString(),
    method: request.method,
    path: request.path,
    operation: request.operationId,
    status: request.status,
    elapsed_ms: request.elapsedMs,
    credential: {
      kind: credential.kind,
      id: credential.id,
      ...(name === undefined ? {} : { name }),
      ...(credential.program === undefined ? {} : { program: credential.program }),
    },
    ...(known === undefined || condition === undefined
      ? {}
      : { error: { code: known.code, condition, message: known.message } }),
    ...(limit === undefined
      ? {}
      : {
          limit: {
            name: limit.name,
            ...(limit.max === undefined ? {} : { max: limit.max }),
            ...(limit.left === undefined ? {} : { left: limit.left }),
            ...(limit.freeAt === undefined ? {} : { free_at: limit.freeAt.toISOString() }),
          },
        }),
  };
}
