/** Pages with everything that makes screenshots differ: images, web fonts, layers, animations, lists that load on scrolling. */

import { existsSync, readFileSync } from 'node:fs'
import { drawPng } from '../../test/operations/rendering/draw-png.ts'
import type { Site } from '../../test/origin.ts'

const words = 'An oak grows in a wood and drops its acorns in autumn, for pigs and jays to eat. '
const paragraphs = (count: number) => `<p>${words.repeat(4)}</p>`.repeat(count)
const base = `body { font: 16px/1.5 sans-serif; margin: 0 } main { max-width: 800px; margin: auto; padding: 20px }
img { max-width: 100% }`
const page = (style: string, body: string, attributes = 'lang="en"') => ({
  body: `<!doctype html><html ${attributes}><meta charset="utf-8"><title>Oaks</title><style>${base} ${style}</style>${body}`,
})
const images = (count: number, attributes: string) =>
  Array.from(
    { length: count },
    (_, n) => `<figure><img src="/image-${n}.png" ${attributes}><figcaption>Image ${n}</figcaption></figure>`,
  )
const font = '/usr/share/fonts/truetype/dejavu/DejaVuSerif-BoldItalic.ttf'
const reveal = `const seen = new IntersectionObserver((all) => all.forEach((one) => { if (one.isIntersecting) one.target.classList.add('seen') }));
document.querySelectorAll('.reveal').forEach((one) => seen.observe(one))`
const consent = `position: fixed; inset: auto 0 0 0; height: 300px; background: gold; z-index: 999; padding: 40px`

