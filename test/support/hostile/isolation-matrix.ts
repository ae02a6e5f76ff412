/** What was tried with an operation, and what came of it. */
export interface TriedLine {
  readonly operation: string;
  /** `POST /v1/trip`. */
  readonly call: string;
  readonly what: string;
  readonly answer: string;
}

const HEAD = `# Isolation

Written by \`test/routes/isolation.test.ts\`, which fails when it is not what the service does: \`npx vitest run test/routes/isolation.test.ts -u\`
writes it anew. Every operation of \`src/routes.ts\` is called by another organization with ids, tokens and references of an organization that
has done everything there is to do. The answer is, to the byte, that to an id that was never given; no row of the organization changes.
Operations that take no id answer nothing of it. Each one is also called with a credential of the other environment: 401, in both directions.

| Operation | Call | What of the other organization | Answer |
|---|---|---|---|
`;

/** The matrix as a page of the documentation. */
export function renderMatrix(lines: readonly TriedLine[]): string {
  return `${HEAD}${lines.map(({ operation, call, what, answer }) => `| ${operation} | \`${call}\` | ${what} | ${answer} |`).join('\n')}\n`;
}
