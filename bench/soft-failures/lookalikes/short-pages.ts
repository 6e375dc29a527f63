/** Short pages with content: small sites, empty lists, forms next to text, and offers on domain marketplaces. */

import { bootstrap, divs, doc, news, next, shopify, wordpress } from '../site-chrome.ts'
import { pagesOf } from '../soft-case.ts'

export const shortPages = pagesOf([
  {
    id: 'real-contact',
    language: 'en',
    requestedUrl: 'https://www.hollowaycarpentry.example/contact',
    html: wordpress(
      'en',
      'Contact – Holloway Carpentry',
      'Holloway Carpentry',
      `<h1>Contact</h1><p>Holloway Carpentry, 4 Mill Lane, Thornbury. Phone 555-010-0144.</p><form><input name="name" placeholder="Name"><input type="email" name="email" placeholder="Email"><textarea></textarea><button>Send</button></form>`,
    ),
  },
  {
    id: 'real-home-with-login',
    language: 'en',
    requestedUrl: 'https://www.rowingclub-eastlake.example/',
    html: divs(
      'en',
      'Eastlake Rowing Club',
      'Eastlake Rowing Club',
      `<h1>Eastlake Rowing Club</h1><p>We row on Tuesdays and Saturdays from the old boathouse. Beginners are welcome at any time; the first three outings are free.</p><p>Next regatta: 14 June. Coffee and cake from three.</p><div class="members"><h3>Members</h3><form action="/login"><input name="user" placeholder="Name"><input type="password" name="pw" placeholder="Password"><button>Log in</button></form><a href="/lost">Forgot password?</a></div>`,
    ),
  },
  {
    id: 'real-app-home-sign-up',
    language: 'en',
    requestedUrl: 'https://www.budgetbuddy.example/',
    html: next(
      'en',
      'Budgetbuddy',
      'Budgetbuddy',
      `<h1>Know where your money goes</h1><p>Budgetbuddy reads your bank statements, sorts what you spend into categories and warns you before a month gets tight. It runs on your own computer and sends nothing anywhere.</p><form><input type="email" placeholder="Email"><button>Sign up free</button></form><a href="/login">Log in</a><h2>What people say</h2><blockquote>I found three subscriptions I had forgotten.</blockquote>`,
    ),
  },
  {
    id: 'real-domain-offer',
    language: 'en',
    requestedUrl: 'https://www.namebazaar.example/domain/solarmeter.com',
    html: doc(
      'en',
      'solarmeter.com is for sale | Namebazaar',
      `<header><a href="/">Namebazaar</a><nav><a href="/domains">Browse domains</a><a href="/sell">Sell</a><a href="/appraisals">Appraisals</a></nav></header><main><h1>solarmeter.com</h1><p>This domain is for sale for $2,495.</p><dl><dt>Registered</dt><dd>2004</dd><dt>Seller</dt><dd>Verified, 31 sales</dd><dt>Searches a month</dt><dd>2,900</dd></dl><button>Buy now</button><button>Make offer</button></main>`,
    ),
  },
  {
    id: 'real-registrar-parking-help',
    language: 'en',
    requestedUrl: 'https://support.domaindepot.example/kb/what-is-a-parked-domain',
    html: bootstrap(
      'en',
      'What is a parked domain?',
      'Domaindepot Support',
      `<h1>What is a parked domain?</h1><p>A parked domain is registered, but no website is connected to it. Visitors see a page that says “This domain is parked free, courtesy of Domaindepot” until you choose hosting.</p><p>To remove that page, open My Domains, choose DNS and enter the address of your server. Changes take up to a day.</p>`,
    ),
  },
  {
    id: 'real-newsletter-post',
    language: 'en',
    requestedUrl: 'https://www.tinykitchenletters.example/p/quince',
    html: doc(
      'en',
      'Quince - Tiny Kitchen Letters',
      `<header><a href="/">Tiny Kitchen Letters</a> <a href="/sign-in">Sign in</a></header><article><h1>Quince</h1><p>Peel four quinces, which is the hard part. Simmer them in cider with a spoon of honey until they turn the colour of bricks. Eat them with yoghurt, standing up, before anyone comes home.</p></article><div class="subscribe"><p>Type your email…</p><input type="email"><button>Subscribe</button><p>Already have an account? <a href="/sign-in">Sign in</a></p></div>`,
    ),
  },
  {
    id: 'real-poem',
    language: 'en',
    requestedUrl: 'https://www.smallverse.example/poems/lost-page',
    html: doc(
      'en',
      'Lost page',
      `<h1>Lost page</h1><p>I looked for you<br>between two other pages<br>and found the pressed leaf<br>that had kept your place.</p><p><em>R. Anselm</em></p>`,
    ),
  },
  {
    id: 'real-empty-listing',
    language: 'en',
    requestedUrl: 'https://www.bazaarly.example/c/typewriters?city=thornbury',
    html: next(
      'en',
      'Typewriters in Thornbury',
      'Bazaarly',
      `<h1>Typewriters in Thornbury</h1><p>0 items. No listings match your filters right now.</p><button>Save this search</button><a href="/c/typewriters">See typewriters everywhere</a>`,
    ),
  },
  {
    id: 'real-empty-cart',
    language: 'en',
    requestedUrl: 'https://www.fernwoodceramics.example/cart',
    html: shopify(
      'en',
      'Your Shopping Cart',
      'Fernwood Ceramics',
      `<h1>Your cart is empty</h1><a href="/collections/all" class="button">Continue shopping</a><p>Have an account? <a href="/account/login">Log in</a> to check out faster.</p>`,
    ),
  },
  {
    id: 'real-sold-out',
    language: 'en',
    requestedUrl: 'https://www.gadgetbarn.example/p/desk-fan/2231',
    html: bootstrap(
      'en',
      'Desk fan, 30 cm',
      'Gadget Barn',
      `<h1>Desk fan, 30 cm</h1><p class="price">€ 34.90</p><p class="stock">Currently unavailable. We don’t know when or if this item will be back in stock.</p><h2>Description</h2><p>Three speeds, 40 watts, swings by 80 degrees. The blades come off for cleaning.</p><p>Weight 2.1 kg, cable 1.8 m, two years’ warranty.</p>`,
    ),
  },
  {
    id: 'real-archived-job',
    language: 'en',
    requestedUrl: 'https://careers.stonegatehealth.example/jobs/R-120044',
    html: next(
      'en',
      'Night nurse',
      'Stonegate Careers',
      `<h1>Night nurse, Ward 4</h1><p class="note">This job is no longer accepting applications.</p><p>You care for up to twelve patients from 21:00 to 07:00, together with a second nurse and a doctor on call. You have finished your training and two years of practice in surgery.</p><p>Salary: band 6. Place: Thornbury.</p>`,
    ),
  },
  {
    id: 'real-impressum',
    language: 'de',
    requestedUrl: 'https://www.reiterhof-linde.example/impressum',
    html: divs(
      'de',
      'Impressum',
      'Reiterhof Linde',
      `<h1>Impressum</h1><p>Reiterhof Linde GbR, Dorfstraße 7, 19230 Hagenow. Telefon 03883 555010.</p><p>Umsatzsteuer-ID DE000000000. Verantwortlich: Katrin Linde.</p>`,
    ),
  },
  {
    id: 'real-wirtshaus',
    language: 'de',
    requestedUrl: 'http://www.gasthaus-hirsch-oberau.example/',
    html: doc(
      'de',
      'Gasthaus Hirsch, Oberau',
      `<h1>Gasthaus Hirsch</h1><p>Wegen Umbau ist die Stube bis Ostern geschlossen. Der Biergarten ist offen, bei schönem Wetter ab 11 Uhr.</p><p>Tel. 08824 555010</p>`,
    ),
  },
  {
    id: 'real-fr-mairie',
    language: 'fr',
    requestedUrl: 'https://www.mairie-valcroix.example/travaux/site-de-la-gare',
    html: wordpress(
      'fr',
      'Travaux de maintenance sur le site de la gare – Valcroix',
      'Mairie de Valcroix',
      `<article><h1>Travaux de maintenance sur le site de la gare</h1><p>Du 2 au 6 décembre, l’ascenseur du quai 2 est indisponible. Les voyageurs à mobilité réduite sont priés d’appeler le 01 99 00 10 10 la veille.</p></article>`,
    ),
  },
  {
    id: 'real-es-registro',
    language: 'es',
    requestedUrl: 'https://www.carreradelpuerto.example/inscripcion-2027',
    html: bootstrap(
      'es',
      'Inscripción 2027',
      'Carrera del Puerto',
      `<h1>Inscripción abierta</h1><p>La carrera de 10 km sale el 9 de mayo a las 10:00 desde la plaza del mercado. Cuota: 12 euros hasta marzo.</p><form><input name="nombre" placeholder="Nombre"><input type="email" name="correo" placeholder="Correo"><button>Inscribirme</button></form>`,
    ),
  },
  {
    id: 'real-nl-login-uitleg',
    language: 'nl',
    requestedUrl: 'https://www.bibliotheek-oost.example/uitleg/e-books-lenen',
    html: bootstrap(
      'nl',
      'E-books lenen',
      'Bibliotheek Oost',
      `<h1>E-books lenen</h1><p>Met uw pas leent u tien e-books tegelijk, elk voor drie weken. Log in met uw pasnummer en wachtwoord, kies een boek en lees in de app.</p><p>Verlengen kan één keer.</p>`,
    ),
  },
  {
    id: 'real-zh-brief',
    language: 'zh-CN',
    requestedUrl: 'https://www.jiangnanribao.example/brief/20261127-3',
    html: news(
      'zh-CN',
      '简讯：图书馆系统升级',
      '江南日报',
      `<h1>简讯：市图书馆借阅系统升级维护</h1><p>市图书馆昨日宣布，借阅系统将于周六凌晨升级维护，期间网站暂停访问，还书不受影响。升级后，读者可用手机登录并续借。</p>`,
    ),
  },
  {
    id: 'real-ko-blog',
    language: 'ko',
    requestedUrl: 'https://blog.sanchaek.example/posts/old-trail',
    html: divs(
      'ko',
      '사라진 길',
      '산책 블로그',
      `<h1>사라진 길</h1><p>지도에는 있는데 찾을 수 없는 길이 있다. 작년 홍수로 다리가 없어진 뒤로 아무도 다니지 않는다.</p><p>올가을에 다시 가 보니 갈대만 무성했다.</p>`,
    ),
  },
  {
    id: 'real-image-page',
    language: 'en',
    requestedUrl: 'https://photos.saltandtimber.example/boats/dinghy-07',
    html: doc(
      'en',
      'Dinghy 07',
      `<figure><img src="/img/dinghy-07.jpg" alt="A wooden dinghy on a slipway" width="1600" height="1067"><figcaption>Dinghy 07, after the third coat of varnish</figcaption></figure><p><a href="/boats/dinghy-06">Previous</a> <a href="/boats/dinghy-08">Next</a></p>`,
    ),
  },
  {
    id: 'real-ru-bus',
    language: 'ru',
    requestedUrl: 'https://www.avtovokzal-severny.example/raspisanie/14',
    html: divs(
      'ru',
      'Маршрут 14',
      'Автовокзал Северный',
      `<h1>Маршрут 14</h1><p>Отправление: 6:40, 9:10, 13:25, 18:05. По воскресеньям первый рейс не выполняется.</p><p>Сайт перевозчика временно недоступен, билеты продаются в кассе.</p>`,
    ),
  },
  {
    id: 'real-members-area-preview',
    language: 'en',
    requestedUrl: 'https://www.chessletter.example/issues/212',
    html: wordpress(
      'en',
      'Issue 212 – Chess Letter',
      'Chess Letter',
      `<article><h1>Issue 212: the quiet move</h1><p>In the fourth game Orlova played Rd1, which looked like a slip. Nine moves later it was clear that the rook had been waiting for the bishop to leave the long diagonal, and that nothing else on the board would have held.</p><p>We look at five games in which such a move decided the tournament, and at two in which it lost. Each comes with a diagram and a question.</p><div class="paywall"><p>Members read on. <a href="/login">Sign in</a> or <a href="/join">join</a>.</p></div></article>`,
    ),
  },
  {
    id: 'real-privacy-policy',
    language: 'en',
    requestedUrl: 'https://www.fernandfable.example/pages/cookies',
    html: shopify(
      'en',
      'Cookies',
      'Fern and Fable',
      `<h1>Cookies we use</h1><p>We use one cookie that remembers your cart and one that remembers your language. Both are deleted after thirty days.</p><p>We do not use cookies for advertising, and no partner may set one. You can accept or reject the second one in your account.</p>`,
    ),
  },
])
