import type { App, Caller } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';

type Signing = Pick<App, 'sealer'>;
type Paging = Pick<Caller, 'organizationId'>;

/** The offset in base 36, and the signature of it and of the question. */
const TOKEN = /^(0|[1-9a-z][0-9a-z]{0,9})\.(.{1,100})$/;
const OFFSET_BASE = 36;

/**
 * The text that continues a search at an offset: signed, because nothing in it is secret and a seal takes three times
 * as long. `asked`: all that must not change between pages, beginning with the operation's name; never the place in the
 * list itself.
 */
export function signPageToken(app: Signing, caller: Paging, criteria: readonly unknown[], offset: number): string {
  return `${offset.toString(OFFSET_BASE)}.${app.sealer.sign('page_token', signedText(criteria, offset), caller.organizationId)}`;
}

/** The offset a page token stands for; refuses one that was altered or belongs to another search. */
export function readPageToken(app: Signing, caller: Paging, criteria: readonly unknown[], text: string): number {
  const [, digits = '', signature = ''] = TOKEN.exec(text) ?? [];
  const offset = Number.parseInt(digits, OFFSET_BASE);
  if (
    !Number.isSafeInteger(offset) ||
    !app.sealer.isSigned('page_token', signature, signedText(criteria, offset), caller.organizationId)
  ) {
    const problem =
      "This page token was altered, or it is of another search or another organization's. Send it with the body it was answered for.";
    throw refuse('token_invalid', {
      message: `page_token: ${problem}`,
      keys: { fields: [{ path: 'page_token', problem }] },
    });
  }
  return offset;
}

function signedText(criteria: readonly unknown[], offset: number): string {
  return JSON.stringify([offset, criteria]);
}
