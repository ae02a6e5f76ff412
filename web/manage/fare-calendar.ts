import { formatDay, formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import type { ChangeFormView, FareCalendarView, FareDayView, FlightFormView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** A calendar of each direction: every day is a link that looks for flights of that day. No script is needed. */
export function renderCalendars(texts: Vocabulary, view: ChangeFormView, form: FlightFormView): Html | undefined {
  if (form.calendars.length === 0) return undefined;
  return html`${form.calendars.map((calendar) => renderCalendar(texts, { view, form, calendar }))}
<p class="note">${texts.own.change.calendar.note}</p>`;
}

interface Shown {
  readonly view: ChangeFormView;
  readonly form: FlightFormView;
  readonly calendar: FareCalendarView;
}

function renderCalendar(texts: Vocabulary, shown: Shown): Html {
  const { calendar } = shown;
  const labels = texts.own.change.calendar;
  const id = `calendar-${calendar.name}`;
  const fares = calendar.days.flatMap(({ fare }) => (fare === undefined ? [] : [fare.value]));
  const lowest = fares.length === 0 ? undefined : Math.min(...fares);
  const weeks = (from: string | undefined, label: string): Html =>
    from === undefined
      ? html`<span></span>`
      : html`<a href="${linkOf(texts, shown, { [`from_${calendar.name}`]: from })}">${label}<span class="unseen">: ${calendar.route}</span></a>`;
  return html`<section class="fare-calendar" aria-labelledby="${id}"><h3 id="${id}">${labels.heading(calendar.route)}</h3>
<ol class="fare-days">${labels.weekdays.map((weekday) => html`<li class="weekday" aria-hidden="true">${weekday}</li>`)}
${calendar.days.map((day) => renderDay(texts, shown, { day, isLowest: day.fare !== undefined && day.fare.value === lowest }))}</ol>
<p class="fare-weeks">${weeks(calendar.before, labels.earlier)}${weeks(calendar.after, labels.later)}</p></section>`;
}

function renderDay(
  texts: Vocabulary,
  shown: Shown,
  { day, isLowest }: { readonly day: FareDayView; readonly isLowest: boolean },
): Html {
  const { messages, own } = texts;
  const labels = own.change.calendar;
  const number = Number(day.date.slice(-2));
  if (day.state === 'closed')
    return html`<li aria-hidden="true"><span class="day"><span class="number">${number}</span></span></li>`;
  const fare = day.fare && formatMoney(messages, day.fare);
  const label = [formatDay(messages, day.date), fare ?? labels.unknown, day.state === 'chosen' && labels.chosen];
  const classes = [day.state === 'chosen' && 'chosen', isLowest && 'cheapest'].filter((name) => name !== false);
  return html`<li${classes.length > 0 && html` class="${classes.join(' ')}"`}><a href="${linkOf(texts, shown, { search: '1', [shown.calendar.name]: day.date })}" aria-label="${label.filter((part) => part !== false).join(', ')}"${day.state === 'chosen' && html` aria-current="date"`}><span class="number">${number}</span><span class="fare">${day.fare === undefined ? '–' : short(fare ?? '')}</span></a></li>`;
}

/** As much of an amount as fits a seventh of a telephone: without decimals that are none. */
function short(text: string): string {
  return text.replace(/[.,]00(?!\d)/, '');
}

/** The address of the form with some of its days changed. */
function linkOf(texts: Vocabulary, { view, form }: Shown, changes: Readonly<Record<string, string>>): string {
  const days = Object.fromEntries(form.days.map(({ name, value }) => [name, value]));
  return inLanguage(texts, `/manage/items/${view.itemId}/change`, { ...days, sort: form.sort, ...changes });
}
