import { expect, test } from 'vitest';
import { describeRuleChange } from './rule-change.ts';

const rule = (percent: number) => ({ match: {}, percent });

test('a rule that is added, removed or altered is named with its place and its content', () => {
  expect(describeRuleChange([], [rule(5)])).toEqual({
    added: ['1: {"match":{},"percent":5}'],
    removed: [],
    isReordered: false,
  });
  expect(describeRuleChange([rule(5), rule(7)], [rule(7), rule(9)])).toEqual({
    added: ['2: {"match":{},"percent":9}'],
    removed: ['1: {"match":{},"percent":5}'],
    isReordered: false,
  });
});

test('the same rules in another order are reordered, and nothing else', () => {
  expect(describeRuleChange([rule(5), rule(7)], [rule(7), rule(5)])).toEqual({
    added: [],
    removed: [],
    isReordered: true,
  });
});

test('of two equal rules one is left over', () => {
  expect(describeRuleChange([rule(5), rule(5)], [rule(5)])).toEqual({
    added: [],
    removed: ['2: {"match":{},"percent":5}'],
    isReordered: false,
  });
});
