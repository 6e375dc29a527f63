/** Headings, tables and lists that only ARIA roles mark. */

import { wildPage } from './wild-page.ts'

export const ariaRoles = [
  wildPage({
    name: 'headings of a generated page',
    site: 'news',
    url: 'https://app.example/help/locks',
    title: 'Help for boaters',
    body: '<div role="heading" aria-level="2" class="css-1x">Before you enter</div>{{1}}{{2}}<div role="heading" aria-level="3" class="css-2x">After you leave</div>{{4}}',
    has: ['## Before you enter', '### After you leave'],
  }),
  wildPage({
    name: 'a table of generic elements',
    site: 'docs',
    url: 'https://millrace.example/docs/limits',
    title: 'Limits',
    subject: 'software',
    body: '{{3}}<div role="table" aria-label="Limits"><div role="rowgroup"><div role="row"><span role="columnheader">Plan</span><span role="columnheader">Clients</span></div></div><div role="rowgroup"><div role="row"><span role="cell">Small</span><span role="cell">20,000</span></div><div role="row"><span role="cell">Large</span><span role="cell">90,000</span></div></div></div>{{4}}',
    has: [/\| Plan \| Clients \|/, /\| Large \| 90,000 \|/],
  }),
  wildPage({
    name: 'a list of generic elements',
    url: 'https://bakes.example/kit/',
    subject: 'baking',
    title: 'The kit',
    body: '{{1}}{{2}}<div role="list" class="grid"><div role="listitem"><p>A rolling pin without handles</p></div><div role="listitem"><p>Two heavy trays</p></div><div role="listitem"><p>A scraper</p></div></div>{{4}}',
    has: ['- A rolling pin without handles', '- Two heavy trays', '- A scraper'],
  }),
  wildPage({
    name: 'a grid of opening hours',
    url: 'https://museum.example/visit',
    site: 'news',
    subject: 'museum',
    title: 'Visit the gallery of clocks',
    body: '{{1}}{{5}}<div role="grid"><div role="row"><div role="columnheader">Day</div><div role="columnheader">Hours</div></div><div role="row"><div role="gridcell">Tuesday</div><div role="gridcell">10–17</div></div><div role="row"><div role="gridcell">Saturday</div><div role="gridcell">11–19</div></div></div>{{3}}',
    has: [/\| Day \| Hours \|/, /\| Saturday \| 11–19 \|/],
  }),
  wildPage({
    name: 'a list whose role is removed, a heading without a level and a presentational table',
    url: 'https://eels.example/layout',
    subject: 'rivers',
    site: 'plain',
    title: 'Field notes',
    body: '<table role="presentation"><tr><td>{{1}}<p role="heading">At the weir</p>{{2}}</td></tr></table>{{3}}{{4}}',
    has: ['## At the weir', 'Only eleven of the transmitters'],
    hasNot: [/^\|/m],
  }),
]
