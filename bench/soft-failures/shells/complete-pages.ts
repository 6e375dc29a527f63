/** Short but complete pages with scripts, to which a browser adds nothing that a reader would miss. */

import { bootstrap, divs, doc, news, next, shopify, wordpress } from '../site-chrome.ts'
import { pagesOf } from '../soft-case.ts'

const analytics =
  '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>window.dataLayer = window.dataLayer || []</script>'
const script = '<script src="/assets/app.js" defer></script>'

export const completePages = pagesOf([
  {
    id: 'complete-contact',
    language: 'en',
    requestedUrl: 'https://www.lindcarpets.example/contact',
    html: bootstrap(
      'en',
      'Contact',
      'Lind Carpets',
      `<h1>Contact</h1><p>Call 555-010-0102 on weekdays, or visit us in Mill Lane 9.</p>${analytics}`,
    ),
  },
  {
    id: 'complete-thanks',
    language: 'en',
    requestedUrl: 'https://www.lindcarpets.example/order/thanks',
    html: bootstrap(
      'en',
      'Thank you',
      'Lind Carpets',
      `<h1>Thank you for your order</h1><p>We have sent a confirmation to your email address.</p>${script}`,
    ),
  },
  {
    id: 'complete-sentence',
    language: 'en',
    requestedUrl: 'https://www.isitfriday.example/',
    html: doc('en', 'Is it Friday?', `<div id="app"><h1>No</h1><p>It is only Thursday.</p></div>${script}`),
  },
  {
    id: 'complete-next',
    language: 'en',
    requestedUrl: 'https://www.ridgeradio.example/shows/dawn',
    html: next('en', 'Dawn', 'Ridge Radio', '<h1>Dawn</h1><p>Birds, weather and slow music, weekdays from five.</p>'),
  },
  {
    id: 'complete-vue-ssr',
    language: 'en',
    requestedUrl: 'https://www.stonecircle.example/visit',
    html: divs(
      'en',
      'Visit',
      'Stone Circle',
      `<div id="app" data-server-rendered="true"><h2>Visit</h2><p>The circle is open from sunrise to sunset. Dogs must be on a lead.</p></div>${script}`,
    ),
  },
  {
    id: 'complete-loading-class',
    language: 'en',
    requestedUrl: 'https://www.potterynotes.example/glazes/ash',
    html: wordpress(
      'en',
      'Ash glaze – Pottery Notes',
      'Pottery Notes',
      `<article class="js-loading"><h1>Ash glaze</h1><p>Sift two parts of wood ash, one of feldspar and one of clay. Fire to cone ten in reduction.</p></article>${script}`,
    ),
  },
  {
    id: 'complete-empty-comments',
    language: 'en',
    requestedUrl: 'https://www.potterynotes.example/kilns/electric',
    html: wordpress(
      'en',
      'Electric kilns – Pottery Notes',
      'Pottery Notes',
      `<article><h1>Electric kilns</h1><p>They heat evenly and need no chimney, but they never give the reds of a wood fire.</p></article><div id="disqus_thread"></div>${script}`,
    ),
  },
  {
    id: 'complete-empty-result',
    language: 'en',
    requestedUrl: 'https://www.kettleshop.example/search?q=samovar',
    html: shopify(
      'en',
      'Search: 0 results',
      'Kettle Shop',
      `<h1>Search results</h1><p>No results found for “samovar”. Check the spelling or use a different word.</p>${script}`,
    ),
  },
  {
    id: 'complete-empty-cart',
    language: 'en',
    requestedUrl: 'https://www.kettleshop.example/cart',
    html: shopify('en', 'Cart', 'Kettle Shop', `<cart-items><h1>Your cart is empty</h1></cart-items>${script}`),
  },
  {
    id: 'complete-closed',
    language: 'de',
    requestedUrl: 'https://www.cafe-ufer.example/',
    html: divs('de', 'Café Ufer', 'Café Ufer', `<p>Wir machen Winterpause bis zum 1. März.</p>${analytics}`),
  },
  {
    id: 'complete-impressum',
    language: 'de',
    requestedUrl: 'https://www.cafe-ufer-berlin.example/impressum',
    html: bootstrap(
      'de',
      'Impressum',
      'Café Ufer',
      `<h1>Impressum</h1><p>Café Ufer, Inhaber Jonas Brandt, Uferweg 3, 12435 Berlin.</p>${script}`,
    ),
  },
  {
    id: 'complete-brief-fr',
    language: 'fr',
    requestedUrl: 'https://www.gazettedesquais.example/breves/881',
    html: news(
      'fr',
      'Brève',
      'Gazette des Quais',
      `<h1>Le bac reprend lundi</h1><p>Après trois semaines de travaux, le bac reprend son service lundi à six heures.</p>${analytics}`,
    ),
  },
  {
    id: 'complete-horario-es',
    language: 'es',
    requestedUrl: 'https://www.museodelmar.example/horario',
    html: bootstrap(
      'es',
      'Horario',
      'Museo del Mar',
      `<h1>Horario</h1><p>De martes a domingo, de 10 a 18 horas. Lunes cerrado.</p>${script}`,
    ),
  },
  {
    id: 'complete-poem',
    language: 'en',
    requestedUrl: 'https://www.shortverse.example/p/snow',
    html: doc(
      'en',
      'Snow',
      `<main><h1>Snow</h1><p>It came at night<br>and said nothing<br>to the street.</p></main>${script}`,
    ),
  },
  {
    id: 'complete-image',
    language: 'en',
    requestedUrl: 'https://www.dailysketch.example/2026/11/27',
    html: divs(
      'en',
      'Sketch of the day',
      'Daily Sketch',
      `<figure><img src="/s/1127.png" alt="A heron on a pier"><figcaption>Heron, ink</figcaption></figure>${script}`,
    ),
  },
  {
    id: 'complete-table',
    language: 'en',
    requestedUrl: 'https://www.chesscircle.example/standings',
    html: bootstrap(
      'en',
      'Standings',
      'Chess Circle',
      `<table><tr><th>Name</th><th>Points</th></tr><tr><td>Orlova</td><td>4.5</td></tr><tr><td>Berg</td><td>4</td></tr><tr><td>Ilves</td><td>2.5</td></tr></table>${script}`,
    ),
  },
  {
    id: 'complete-form',
    language: 'en',
    requestedUrl: 'https://www.chesscircle.example/enter',
    html: bootstrap(
      'en',
      'Enter the tournament',
      'Chess Circle',
      `<h1>Enter the tournament</h1><form><label>Name<input name="name"></label><label>Rating<input name="rating"></label><label>Club<input name="club"></label><button>Enter</button></form>${script}`,
    ),
  },
  {
    id: 'complete-status',
    language: 'en',
    requestedUrl: 'https://status.portkit.example/',
    html: doc(
      'en',
      'Portkit status',
      `<div id="root"><h1>All systems operational</h1><ul><li>API: operational</li><li>Registry: operational</li></ul></div>${script}`,
    ),
  },
  {
    id: 'complete-ja',
    language: 'ja',
    requestedUrl: 'https://www.panya-mugi.example/access',
    html: divs(
      'ja',
      'アクセス',
      'パン屋むぎ',
      `<h1>アクセス</h1><p>駅の北口から歩いて五分です。火曜日は休みます。</p>${script}`,
    ),
  },
  {
    id: 'complete-redirect-article',
    language: 'en',
    requestedUrl: 'https://www.webcraftblog.example/notes/redirecting',
    html: wordpress(
      'en',
      'Redirecting – Webcraft Blog',
      'Webcraft Blog',
      `<article><h1>“Redirecting…” pages</h1><p>A page that only says “Redirecting…” should be a header. Send 301 and save your reader a second.</p></article>${script}`,
    ),
  },
])
