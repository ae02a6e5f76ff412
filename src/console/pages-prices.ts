import { pricesPage, tryPricesPage } from '../../web/console/prices-page.ts';
import { readTypedAmount } from '../decisions/model/read-amount.ts';
import { Refusal, refuseFields } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { PricingRulesResource, TriedRules } from '../pricing/contract.ts';
import { staffForm, staffPage } from './form-page.ts';
import { noticeOf, requireOwner, type StaffDoors, type StaffVisit } from './staff.ts';

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
    staffForm(doors, `${LIST}/switch`, LIST, async (visit, { form }) => {
      requireOwner(visit);
      const { rules } = await visit.run('get_pricing_rules', PricingRulesResource);
      const body = () => ({ version: Number(form['version']), rules: rules.map(switchRule(form)) });
      await visit.run('replace_pricing_rules', PricingRulesResource, { body });
      return visit.goTo(LIST, 'saved');
    }),
    staffPage(doors, `${LIST}/try`, `${LIST}/try`, async (visit) =>
      visit.page(tryPricesPage(visit.facts, { typed: {}, tried: undefined })),
    ),
    staffForm(doors, `${LIST}/try`, `${LIST}/try`, answerTry),
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

type Form = Readonly<Record<string, string>>;

/** The rule of the form is switched as it says; the others stay as they are. */
function switchRule(form: Form) {
  return ({ enabled, ...rule }: { readonly enabled?: boolean | undefined }, place: number) => {
    const isOn = String(place) === form['rule'] ? form['enabled'] === 'yes' : enabled !== false;
    return isOn ? rule : { ...rule, enabled: false };
  };
}

/** What was typed stays in the form, whatever came of it. */
async function answerTry(visit: StaffVisit, { form: typed }: PageContext): Promise<PageAnswer> {
  try {
    const { rules } = await visit.run('get_pricing_rules', PricingRulesResource);
    const tried = await visit.run('pricing_rules_try', TriedRules, { body: () => attemptOf(typed, rules) });
    return visit.page(tryPricesPage(visit.facts, { typed, tried }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    return visit.page(
      tryPricesPage(visit.facts, { typed, tried: undefined }, { kind: 'bad', text: error.message }),
      422,
    );
  }
}

const DRAFT_PREFIX = 'draft_';
const DRAFT_FIELDS = [...WORDS, 'percent', ...AMOUNTS].map((name) => `${DRAFT_PREFIX}${name}`);

function attemptOf(form: Form, rules: readonly unknown[]): Readonly<Record<string, unknown>> {
  const field = (name: string) => (form[name] ?? '').trim();
  const currency = field('currency').toUpperCase();
  const amount = /^[A-Z]{3}$/.test(currency) ? readTypedAmount(field('amount'), currency) : undefined;
  if (amount === undefined)
    throw refuseFields([{ path: 'amount', problem: 'must be an amount in the currency beside it' }]);
  const named = ['supplier', 'carrier', 'destination', 'cabin'].filter((name) => field(name) !== '');
  const example = {
    kind: field('kind'),
    ...Object.fromEntries(named.map((name) => [name, field(name)])),
    amount: amount.value,
    currency,
  };
  if (DRAFT_FIELDS.every((name) => field(name) === '')) return { example };
  const draft = ruleOf(
    Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) =>
        name.startsWith(DRAFT_PREFIX) ? [[name.slice(DRAFT_PREFIX.length), value]] : [],
      ),
    ),
  );
  return { example, rules: form['draft_place'] === 'last' ? [...rules, draft] : [draft, ...rules] };
}

/** The rule as it was typed, for the operation to judge. Throws the 422 of a field that cannot be read. */
function ruleOf(form: Form): Readonly<Record<string, unknown>> {
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
