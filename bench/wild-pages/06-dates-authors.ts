/** Dates and authors that only the page's text or markup states. */

import { wildPage } from './wild-page.ts'

export const datesAuthors = [
  wildPage({
    name: 'entry footer of a theme',
    output: 'metadata',
    title: 'The dry mile',
    url: 'https://walks.example/the-dry-mile/',
    body: '{{1}}{{2}}{{3}}</div><footer class="entry-footer"><span class="byline"><span class="author vcard"><img alt="" src="https://gravatar.example/a" class="avatar" width="49" height="49"><span class="screen-reader-text">Author </span><a class="url fn n" href="/author/jo/">Jo Penhale</a></span></span><span class="posted-on"><span class="screen-reader-text">Posted on </span><a href="/the-dry-mile/" rel="bookmark"><time class="entry-date published" datetime="2023-11-19T08:30:00+00:00">19th November 2023</time><time class="updated" datetime="2024-01-02T09:00:00+00:00">2nd January 2024</time></a></span><span class="cat-links">Walks</span></footer><div>',
    has: ['"Jo Penhale"', '2023-11-19'],
    hasNot: ['"published_at":"2024'],
  }),
  wildPage({
    name: 'German byline after the text',
    output: 'metadata',
    title: 'Aale wandern',
    url: 'https://fluss.example/aale.html',
    site: 'plain',
    subject: 'rivers',
    body: '{{1}}{{2}}{{4}}<p class="post-footer">Veröffentlicht von <a href="/autor/ines" rel="author">Ines Roth</a> am <time datetime="2022-10-04">4. Oktober 2022</time></p>',
    has: ['"Ines Roth"', '2022-10-04'],
  }),
  wildPage({
    name: 'hAtom with an abbreviation',
    output: 'metadata',
    title: 'Winding day',
    url: 'https://clocks.blog.example/winding.html',
    subject: 'museum',
    body: '<body><div class="main"><div class="post hentry uncustomized-post-template"><h3 class="post-title entry-title">Winding day</h3><div class="post-body entry-content">{{1}}{{2}}{{3}}</div><div class="post-footer"><div class="post-footer-line"><span class="post-author vcard">Posted by <span class="fn"><a href="/profile/1" rel="author"><span>Tilda Brand</span></a></span></span> <span class="post-timestamp">at <a class="timestamp-link" href="/winding.html" rel="bookmark"><abbr class="published" title="2014-06-02T07:15:00-07:00">7:15 AM</abbr></a></span></div></div></div></div><div class="sidebar"><h2>Archive</h2><ul><li><a href="/2013">2013</a></li></ul></div></body>',
    has: ['"Tilda Brand"', '2014-06-02'],
  }),
  wildPage({
    name: 'journal with a vague and an exact date',
    output: 'metadata',
    title: 'Migration of silver eels past low weirs',
    url: 'https://journal.example/articles/10.1/x7',
    subject: 'rivers',
    head: '<meta name="citation_title" content="Migration of silver eels past low weirs"><meta name="citation_publication_date" content="2020/03"><meta name="citation_author" content="Roth, Ines"><meta name="dc.date" content="2020-03-17"><meta name="dc.source" content="Journal of River Studies 2020 9:3">',
    site: 'news',
    body: '<p>Open access · Published: 17 March 2020</p><h2>Abstract</h2>{{2}}{{3}}{{4}}',
    has: ['2020-03-17', 'Roth'],
  }),
  wildPage({
    name: 'date and author side by side below the headline',
    output: 'metadata',
    title: 'We stopped losing messages',
    url: 'https://eng.example/blog/messages',
    subject: 'software',
    body: '<body><header><a href="/">Millrace engineering</a></header><main><article><h1>We stopped losing messages</h1><div class="meta"><div class="who"><a href="/team/pia"><img src="/pia.jpg" alt="Pia Lindqvist" width="40"></a><div><a href="/team/pia">Pia Lindqvist</a><span>Staff engineer</span></div></div><div class="when"><span itemprop="datePublished">Sep 8, 2024</span> · 6 min read</div></div>{{1}}{{4}}{{5}}</article></main><footer>© 2025 Millrace</footer></body>',
    has: ['2024-09-08', 'Pia Lindqvist'],
    hasNot: ['Staff engineer"'],
  }),
]
