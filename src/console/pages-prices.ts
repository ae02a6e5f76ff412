import { pricesPage } from '../../web/console/prices-page.ts';
import { readTypedAmount } from '../decisions/model/read-amount.ts';
import { refuseFields } from '../platform/errors.ts';
import type { PageDeclaration } from '../platform/http/route.ts';
import { PricingRulesResource } from '../pricing/contract.ts';
import { staffForm, staffPage } from './form-page.ts';
import { noticeOf, requireOwner, type StaffDoors } from './staff.ts';

const LIST = '/console/prices';
const WORDS = ['kind', 'supplier', 'carrier', 'country', 'cabin'] as const;
const AMOUNTS = ['fixed', 'minimum', 'maximum', 'round_to'] as const;

/** Service fees: the rules in the order they are tried, one more, one less. Owners change them. */
export function createPricePages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(doors, LIST, LIST, async (visit, context) =>
      visit.page(
        pricesPage(visit.facts, await visit.run('get_pricing_rules', PricingRulesResource), noticeOf(context)),
      ),
    ),
    staffForm(doors, LIST, LIST, async (visit, { form }) => {
      requireOwner(visit);
      const { rules, version } = await visit.run('get_pricing_rules', PricingRulesResource);
      const rule = ruleOf(form);
      const body = () => ({ version, rules: form['place'] === 'first' ? [rule, ...rules] : [...rules, rule] });
      await visit.run('replace_pricing_rules', PricingRulesResource, { body });
      return visit.goTo(LIST, 'saved');
    }),
    staffForm(doors, `${LIST}/remove`, LIST, async (visit, { form }) => {
      requireOwner(visit);
      const { rules } = await visit.run('get_pricing_rules', PricingRulesResource);
      // The rules that the person saw: what somebody else changed meanwhile is the 409 of the operation.
      const version = Number(form['version']);
      const body = () => ({ version, rules: rules.filter((_, place) => String(place) !== form['rule']) });
      await visit.run('replace_pricing_rules', PricingRulesResource, { body });
      return visit.goTo(LIST, 'removed');
    }),
  ];
}

/** The rule as it was typed, for the operation to judge. Throws the 422 of a field that cannot be read. */
function ruleOf(form: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const field = (name: string) => (form[name] ?? '').trim();
  const currency = field('currency').toUpperCase();
  const amount = (name: string): number => {
    const read = /^[A-Z]{3}$/.test(currency) ? readTypedAmount(field(name), currency) : undefined;
    if (read === undefined)
      throw refuseFields([{ path: name, problem: 'must be an amount in the currency of the rule' }]);
    return read.value;
  };
  const percent = field('percent') === '' ? 0 : Number(field('percent').replace(',', '.'));
  if (Number.isNaN(percent)) throw refuseFields([{ path: 'percent', problem: 'must be a number' }]);
  return {
    match: Object.fromEntries(WORDS.filter((name) => field(name) !== '').map((name) => [name, field(name)])),
    percent,
    ...(currency === '' ? {} : { currency }),
    ...Object.fromEntries(AMOUNTS.filter((name) => field(name) !== '').map((name) => [name, amount(name)])),
  };
}
