import { type Html, html } from '../kit/html.ts';
import type { ExploreView } from './view.ts';

/** The shell of `/explore`: every place its content will take, held free, so that nothing jumps when it comes. */
export function renderExplorePage(view: ExploreView): string {
  const { assetsPath: at, session } = view;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Explore travel demand: destinations, markets, audiences and their trends.">
${session && html`<meta name="csrf-token" content="${session.formToken}">`}
<title>Travel demand – Bly</title>
<link rel="stylesheet" href="${at}/explore.css">
<script src="${at}/d3.js" defer></script>
<script src="${at}/plot.js" defer></script>
<script src="${at}/topojson-client.js" defer></script>
<script type="module" src="${at}/main.js"></script>
</head>
<body data-assets="${at}" data-environment="${view.isSandbox ? 'sandbox' : 'production'}">
<p class="skip"><a href="#main">Skip to content</a></p>
<header class="bar"><div class="bar-inner">
<a class="brand" href="/explore">Bly</a><span class="bar-title">Travel demand</span>
<nav class="bar-links" aria-label="Bly"><a href="/docs">Docs</a>${renderWho(view)}</nav>
</div></header>
<main id="main" tabindex="-1">
<div class="head">
<div><h1>Travel demand</h1><p id="lead" class="lead" aria-live="polite"></p></div>
<div id="basis" class="basis"></div>
</div>
<noscript><p class="notice">This page draws its charts in the browser and needs JavaScript. The same figures are answered by the API: see <a href="/docs/reference">the documentation</a>.</p></noscript>
${renderAccess(view)}
<div id="notice" class="notices" role="alert"></div>
<div id="explorer" class="explorer" hidden>
${renderFilters()}
${renderStage()}
${renderTrend()}
${renderLower()}
</div>
</main>
<footer class="foot"><p>Counted from searches, trips and bookings made here, by UTC day. Nobody can be told from it. <a href="/docs/reference">API reference</a></p><p>Map: Natural Earth.</p></footer>
</body>
</html>
`.text;
}

function renderWho({ session, canSignIn }: ExploreView): Html {
  if (session) return html`<a href="/account">${session.name || 'Account'}</a>`;
  return html`<button id="forget-key" class="link" type="button" hidden>Forget key</button>${canSignIn && html`<a id="sign-in" href="/sign-in?return_to=/explore">Sign in</a>`}`;
}

function renderAccess({ isSandbox, canSignIn, session }: ExploreView): Html {
  return html`<form id="access" class="access card" hidden>
<h2>Look at demand with your API key</h2>
<p class="quiet">${isSandbox ? html`The first start of the server prints one or names its file; <code>npm run bly -- admin create-key --name explore</code> makes another.` : html`A key that may search is enough.`}</p>
<div class="access-row">
<div class="field"><label for="key">API key</label><input id="key" name="key" type="password" autocomplete="off" spellcheck="false" autocapitalize="off" aria-describedby="key-hint key-problem" placeholder="bly_…"></div>
<button class="primary" type="submit">Continue</button>
</div>
<p id="key-problem" class="problem" role="alert"></p>
<p id="key-hint" class="hint">Kept in this tab only and forgotten when you close it. It never becomes part of an address.${canSignIn && !session && html` Or <a href="/sign-in?return_to=/explore">sign in</a>.`}</p>
</form>`;
}

function renderFilters(): Html {
  return html`<form id="filters" class="filters card" aria-label="What to look at">
${placeField('destination', 'To', 'Anywhere')}
${placeField('market', 'From', 'Everywhere')}
<div class="field"><label for="audience">Travelers</label><select id="audience"><option value="">Everybody</option><option value="solo">Solo</option><option value="couple">Couples</option><option value="family">Families</option><option value="group">Groups</option><option value="business">Business</option></select></div>
<div class="field"><label for="period">Period</label><select id="period"><option value="7d">Last 7 days</option><option value="28d">Last 28 days</option><option value="90d">Last 90 days</option><option value="365d">Last 12 months</option><option value="730d">Last 2 years</option><option value="custom">Choose dates…</option></select></div>
<div class="field"><label for="compare">Compared with</label><select id="compare"><option value="previous_year">Previous year</option><option value="previous_period">Previous period</option></select></div>
<div class="field"><span class="label" id="metric-label">Count</span><div id="metric" class="segments" role="radiogroup" aria-labelledby="metric-label">${segment('metric', 'searches', 'Searches')}${segment('metric', 'trips', 'Trips')}${segment('metric', 'bookings', 'Bookings')}</div></div>
<div id="dates" class="dates" hidden>
<div class="field"><label for="start">First day</label><input id="start" type="date" aria-describedby="dates-problem"></div>
<div class="field"><label for="end">Last day</label><input id="end" type="date" aria-describedby="dates-problem"></div>
<p id="dates-problem" class="problem" role="alert"></p>
</div>
</form>`;
}

function placeField(id: string, label: string, placeholder: string): Html {
  return html`<div class="field place"><label for="${id}">${label}</label><div class="place-box"><input id="${id}" type="text" role="combobox" aria-expanded="false" aria-autocomplete="list" aria-controls="${id}-list" autocomplete="off" spellcheck="false" placeholder="${placeholder}"><button id="${id}-clear" class="clear" type="button" aria-label="Clear ${label.toLowerCase()}" hidden><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M2 2l8 8M10 2l-8 8"/></svg></button><ul id="${id}-list" class="options" role="listbox" aria-label="${label}: places found" hidden></ul></div></div>`;
}

