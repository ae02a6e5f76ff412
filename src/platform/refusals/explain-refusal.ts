import * as z from 'zod';
import type { RegisteredApp } from '../registered-app.ts';
import { type FieldProblem, type Refusal, refuseFields } from '../errors.ts';
import { explainNearNames } from './near-names.ts';
import type { AnyRoute } from '../http/route.ts';

/** Adds what only a domain knows to the problems of a request: `sent` is the body or query their paths lead into. */
export type FieldExplainer = (
  app: RegisteredApp,
  problems: readonly FieldProblem[],
  sent: unknown,
) => readonly FieldProblem[];

/** The request whose refusal is explained. */
export interface RefusedRequest {
  readonly app: RegisteredApp;
  readonly declaration: AnyRoute;
  /** As it came, before anything of it was checked. */
  readonly sent: unknown;
  readonly explain: FieldExplainer;
}

const Fields = z.array(z.looseObject({ path: z.string(), problem: z.string() }));

/**
 * A 422 about fields with what else is known: the name a missing field was sent under, the code of a place that was
 * sent by its name.
 */
export function explainRefusal(refusal: Refusal, { app, declaration, sent, explain }: RefusedRequest): Refusal {
  if (refusal.condition !== 'body_invalid' || sent === undefined) return refusal;
  const { data: fields } = Fields.safeParse(refusal.detail.keys?.['fields']);
  if (fields === undefined) return refusal;
  const explained = explain(app, explainNearNames(fields, sent, namesOf(declaration)), sent);
  const [first, ...others] = explained;
  const isSame = explained.every(({ problem }, index) => problem === fields[index]?.problem);
  return first === undefined || isSame ? refusal : refuseFields([first, ...others]);
}

function namesOf({ body, query }: AnyRoute): readonly string[] {
  return [body, query].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
}
