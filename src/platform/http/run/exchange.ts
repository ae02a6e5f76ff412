import type { FastifyRequest } from 'fastify';
import type { Principal } from '../caller.ts';
import type { RegisteredApp } from '../../registered-app.ts';
import type { Refusal } from '../../errors.ts';
import type { OrganizationId } from '../../ids.ts';
import { type FailureTranslator, refusalOf } from '../send/answer.ts';
import type { CompiledRoute } from '../compiled-route.ts';
import type { ErrorPageRenderer } from '../send/error-page.ts';
import { type FieldExplainer, explainRefusal } from '../../refusals/explain-refusal.ts';
import type { Admission, QuotaState, RateState } from '../gate.ts';
import type { ServerReadiness } from '../server-readiness.ts';
import type { DescribedRequest } from '../input/request-info.ts';
import type { RouteContext } from '../route.ts';
import type { LongExchange } from './run-long.ts';
import type { SendParts } from '../send/send-body.ts';

/** What every route of a server shares. */
export interface ServerParts extends SendParts {
  readonly app: RegisteredApp;
  readonly translate: FailureTranslator;
  readonly explain: FieldExplainer;
  readonly renderError: ErrorPageRenderer;
  /** What `/metrics` answers. */
  readonly renderMetrics: () => Promise<string>;
  /** What a process that takes work has to say beside that, for operators. Never throws. */
  readonly describeReady: () => Promise<Readonly<Record<string, unknown>>>;
  readonly readiness: ServerReadiness;
  /** Headers of every page, whatever its status. */
  readonly pageHeaders: Readonly<Record<string, string>>;
  /** Fires when the process stops and streams have had their time to end by themselves. */
  readonly streamsEnd: AbortSignal;
}

/** One request in the fixed steps. */
export interface Exchange {
  readonly parts: ServerParts;
  readonly route: CompiledRoute;
  readonly request: FastifyRequest;
  readonly requestId: string;
  readonly sessionId: string | undefined;
  rate: RateState | undefined;
  /** Undefined: no quota, or nobody is known to be calling (then `rate` is undefined as well). */
  quota: QuotaState | undefined;
  admission: Admission | undefined;
  organizationId: OrganizationId | undefined;
  /** Undefined: nobody is known to be calling. */
  principal: Principal | undefined;
  /** What it was refused with last; what a client is answered, unless an earlier answer is repeated. */
  refusal: Refusal | undefined;
  long: LongExchange | undefined;
  /** The body, or else the query, as it came. */
  sent: unknown;
  /** What of the request was passed over, as a header says it; undefined for nothing. */
  warnings: string | undefined;
}

/** What a request brings to its operation, validated. */
export interface Input extends Pick<RouteContext<unknown, unknown, unknown>, 'params' | 'query' | 'body'> {
  /** The body as it was sent, to recognise a repeated request. */
  readonly sentBody: unknown;
}

/** The input of an operation, and its request. */
export interface Call extends Input {
  readonly info: DescribedRequest;
}

/** The refusal that an error of this request is answered with, explained for its operation. */
export function refusalOfExchange(exchange: Exchange, error: unknown): Refusal {
  const {
    parts: { app, translate, explain },
    requestId,
    route: { declaration },
    sent,
  } = exchange;
  const refusal = refusalOf(app, error, { requestId, operationId: declaration.operationId, translate });
  exchange.refusal = explainRefusal(refusal, { app, declaration, sent, explain });
  return exchange.refusal;
}
