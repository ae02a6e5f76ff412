import { describeMoney, type Money, subtractMoney } from '../../travel/money.ts';

/** What a rule or a limit says of a trip. `unknown`: the facts do not decide it, so a person is asked. */
export const VERDICTS = ['pass', 'fail', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One rule's or limit's answer: what was wanted, what was found, and by how much money it was missed. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly wanted: string;
  readonly found: string;
  readonly excess?: Money | undefined;
}

/** One fact of a trip that a rule looks at, and what it means to the rule. */
export interface Fact {
  readonly verdict: Verdict;
  /** As people read it: `AF1234 in business`. */
  readonly text: string;
  readonly excess?: Money | undefined;
}

/** Facts that an answer names; further ones are counted. */
const factsNamedMax = 4;

/**
 * The answer that a rule's facts make together: one failed fact fails it, else one unknown fact makes it unknown. Names
 * the facts that decided. Without any fact the rule passes: the trip has nothing that it is about.
 */
export function judgeFacts(wanted: string, facts: readonly Fact[]): Judgement {
  const verdict = facts.some((fact) => fact.verdict === 'fail')
    ? 'fail'
    : facts.some((fact) => fact.verdict === 'unknown')
      ? 'unknown'
      : 'pass';
  const deciding = facts.filter((fact) => fact.verdict === verdict);
  const texts = [...new Set(deciding.map(({ text }) => text))];
  const more = texts.length > factsNamedMax ? `, and ${texts.length - factsNamedMax} more` : '';
  const found = texts.length === 0 ? 'nothing of this kind' : `${texts.slice(0, factsNamedMax).join(', ')}${more}`;
  const excess = deciding.reduce<Money | undefined>(
    (most, fact) =>
      fact.excess !== undefined && (most === undefined || fact.excess.value > most.value) ? fact.excess : most,
    undefined,
  );
  return { verdict, wanted, found, ...(excess && { excess }) };
}

/** A fact that is either so or not so. */
export function factOf(isPassed: boolean, text: string): Fact {
  return { verdict: isPassed ? 'pass' : 'fail', text };
}

/** A fact that its supplier does not state. */
export function unknownFact(text: string): Fact {
  return { verdict: 'unknown', text };
}

/** An amount held against the most that is allowed, both in one currency. */
export function amountFact(amount: Money, most: Money, what: string): Fact {
  const text = `${describeMoney(amount)} ${what}`.trim();
  const excess = subtractMoney(amount, most);
  return excess.value > 0 ? { verdict: 'fail', text, excess } : { verdict: 'pass', text };
}
