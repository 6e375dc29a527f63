/** Related pages, forms and labels of advertisements in or below the text. */

import { wildPage } from './wild-page.ts'

const cards = (cls: string, names: readonly string[]) =>
  names
    .map(
      (name, n) =>
        `<div class="${cls}"><a href="/b/${n}"><img src="/b/${n}.jpg" alt="" width="400" height="250"></a><h3><a href="/b/${n}">${name}</a></h3><p>A short summary of what the entry says about ${name.toLowerCase()}, in about two lines of text as they are shown on such a card.</p><a class="more" href="/b/${n}">read more</a></div>`,
    )
    .join('')

export const noise = [
  wildPage({
    name: 'grid of a builder below the text',
    url: 'https://studio.example/blog/friction',
    title: 'Along the cut',
    body: `<body class="et_pb_pagebuilder_layout"><header id="main-header"><a href="/">Studio</a></header><div id="main-content"><article class="page"><div class="entry-content"><div class="et_pb_section"><div class="et_pb_row"><div class="et_pb_module et_pb_post_title"><h1 class="entry-title">Along the cut</h1></div><div class="et_pb_module et_pb_text"><div class="et_pb_text_inner">{{1}}{{2}}{{3}}{{4}}</div></div></div></div><div class="et_pb_section"><div class="et_pb_row"><div class="et_pb_module et_pb_text"><h2>Related posts</h2></div><div class="et_pb_module et_pb_blog_grid_wrapper"><div class="et_pb_blog_grid">${cards('et_pb_post', ['Ink and rust', 'A house of doors', 'Where ferries sleep'])}</div></div></div></div></div></article></div><footer>Studio 2024</footer></body>`,
    has: ['finding that feeder took four winters'],
    hasNot: ['Ink and rust', 'Related posts', 'Where ferries sleep'],
  }),
  wildPage({
    name: 'newsletter form in the middle',
    site: 'news',
    url: 'https://courier.example/culture/clocks',
    subject: 'museum',
    title: 'All of them must run',
    body: '{{1}}{{2}}<div class="inline-signup"><h4>The Friday letter</h4><p>Our best stories, in your inbox every Friday.</p><form action="/signup" method="post"><input type="email" name="e" placeholder="Your e-mail"><button>Sign up</button></form></div>{{3}}{{4}}{{5}}',
    has: ['Two curators wind them every Monday', 'hear the differences'],
    hasNot: ['in your inbox every Friday'],
  }),
  wildPage({
    name: 'labels of advertisements',
    site: 'news',
    url: 'https://zeitung.example/fluss/aale',
    subject: 'rivers',
    title: 'Aale',
    body: '{{1}}<div><span>Anzeige</span><div id="slot-1"></div></div>{{2}}<p>Advertisement</p><div id="slot-2"></div>{{3}}<div class="x1"><small>ADVERTISEMENT – SCROLL TO CONTINUE</small></div>{{4}}',
    has: ['Weirs are the greatest obstacle'],
    hasNot: [/^Anzeige$/m, /^Advertisement$/m, 'SCROLL TO CONTINUE'],
  }),
  wildPage({
    name: 'cards of a loop builder',
    site: 'plain',
    url: 'https://eng.example/blog/steal',
    subject: 'software',
    title: 'Stealing, fairly',
    body: `{{1}}{{2}}{{3}}{{4}}<div class="elementor-widget-heading"><h2 class="elementor-heading-title">You may also like</h2></div><div class="elementor-posts-container elementor-grid">${cards('elementor-post', ['Rate limits', 'Slow disks', 'Cheap traces', 'Long queues'])}</div>`,
    has: ['lost messages when the disk filled up'],
    hasNot: ['Rate limits', 'You may also like', 'Cheap traces'],
  }),
  wildPage({
    name: 'one related story in the text, and buttons to share',
    url: 'https://courier.example/2025/03/boats/',
    title: 'Boats are back',
    body: '{{1}}<div class="share-bar"><span>Share this</span><a href="https://www.facebook.com/sharer.php?u=x">Facebook</a><a href="https://twitter.com/intent/tweet?u=x">Twitter</a></div>{{2}}<div class="read-also"><strong>Read also:</strong> <a href="/2025/02/lock/">Lock nine reopens after the breach</a></div>{{3}}{{5}}<div class="author-box"><h4>About the author</h4><p>Jo Penhale walks for a living.</p></div>',
    has: ['Today a narrowboat can go up'],
    hasNot: ['Share this', 'Lock nine reopens after the breach'],
  }),
]
