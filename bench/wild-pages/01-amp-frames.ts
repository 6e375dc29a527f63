/** Frames, carousels and widgets of AMP pages, whose content follows them. */

import { wildPage } from './wild-page.ts'

const amp = (title: string, body: string) =>
  `<!doctype html><html amp lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="canonical" href="https://site.example/x"><script async src="https://cdn.ampproject.org/v0.js"></script><style amp-custom>body{margin:0}.h{color:red}</style></head><body>
<amp-sidebar id="s" layout="nodisplay" side="left"><ul><li><a href="/news">News</a></li><li><a href="/food">Food</a></li></ul></amp-sidebar><header class="amp-header"><a href="/">The Courier</a></header>
<article class="amp-wp-article"><header class="amp-wp-article-header"><h1 class="amp-wp-title">${title}</h1></header><div class="amp-wp-article-content">${body}</div></article><footer class="amp-wp-footer"><p>Back to top</p></footer></body></html>`

export const ampFrames = [
  wildPage({
    name: 'a map in the middle of a report',
    url: 'https://courier.example/2024/05/canal/amp/',
    body: amp(
      'The dry mile',
      '{{1}}{{2}}<amp-iframe width="600" height="400" sandbox="allow-scripts allow-same-origin" layout="responsive" frameborder="0" src="https://maps.example/embed?pb=1"><amp-img layout="fill" src="/map-placeholder.png" placeholder></amp-img></amp-iframe>{{3}}<h2>How far it goes now</h2>{{5}}',
    ),
    has: ['were growing out of the lock chambers', '## How far it goes now', 'to reach the summit level'],
  }),
  wildPage({
    name: 'a poll that closes itself, before a list',
    url: 'https://courier.example/amp/eels',
    subject: 'rivers',
    body: amp(
      'Eels on the move',
      '{{1}}<amp-iframe title="Poll" width="300" height="300" src="https://polls.example/7" sandbox="allow-scripts"/>{{2}}<ul><li>206 tagged animals</li><li>eleven transmitters found</li></ul>{{3}}</amp-iframe>{{4}}',
    ),
    has: ['Only eleven of the transmitters', '- 206 tagged animals', 'Cheap solutions exist'],
  }),
  wildPage({
    name: 'two frames and a carousel',
    url: 'https://courier.example/gallery/clocks.amp.html',
    subject: 'museum',
    body: amp(
      'The gallery of clocks',
      '{{1}}<amp-iframe src="https://w.example/a" height="100"><div placeholder>Loading</div></amp-iframe><amp-carousel width="400" height="300" layout="responsive" type="slides"><figure><amp-img src="/clocks/tall.jpg" alt="A longcase clock" width="400" height="300"></amp-img><figcaption>The longcase clock of 1704</figcaption></figure><figure><amp-img src="/clocks/tide.jpg" alt="A tide dial" width="400" height="300"></amp-img><figcaption>The tide dial</figcaption></figure></amp-carousel>{{2}}<amp-iframe src="https://w.example/b" height="100"></amp-iframe>{{3}}{{4}}',
    ),
    has: ['/clocks/tall.jpg', 'The longcase clock of 1704', 'Two curators wind them', 'before the clock was finished'],
  }),
  wildPage({
    name: 'links after a frame',
    url: 'https://courier.example/food/amp',
    subject: 'baking',
    output: 'links',
    body: amp(
      'Cherry slice',
      '{{1}}<amp-iframe src="https://w.example/c" height="300" layout="fixed-height"><p overflow tabindex="0">Read more</p></amp-iframe>{{2}}<p>The dough is the one from <a href="https://courier.example/food/rough-puff">rough puff pastry</a>.</p>',
    ),
    has: ['https://courier.example/food/rough-puff', 'rough puff pastry'],
  }),
  wildPage({
    name: 'a video, an audio file, an advertisement and a frame',
    url: 'https://courier.example/radio/amp',
    subject: 'canal',
    body: amp(
      'Voices of the towpath',
      '{{1}}<amp-audio src="/v/keeper.mp3"><p fallback>No audio</p></amp-audio>{{2}}<amp-ad width="300" height="250" type="doubleclick" data-slot="/1/x"></amp-ad>{{3}}<amp-youtube data-videoid="abc123xyz00" width="480" height="270" layout="responsive"></amp-youtube><amp-iframe src="https://w.example/d" height="50"></amp-iframe><h2>Who speaks</h2><table><tr><th>Voice</th><th>Year</th></tr><tr><td>Ada Pell</td><td>1971</td></tr></table>{{4}}',
    ),
    has: ['were growing out of the lock chambers', '| Ada Pell | 1971 |', 'finding that feeder took four winters'],
  }),
]