function segment(name: string, value: string, label: string): Html {
  return html`<label><input type="radio" name="${name}" value="${value}"><span>${label}</span></label>`;
}

function bones(count: number, name: string): readonly Html[] {
  return Array.from({ length: count }, () => html`<li class="${name}"><span class="bone"></span></li>`);
}

function renderStage(): Html {
  return html`<div class="stage">
<section aria-labelledby="figures-title"><h2 id="figures-title" class="sr">Key figures</h2><dl id="figures" class="figures">${[1, 2, 3, 4].map(() => html`<div class="figure"><dt class="bone"></dt><dd class="bone bone-big"></dd><dd class="bone"></dd></div>`)}</dl></section>
<section class="card map-card" aria-labelledby="map-title">
<div class="card-head"><h2 id="map-title">Where demand goes</h2><p id="map-key" class="map-key" aria-hidden="true"></p></div>
<div id="map" class="map busy"></div>
</section>
<section class="card rank-card" aria-labelledby="rank-title">
<div class="card-head"><h2 id="rank-title" class="sr">Ranking</h2>
<div class="segments" role="radiogroup" aria-label="Rank">${segment('rank', 'destinations', 'Destinations')}${segment('rank', 'markets', 'Markets')}</div>
<div class="tools"><label class="mini"><span class="sr">Order</span><select id="sort"><option value="volume">By volume</option><option value="growth">By growth</option></select></label><button id="rank-csv" class="tool" type="button">CSV<span class="sr"> of the ranking</span></button></div></div>
<ol id="ranking" class="ranking">${bones(10, 'rank bone-row')}</ol>
<div id="pages" class="pages"></div>
<ul id="rank-notes" class="note notes"></ul>
</section>
</div>`;
}

function renderTrend(): Html {
  return html`<section class="card trend-card" aria-labelledby="trend-title">
<div class="card-head"><h2 id="trend-title">Over time</h2>
<div class="tools"><div class="segments small" role="radiogroup" aria-label="Each point is">${segment('by', 'day', 'Day')}${segment('by', 'week', 'Week')}${segment('by', 'month', 'Month')}</div>
<div class="segments small" role="radiogroup" aria-label="Scale">${segment('scale', 'volume', 'Volume')}${segment('scale', 'index', 'Index')}</div>
<label class="check"><input id="forecast" type="checkbox"><span>Forecast</span></label><button id="trend-csv" class="tool" type="button">CSV<span class="sr"> of the series</span></button></div></div>
<ul id="legend" class="legend" aria-label="Series in the chart"><li class="bone-row"><span class="bone"></span></li></ul>
<div id="trend" class="trend busy"></div>
<p id="trend-note" class="note"></p>
<details id="trend-table" class="as-table"><summary>Show as a table</summary><div class="wide" tabindex="0" role="region" aria-label="The series as a table"></div></details>
</section>`;
}

function renderLower(): Html {
  return html`<div class="lower">
<section class="card" aria-labelledby="season-title"><div class="card-head"><h2 id="season-title">When it is wanted</h2></div><div id="season" class="season busy"></div>
<details id="season-table" class="as-table"><summary>Show as a table</summary><div class="wide" tabindex="0" role="region" aria-label="Seasonality as a table"></div></details></section>
<section class="card" aria-labelledby="audience-title"><div class="card-head"><h2 id="audience-title">Who travels</h2></div><ol id="audiences" class="ranking audiences">${bones(5, 'rank bone-row')}</ol><p id="audience-note" class="note"></p></section>
</div>`;
}
