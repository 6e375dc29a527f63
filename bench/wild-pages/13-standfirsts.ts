/** Summaries under the headline, in boxes whose names suggest something else. */

import { paragraphs } from './texts.ts'
import { wildPage } from './wild-page.ts'

const page = (head: string, rest: string) =>
  `<body><div class="masthead"><a href="/">The Courier</a><ul><li><a href="/n">News</a></li><li><a href="/s">Sport</a></li></ul></div>${head}<div class="body-text">${rest}</div><div class="foot"><a href="/terms">Terms</a> <a href="/imprint">Imprint</a></div></body>`

const all = (subject: keyof typeof paragraphs) =>
  paragraphs[subject]
    .slice(0, 5)
    .map((text) => `<p>${text}</p>`)
    .join('')

export const standfirsts = [
  wildPage({
    name: 'in a header',
    url: 'https://courier.example/a/canal',
    body: page(
      '<header class="article-header"><h1>The dry mile</h1><p class="summary">Sixty years after the last boat, volunteers are digging for the water that fed the lowest lock.</p><span class="by">By Jo Penhale</span></header>',
      all('canal'),
    ),
    has: ['volunteers are digging for the water', 'went bankrupt in 1846'],
    hasNot: ['Imprint'],
  }),
  wildPage({
    name: 'in a box named top',
    url: 'https://zeitung.example/fluss/12345.html',
    body: page(
      '<div class="top"><div class="kicker">Rivers</div><h1>Where do the eels go?</h1><div class="top__text">Eleven transmitters, three whales and one long wait: what a study of eight years found out.</div></div>',
      all('rivers'),
    ),
    has: ['Eleven transmitters, three whales and one long wait'],
  }),
  wildPage({
    name: 'in a box named intro with an image',
    url: 'https://giornale.example/cultura/2024/03/03/news/orologi-1/',
    body: page(
      '<section class="intro intro--hero"><h1>Noon, three hundred times</h1><h2>In the gallery of clocks, two curators keep a dentist’s last wish</h2><figure><img src="/hero.jpg" alt="The hall" width="1200" height="600"><figcaption>The hall at noon</figcaption></figure></section>',
      all('museum'),
    ),
    has: ['keep a dentist’s last wish', 'opened in 1921'],
  }),
  wildPage({
    name: 'a heading of the third level as a standfirst',
    url: 'https://bakes.example/features/slice',
    body: page(
      '<div class="hero-banner"><h1>The Saturday slice</h1><h3 class="deck">It took a winter of burnt trays to write down a recipe that was never weighed.</h3><div class="hero-meta"><time datetime="2025-02-01">1 February</time></div></div>',
      all('baking'),
    ),
    has: ['It took a winter of burnt trays to write'],
  }),
  wildPage({
    name: 'a strong paragraph outside the text',
    url: 'https://eng.example/blog/lost',
    body: page(
      '<div class="page-title-wrap header-block"><h1>Three faster designs</h1><div class="subtitle"><strong>They all lost messages when the disk was full, so we kept the slow one.</strong></div></div>',
      all('software'),
    ),
    has: ['so we kept the slow one', 'A connection that stays open'],
  }),
]
