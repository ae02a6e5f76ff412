/** A request whose page cannot be shown. */
export interface ErrorPageFacts {
  readonly status: number;
  readonly requestId: string;
  readonly nonce: string;
  readonly isSandbox: boolean;
  /** Asked for in the address, before what the browser prefers. */
  readonly locale: string | undefined;
  readonly acceptLanguage: string;
}

/**
 * Writes the page that says what happened, and nothing about the inside. The composition names it: platform knows no
 * page's words.
 */
export type ErrorPageRenderer = (facts: ErrorPageFacts) => string;
