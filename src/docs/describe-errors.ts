import type { ErrorView } from '../../web/docs/view.ts';
import { CONDITIONS, ERROR_CODES, presentRefusal, refuse } from '../platform/errors.ts';
import { KEYS_BESIDE } from '../platform/http/openapi/openapi-errors.ts';
import { CONDITION_TEXTS } from './condition-texts.ts';
import { ERROR_TEXTS } from './error-texts.ts';
import { highlightCode } from './model/highlight.ts';

/** The error list: the declared codes and conditions, in their order, with what was written about each. */
export function describeErrors(publicUrl: string): readonly ErrorView[] {
  return ERROR_CODES.map((code) => {
    const { meaning, retry, next, example, exampleMessage, exampleKeys = {} } = ERROR_TEXTS[code];
    const detail = { keys: exampleKeys, ...(exampleMessage === undefined ? {} : { message: exampleMessage }) };
    const body = presentRefusal(refuse(example, detail), publicUrl);
    return {
      code,
      meaning,
      retry,
      next,
      conditions: listConditions().filter((condition) => condition.code === code),
      keys: Object.keys(KEYS_BESIDE[code] ?? {}),
      example: exampleOf(body),
    };
  });
}

function exampleOf(body: unknown) {
  const code = JSON.stringify(body, undefined, 2);
  return { code, html: highlightCode(code, 'json') };
}

function listConditions() {
  return Object.entries(CONDITIONS).map(([name, { code, status, message }]) => ({
    name,
    code,
    status,
    message,
    when: findText(name),
  }));
}

function findText(name: string): string {
  return Object.entries(CONDITION_TEXTS).find(([known]) => known === name)?.[1] ?? '';
}
