/** Something the person at the keyboard can put right: shown as its message alone, without a stack. */
export class CommandFailure extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'CommandFailure';
  }
}
