import { EXIT, type ExitCode } from './exit-codes.ts';

/** Something the person at the keyboard can put right: shown as its message alone, without a stack. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, options: { readonly cause?: unknown; readonly exitCode?: ExitCode } = {}) {
    super(message, { cause: options.cause });
    this.name = 'CommandFailure';
    this.exitCode = options.exitCode ?? EXIT.refused;
  }
}
