/**
 * How a command ends, for scripts (docs/guides/cli.md). `refused` is what the service will not do as asked; sending it
 * again changes nothing.
 */
export const EXIT = {
  ok: 0,
  refused: 1,
  usage: 2,
  unauthenticated: 3,
  notFound: 4,
  upstream: 5,
  unreachable: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code an HTTP status stands for; redirects are never followed and never shown as answers. */
export function exitCodeOf(status: number): ExitCode {
  if (status < 300) return EXIT.ok;
  if (status === 401) return EXIT.unauthenticated;
  if (status === 404) return EXIT.notFound;
  return status >= 500 ? EXIT.upstream : EXIT.refused;
}
