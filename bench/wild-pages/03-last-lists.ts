/** Lists at the end of the text. */

import { wildPage } from './wild-page.ts'

export const lastLists = [
  wildPage({
    name: 'three links under "Further reading"',
    site: 'docs',
    title: 'Tuning the scheduler',
    url: 'https://millrace.example/docs/scheduler',
    subject: 'software',
    body: '{{1}}{{2}}{{3}}<h2 id="further">Further reading</h2><ul><li><a href="/docs/queues">Queues</a></li><li><a href="/docs/tracing">Tracing</a></li><li><a href="https://papers.example/steal.pdf">Work stealing, the paper</a></li></ul>',
    has: ['## Further reading', '[Queues]', '[Work stealing, the paper](https://papers.example/steal.pdf)'],
    hasNot: ['First steps'],
  }),
  wildPage({
    name: 'a short packing list',
    url: 'https://walks.example/2024/11/the-dry-mile/',
    title: 'Walking the dry mile',
    body: '{{1}}{{3}}{{6}}<h3>Bring</h3><ul><li>boots</li><li>a torch</li><li>a map</li></ul>',
    has: ['### Bring', '- boots', '- a torch', '- a map'],
  }),
  wildPage({
    name: 'a nested list',
    site: 'plain',
    url: 'https://eels.example/notes.html',
    subject: 'rivers',
    title: 'Notes on eels',
    body: '{{1}}{{2}}{{4}}<h2>Sites</h2><ul><li>North<ul><li>Mill Weir</li><li>Long Pool</li></ul></li><li>South<ul><li>Tide Gate</li></ul></li></ul>',
    has: ['## Sites', '- North', 'Mill Weir', 'Tide Gate'],
  }),
  wildPage({
    name: 'numbered references with marks in the text',
    url: 'https://museum.example/blog/tides',
    site: 'news',
    subject: 'museum',
    title: 'A clock without a harbour',
    body: '{{1}}<p>The dial shows tides that nobody sees<sup><a href="#r1" id="b1">[1]</a></sup>, and its maker knew it<sup><a href="#r2" id="b2">[2]</a></sup>.</p>{{4}}{{5}}<h2>References</h2><ol><li id="r1">City archive, box 14. <a href="#b1">↑</a></li><li id="r2">Letter of 3 May 1902. <a href="#b2">↑</a></li></ol>',
    has: ['City archive, box 14', 'Letter of 3 May 1902'],
  }),
  wildPage({
    name: 'definitions of terms',
    site: 'newsletter',
    url: 'https://letters.example/p/locks',
    title: 'Locks, explained',
    body: '{{1}}{{2}}{{4}}<h3>Terms</h3><dl><dt>Pound</dt><dd>the water between two locks</dd><dt>Cill</dt><dd>the step below the gates</dd></dl>',
    has: ['### Terms', 'Pound', 'the water between two locks', 'the step below the gates'],
  }),
]
