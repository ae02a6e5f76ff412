/** The days around a holiday on which travel is lifted (or lowered). Days are epoch days, both included. */
export interface HolidaySpan {
  readonly from: number;
  readonly to: number;
  /** 0.3: 30 % more than usual. */
  readonly lift: number;
}

interface HolidayRule {
  /** The holiday's days in a year. */
  readonly days: (year: number) => readonly number[];
  readonly before: number;
  readonly after: number;
  readonly lift: number;
}

const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / 86_400_000;
const fixed =
  (...dates: readonly (readonly [month: number, day: number])[]) =>
  (year: number): readonly number[] =>
    dates.map(([month, day]) => dayOf(year, month, day));
const easterPlus =
  (days: number) =>
  (year: number): readonly number[] => [easterSunday(year) + days];

/** What the values of demand_markets.csv's column `events` mean. Lifts are our judgement. */
const RULES: Readonly<Record<string, HolidayRule>> = {
  christmas: { days: fixed([12, 25]), before: 6, after: 9, lift: 0.28 },
  christmas_light: { days: fixed([12, 25]), before: 4, after: 8, lift: 0.12 },
  summer_south: { days: fixed([1, 3]), before: 12, after: 22, lift: 0.16 },
  new_year: { days: fixed([1, 1]), before: 4, after: 6, lift: 0.32 },
  easter: { days: easterPlus(0), before: 5, after: 6, lift: 0.18 },
  easter_light: { days: easterPlus(0), before: 3, after: 2, lift: 0.12 },
  holy_week: { days: easterPlus(0), before: 9, after: 1, lift: 0.32 },
  carnival: { days: easterPlus(-47), before: 5, after: 1, lift: 0.4 },
  pentecost: { days: easterPlus(49), before: 3, after: 9, lift: 0.14 },
  thanksgiving: { days: (year) => [thanksgivingDay(year)], before: 4, after: 3, lift: 0.28 },
  spring_break: { days: fixed([3, 16]), before: 7, after: 12, lift: 0.1 },
  summer_us: { days: fixed([7, 4]), before: 4, after: 3, lift: 0.1 },
  half_term_uk: { days: fixed([2, 17], [5, 28], [10, 27]), before: 4, after: 5, lift: 0.14 },
  winter_fr: { days: fixed([2, 20]), before: 12, after: 13, lift: 0.14 },
  autumn_de: { days: fixed([10, 14]), before: 9, after: 10, lift: 0.12 },
  may_bridges: { days: fixed([5, 4]), before: 5, after: 6, lift: 0.14 },
  lny: { days: (year) => [lunarNewYear(year)], before: 10, after: 8, lift: 0.5 },
  lny_light: { days: (year) => [lunarNewYear(year)], before: 5, after: 5, lift: 0.22 },
  qingming: { days: fixed([4, 4]), before: 2, after: 2, lift: 0.15 },
  labour_week: { days: fixed([5, 2]), before: 3, after: 3, lift: 0.3 },
  national_week: { days: fixed([10, 3]), before: 4, after: 4, lift: 0.5 },
  golden_week: { days: fixed([5, 2]), before: 4, after: 4, lift: 0.45 },
  obon: { days: fixed([8, 13]), before: 4, after: 4, lift: 0.3 },
  silver_week: { days: fixed([9, 21]), before: 3, after: 3, lift: 0.14 },
  chuseok: { days: (year) => [newMoonFrom(dayOf(year, 8, 24)) + 14], before: 4, after: 4, lift: 0.38 },
  songkran: { days: fixed([4, 14]), before: 4, after: 3, lift: 0.16 },
  diwali: { days: (year) => [newMoonFrom(dayOf(year, 10, 14))], before: 5, after: 6, lift: 0.25 },
  passover: { days: (year) => [newMoonFrom(dayOf(year, 3, 12)) + 14], before: 4, after: 8, lift: 0.4 },
  eid: { days: eids, before: 4, after: 6, lift: 0.34 },
  eid_light: { days: eids, before: 4, after: 5, lift: 0.15 },
  ramadan: { days: (year) => islamicDays(year, 9, 1), before: 0, after: 24, lift: -0.25 },
};

/** The spans of a named event that touch a year; throws for a name that is none. */
export function holidaySpans(event: string, year: number): readonly HolidaySpan[] {
  const rule = RULES[event];
  if (!rule) throw new Error(`World data: demand_markets.csv names no known event: ${event}`);
  return [year - 1, year, year + 1]
    .flatMap(rule.days)
    .map((day) => ({ from: day - rule.before, to: day + rule.after, lift: rule.lift }));
}

/** Easter Sunday of the western churches as an epoch day (the Gregorian computus of Meeus, Jones and Butcher). */
export function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
}

/**
 * Lunar New Year as an epoch day: the new moon between 21 January and 20 February in Beijing; a day off where that
 * falls within minutes of midnight.
 */
export function lunarNewYear(year: number): number {
  return newMoonFrom(dayOf(year, 1, 21));
}

/** The fourth Thursday of November as an epoch day. */
export function thanksgivingDay(year: number): number {
  const first = dayOf(year, 11, 1);
  return first + ((7 - ((first + 4) % 7) + 4) % 7) + 21;
}

/**
 * Days of a Gregorian year on which a day of the tabular Islamic calendar falls; sightings differ from it by a day or
 * so.
 */
export function islamicDays(year: number, month: number, day: number): readonly number[] {
  const about = Math.floor((year - 622) * (33 / 32));
  return [about - 1, about, about + 1, about + 2]
    .map(
      (islamicYear) =>
        day +
        Math.ceil(29.5 * (month - 1)) +
        (islamicYear - 1) * 354 +
        Math.floor((3 + 11 * islamicYear) / 30) -
        492_149,
    )
    .filter((epochDay) => epochDay >= dayOf(year, 1, 1) && epochDay < dayOf(year + 1, 1, 1));
}

/** The end of the fast and the feast of sacrifice. */
function eids(year: number): readonly number[] {
  return [...islamicDays(year, 10, 1), ...islamicDays(year, 12, 10)];
}

const MONTH_OF_MOON = 29.530588861;
/** The mean new moon of January 2000 as days since 1970, in the time of Beijing. */
const NEW_MOON = 10_962.59766 + 8 / 24;

/** The day of the first new moon on or after a day, by its true anomaly to some hours. */
function newMoonFrom(day: number): number {
  for (let k = Math.floor((day - NEW_MOON) / MONTH_OF_MOON) - 1; ; k += 1) {
    // The greatest terms of the moon's and the sun's anomalies (Meeus, Astronomical Algorithms, chapter 49).
    const moon = ((201.5643 + 385.81693528 * k) * Math.PI) / 180;
    const sun = ((2.5534 + 29.1053567 * k) * Math.PI) / 180;
    const instant =
      NEW_MOON + MONTH_OF_MOON * k - 0.4072 * Math.sin(moon) + 0.17241 * Math.sin(sun) + 0.01608 * Math.sin(2 * moon);
    if (Math.floor(instant) >= day) return Math.floor(instant);
  }
}
