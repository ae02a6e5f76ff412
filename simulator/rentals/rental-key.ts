import { epochDayToIsoDate, isIsoDate, isoDateToEpochDay, type LocalDateTime } from '../../src/travel/dates.ts';
import { RENTAL_PLANS, type RentalPlan } from './rental-tables.ts';

/** The content of an offer key. Minutes are wall-clock minutes since 1970-01-01T00:00 at the branch. */
export interface RentalKey {
  readonly pickUpBranch: string;
  readonly dropOffBranch: string;
  readonly acriss: string;
  readonly plan: RentalPlan;
  readonly pickUpMinute: number;
  readonly dropOffMinute: number;
  readonly driverAge: number;
  readonly residenceCountry: string | undefined;
}

const KEY = /^1~([A-Z]{3,6})~([A-Z]{3,6})~([A-Z]{4})~([A-Z])~(\d{10})~(\d{10})~(\d{2})~([A-Z]{2}|-)$/;
const DAY_MINUTES = 1440;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::\d{2})?$/;

/** `1~VLLISA~VLLISA~CDMR~F~2607011000~2607081000~30~DE`: version, branches, class, plan, times, age, residence. */
export function writeRentalKey(key: RentalKey): string {
  return createKeyWriter(key)(key.acriss, key.plan);
}

/** Writes the keys of all classes and plans of one rental. */
export function createKeyWriter(
  rental: Omit<RentalKey, 'acriss' | 'plan'>,
): (acriss: string, plan: RentalPlan) => string {
  const head = `1~${rental.pickUpBranch}~${rental.dropOffBranch}`;
  const tail = `${writeMinute(rental.pickUpMinute)}~${writeMinute(rental.dropOffMinute)}~${rental.driverAge}~${rental.residenceCountry ?? '-'}`;
  return (acriss, plan) => `${head}~${acriss}~${plan}~${tail}`;
}

/** The content of a key; undefined when it is not written like one. Whether it is for sale is another matter. */
export function readRentalKey(text: string): RentalKey | undefined {
  const match = KEY.exec(text);
  if (!match) return undefined;
  const [, pickUpBranch = '', dropOffBranch = '', acriss = '', planLetter, from = '', to = '', age, country] = match;
  const plan = RENTAL_PLANS.find((letter) => letter === planLetter);
  const pickUpMinute = readMinute(from);
  const dropOffMinute = readMinute(to);
  if (!plan || pickUpMinute === undefined || dropOffMinute === undefined) return undefined;
  const residenceCountry = country === '-' ? undefined : country;
  return {
    pickUpBranch,
    dropOffBranch,
    acriss,
    plan,
    pickUpMinute,
    dropOffMinute,
    driverAge: Number(age),
    residenceCountry,
  };
}

/** Wall-clock minutes of a date and time, seconds left out; undefined for a day that does not exist. */
export function minuteOfLocal(at: LocalDateTime): number | undefined {
  const [, date = '', hour, minute] = DATE_TIME.exec(at) ?? [];
  return isIsoDate(date) ? isoDateToEpochDay(date) * DAY_MINUTES + Number(hour) * 60 + Number(minute) : undefined;
}

/** The date and time of wall-clock minutes. */
export function localOfMinute(localMinute: number): LocalDateTime {
  const day = Math.floor(localMinute / DAY_MINUTES);
  const minute = localMinute - day * DAY_MINUTES;
  return `${epochDayToIsoDate(day)}T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00`;
}

function writeMinute(localMinute: number): string {
  return localOfMinute(localMinute).slice(2, 16).replace(/[-T:]/g, '');
}

function readMinute(text: string): number | undefined {
  return minuteOfLocal(
    `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}T${text.slice(6, 8)}:${text.slice(8, 10)}:00`,
  );
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