export const localPages: Site = {
  '/images': page(
    '',
    `<main><h1>Images</h1>${images(3, 'width="600" height="300"').join('')}
    <picture><source srcset="/wide.png 2x, /small.png 1x"><img src="/none.png" width="300"></picture>
    <div style="height: 200px; background: url(/back.png) center / cover"></div>
    <svg width="100" height="100"><circle cx="50" cy="50" r="40" fill="teal"/></svg></main>`,
  ),
  '/fonts': page(
    `@font-face { font-family: Web; src: url(/web.ttf); font-display: swap }
    @font-face { font-family: Block; src: url(/slow.ttf); font-display: block } h1 { font: 60px Web } p { font-family: Block }`,
    `<main><h1>Web fonts</h1>${paragraphs(5)}</main>`,
  ),
  '/lazy': page(
    'figure { margin: 500px 0 }',
    `<main><h1>Lazy images</h1>${images(8, 'width="600" height="300" loading="lazy"').join('')}
    <div class="reveal" data-src="/late.png"></div></main><script>new IntersectionObserver(([one]) => { if (one.isIntersecting) one.target.innerHTML = '<img src=' + one.target.dataset.src + '>' }).observe(document.querySelector('.reveal'))</script>`,
  ),
  '/fixed': page(
    `header { position: fixed; top: 0; width: 100%; height: 60px; background: navy; color: #fff } main { padding-top: 80px }
    footer { position: fixed; bottom: 0; width: 100%; height: 40px; background: maroon } h2 { position: sticky; top: 60px; background: #eee }`,
    `<header>Fixed header</header><main><h1>Fixed</h1>${`<h2>Sticky</h2>${paragraphs(6)}`.repeat(5)}</main><footer>Fixed footer</footer>`,
  ),
  '/consent': page(
    `html, body { overflow: hidden; height: 100% } #onetrust-consent-sdk { ${consent} } .onetrust-pc-dark-filter { position: fixed; inset: 0; background: #000a; z-index: 99 }`,
    `<main><h1>Consent</h1>${paragraphs(20)}</main><div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter"></div><div id="onetrust-banner-sdk">We use cookies. <button>Accept all</button> <button>Reject all</button></div></div>`,
  ),
  '/consent-late': page(
    '',
    `<main><h1>Late consent</h1>${paragraphs(20)}</main><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div class="cookie-consent" role="dialog" aria-label="Cookies" style="${consent}"><p>We and our 812 partners use cookies to store and access data.</p><button>Accept all</button><button>Manage preferences</button></div>'), 300)</script>`,
  ),
  '/animations': page(
    `@keyframes in { from { opacity: 0; transform: translateY(80px) } } @keyframes spin { to { transform: rotate(1turn) } } @keyframes pulse { 50% { background: red } }
    .in { animation: in 2s both; animation-delay: .5s } .spin { width: 80px; height: 80px; background: teal; animation: spin 1s linear infinite } .pulse { height: 50px; background: #ddd; animation: pulse 1s infinite }
    .reveal { opacity: 0; transform: translateY(60px); transition: 1s } .seen { opacity: 1; transform: none }`,
    `<main><h1 class="in">Animations</h1><div class="spin"></div><div class="pulse"></div>${`<div class="reveal">${paragraphs(4)}</div>`.repeat(8)}</main><script>${reveal}</script>`,
  ),
  '/carousel': page(
    `.frame { overflow: hidden; width: 800px } .track { display: flex; transition: transform .4s } .track img { flex: none; width: 800px; height: 300px }`,
    `<main><h1>Carousel</h1><div class="frame"><div class="track">${images(4, '')
      .join('')
      .replace(/<\/?fig.*?>/g, '')}</div></div>${paragraphs(6)}</main>
    <script>let at = 0; setInterval(() => { at = (at + 1) % 4; document.querySelector('.track').style.transform = 'translateX(' + at * -800 + 'px)' }, 1500)</script>`,
  ),
  '/rtl': page(
    '.wide { width: 1600px; background: #def }',
    `<main><h1>البلوط شجرة</h1>${'<p>البلوط شجرة تقف في الغابة وتسقط ثمارها في الخريف للخنازير والقيقان.</p>'.repeat(20)}</main><div class="wide">عريض</div>`,
    'lang="ar" dir="rtl"',
  ),
  '/dark': page(
    `:root { color-scheme: light dark } body { background: #111; color: #eee } a { color: #8cf } input { width: 300px }`,
    `<main><h1>Dark</h1>${paragraphs(3)}<input autofocus value="A focused field"><textarea>Text</textarea><button>Button</button></main>`,
  ),
  '/tall': page(
    `.hero { height: 100vh; background: url(/back.png) center / cover fixed; color: #fff } section { min-height: 50vh }`,
    `<div class="hero"><h1>Hero</h1></div>${`<section><main>${paragraphs(8)}</main></section>`.repeat(20)}`,
  ),
  '/frames': page(
    'iframe { width: 400px; height: 200px; border: 2px solid }',
    `<main><h1>Frames</h1><iframe src="/fixed"></iframe><iframe src="/dark"></iframe><iframe loading="lazy" src="/images"></iframe>
    <canvas width="300" height="150"></canvas><video poster="/image-1.png" width="300"></video></main><script>const c = document.querySelector('canvas').getContext('2d'); c.fillStyle = 'purple'; c.fillRect(20, 20, 200, 100)</script>`,
  ),
  '/wide': page(
    'table { width: 2400px; border-collapse: collapse } td { border: 1px solid; padding: 8px }',
    `<h1>Wide table</h1><table>${`<tr>${'<td>An oak</td>'.repeat(20)}</tr>`.repeat(30)}</table>`,
  ),
  '/shadow': page(
    '',
    `<main><h1>Shadow</h1><x-card></x-card><x-card></x-card></main><script>customElements.define('x-card', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<style>@keyframes in { from { opacity: 0 } } div { border: 2px solid teal; padding: 20px; animation: in 1s 1s both }</style><div><img src="/image-2.png" loading="lazy" width="300" height="150"><p>${words}</p></div>' } })</script>`,
  ),
  '/app': page(
    'html, body { height: 100%; overflow: hidden } nav { position: absolute; inset: 0 auto 0 0; width: 200px; background: #234; color: #fff } main { position: absolute; inset: 0 0 0 200px; overflow: auto; max-width: none }',
    `<nav>App</nav><main><h1>An application</h1>${paragraphs(30)}</main>`,
  ),
  '/append': page(
    '',
    `<main><h1>Growing</h1>${paragraphs(8)}<div id="end">Loading …</div></main><script>let n = 0; addEventListener('scroll', () => { if (n < 5 && innerHeight + scrollY > document.body.scrollHeight - 200) { n++; end.insertAdjacentHTML('beforebegin', '<img src="/image-' + n + '.png" width="600" height="300"><p>${words.repeat(5)}</p>') } })</script>`,
  ),
}

/** Answers requests for images and fonts. The type of other resources follows from `Sec-Fetch-Dest`. */
export const localAssets: Site = {
  ...Object.fromEntries(
    [...Array.from({ length: 8 }, (_, n) => `image-${n}`), 'wide', 'small', 'back', 'late'].map((name) => [
      `/${name}.png`,
      { headers: { 'content-type': 'image/png' }, body: drawPng(name, 600, 300) },
    ]),
  ),
  ...(existsSync(font) && {
    '/web.ttf': { headers: { 'content-type': 'font/ttf' }, body: readFileSync(font) },
    '/slow.ttf': (_, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'font/ttf' }).end(readFileSync(font)), 600)
    },
  }),
}
