/** Pages to try in the playground: one with content for every output, and one for each failure. */

import type { Site } from '../../../origin.ts'

const paragraph =
  'Gleaners follow the harvest and gather what it leaves behind. The custom is older than most laws about it, and in many villages it was the year’s surest bread: a family that gleaned for three weeks could eat from it until spring.'

const chapter = (n: number) =>
  `<h2>${['Before the harvest', 'In the field', 'After the rain', 'What remains'][n % 4]}</h2>
<p>${paragraph} See <a href="/notes/${n}">the notes of that year</a> and <a href="https://archive.example/${n}">the archive</a>.</p>
<h3>Tools</h3><ul><li>a sickle</li><li>two <strong>linen</strong> sacks</li><li>a rake with <code>12</code> teeth</li></ul>
<p>${paragraph}</p>`

const article = `<!doctype html><html lang="en"><head><title>A short history of gleaning</title>
<meta name="description" content="Who gathered what the harvest left, by which right, and what became of the custom.">
<meta name="author" content="Ada Fieldmouse">
<meta property="og:title" content="A short history of gleaning"><meta property="og:type" content="article">
<meta property="og:description" content="Who gathered what the harvest left, by which right, and what became of the custom.">
<meta property="og:site_name" content="Field Notes"><meta property="og:image" content="https://pictures.example/gleaners-1857.jpg">
<meta property="article:published_time" content="2026-08-14T09:30:00Z">
<meta name="twitter:card" content="summary_large_image"><link rel="canonical" href="/history">
<link rel="alternate" hreflang="de" href="/de/geschichte" title="Auf Deutsch">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"A short history of gleaning","author":{"@type":"Person","name":"Ada Fieldmouse"},"wordCount":1240}</script>
</head><body>
<header class="site-header"><a href="/">Field Notes</a></header>
<nav><a href="/harvest">Harvest</a> <a href="/tools">Tools</a> <a href="/laws">Laws</a> <a href="/about">About us</a></nav>
<main><article><h1>A short history of gleaning</h1>
<p>${paragraph}</p>
<figure><img src="/pictures/field.jpg" alt="Three women bend over a stubble field" width="800" height="520"></figure>
${[0, 1, 2, 3].map(chapter).join('\n')}
<h2>Harvests in numbers</h2>
<table><tr><th>Year</th><th>Households</th><th>Bushels</th></tr><tr><td>1788</td><td>214</td><td>1,140</td></tr>
<tr><td>1812</td><td>187</td><td>960</td></tr><tr><td>1857</td><td>96</td><td>402</td></tr></table>
<blockquote><p>And when ye reap the harvest of your land, thou shalt not wholly reap the corners of thy field.</p></blockquote>
<pre><code class="language-py">bushels = [1140, 960, 402]
print(sum(bushels))</code></pre>
<p>Questions? Write to <a href="mailto:ada@fieldnotes.example">ada@fieldnotes.example</a> or desk [at] fieldnotes [dot] example.</p>
</article></main>
<aside class="related"><h2>Related</h2><ul><li><a href="/r/1">Ten rakes compared</a></li><li><a href="/r/2">The corners of the field</a></li></ul></aside>
<footer><p>Field Notes, 2026. <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></footer>
</body></html>`

const html = (body: string, status = 200) => ({ status, body: `<!doctype html><title>A page</title>${body}` })

const shell = `<div id="root"></div><script>document.querySelector('#root').innerHTML = '<main><h1>Built by scripts</h1><p>${paragraph}</p></main>'</script>`

const chapters = Array.from({ length: 40 }, (_, n) => chapter(n)).join('\n')

export const sampleSite: Site = {
  '/history': { body: article },
  '/long': html(`<main><h1>Forty chapters</h1>${chapters}</main>`),
  '/shell': html(shell),
  '/gone': html('<main><h1>Gone</h1><p>There is nothing here any more.</p></main>', 404),
  '/broken': (request) => void request.socket.destroy(),
  '/slow': () => {},
  '/challenge': {
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
    body: '<title>Just a moment...</title><p>Checking your browser</p>',
  },
  '/picture': { headers: { 'content-type': 'image/png' }, body: 'png' },
}
