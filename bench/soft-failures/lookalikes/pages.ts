/** Pages that only look like a soft failure: they are the requested pages, or their URL refers to a sign-in, consent or error page. */

import { bootstrap, divs, doc, news, next, shopify, wordpress } from '../site-chrome.ts'
import { pagesOf } from '../soft-case.ts'

const overlay = `<div id="CybotCookiebotDialog" role="dialog" class="cookie-banner"><h2>This website uses cookies</h2><p>We use cookies to personalise content and ads and to analyse our traffic.</p><button>Deny</button><button>Allow all</button></div>`

/** A sign-in form in the header, which stores and forums have on every page. */
const signInBox = `<div class="quick-login"><form action="/login" method="post"><input name="user" placeholder="User name"><input type="password" name="password" placeholder="Password"><button>Log in</button></form><a href="/lost-password">Forgot your password?</a> <a href="/register">Register</a></div>`

export const aboutFailures = pagesOf([
  {
    id: 'real-article-404-pages',
    language: 'en',
    requestedUrl: 'https://www.webcraftblog.example/articles/great-404-pages',
    html: wordpress(
      'en',
      'How to write a good 404 page – Webcraft Blog',
      'Webcraft Blog',
      `<article><h1 class="entry-title">How to write a good 404 page</h1><p>“Page not found” is the message that most visitors meet by accident. A good error page admits the mistake, offers a search box and links to the parts of the site that people use most.</p><p>Avoid blame: the visitor rarely typed the address. Say what happened, then say what to do. Log each hit with its referrer, because half of your broken links are on your own site and you can fix them today.</p><p>Finally, send the status 404. A page that says it is missing and answers 200 confuses search engines.</p></article>`,
    ),
  },
  {
    id: 'real-help-sign-in',
    language: 'en',
    requestedUrl: 'https://help.papertrail.example/articles/4410-how-to-log-in',
    html: bootstrap(
      'en',
      'How do I log in?',
      'Papertrail Help',
      `<article><h1>How do I log in to my account?</h1><ol><li>Open the app and choose <strong>Log in</strong>.</li><li>Enter your email address and password.</li><li>If you use two-step verification, enter the code from your phone.</li></ol><p>Forgot your password? Choose <em>Forgot password</em> on the login page, and we will send you a link that works for one hour. If your company uses single sign-on, ask your administrator to invite you first.</p></article>`,
    ),
  },
  {
    id: 'real-product-with-login-box',
    language: 'en',
    requestedUrl: 'https://www.larchandlinen.example/products/wool-throw',
    html: shopify(
      'en',
      'Wool throw',
      'Larch and Linen',
      `${signInBox}<div class="product"><h1 class="product__title">Wool throw, undyed</h1><span class="price-item">€ 89.00</span><p>Woven in Wales from the fleece of local sheep, 140 × 200 cm. Machine washable at 30 degrees.</p><button type="submit" name="add">Add to cart</button></div>`,
    ),
  },
  {
    id: 'real-article-cookie-overlay',
    language: 'en',
    requestedUrl: 'https://www.riverbendnews.example/local/footbridge-opens',
    html: news(
      'en',
      'Footbridge opens',
      'Riverbend News',
      `${overlay}<article><h1>Footbridge opens after two years of work</h1><p>The new footbridge over the Alder was opened on Saturday by the mayor and a class of the primary school.</p><p>It replaces the one that the flood carried away in 2024 and cost 1.2 million, of which the county paid half.</p><p>Cyclists may use it too, as long as they dismount at the eastern ramp.</p></article>`,
    ),
  },
  {
    id: 'real-requested-login',
    language: 'en',
    requestedUrl: 'https://portal.cedarclinic.example/login',
    html: doc(
      'en',
      'Sign in - Cedar Clinic',
      `<main><h1>Sign in</h1><form method="post"><label>Email<input type="email" name="email"></label><label>Password<input type="password" name="password"></label><button>Sign in</button></form><a href="/forgot">Forgot your password?</a></main>`,
    ),
  },
  {
    id: 'real-requested-anmelden',
    language: 'de',
    requestedUrl: 'https://mein.vereinsheim.example/konto/anmelden?weiter=/',
    html: bootstrap(
      'de',
      'Anmelden',
      'Vereinsheim',
      `<h1>Anmelden</h1><form method="post"><input name="benutzer"><input type="password" name="passwort"><button>Anmelden</button></form><a href="/passwort-vergessen">Passwort vergessen?</a>`,
    ),
  },
  {
    id: 'real-requested-consent',
    language: 'en',
    requestedUrl: 'https://www.tradejournal-lite.example/privacy/cookie-consent',
    html: doc(
      'en',
      'Cookie consent',
      `<main><h1>We value your privacy</h1><p>Choose which cookies this site may store on your device.</p><button>Accept all</button><button>Reject all</button></main>`,
    ),
  },
  {
    id: 'real-requested-404',
    language: 'en',
    requestedUrl: 'https://www.fernandfable.example/404',
    html: doc('en', '404 Not Found', `<h1>Page not found</h1><p>The page you are looking for does not exist.</p>`),
  },
  {
    id: 'real-requested-maintenance',
    language: 'en',
    requestedUrl: 'https://www.thornburyrugby.example/maintenance.html',
    html: doc(
      'en',
      'Maintenance',
      `<h1>Down for maintenance</h1><p>We are performing scheduled maintenance. Please check back soon.</p>`,
    ),
  },
  {
    id: 'real-status-past-maintenance',
    language: 'en',
    requestedUrl: 'https://status.quayside.example/incidents/kx81',
    html: doc(
      'en',
      'Scheduled maintenance of the database - Quayside Status',
      `<main><h1>Scheduled maintenance of the database</h1><div class="update"><strong>Completed</strong> – The scheduled maintenance has been completed. Nov 12, 04:10 UTC</div><div class="update"><strong>In progress</strong> – Scheduled maintenance is currently in progress. Some requests may fail with 503. Nov 12, 02:00 UTC</div><div class="update"><strong>Scheduled</strong> – We will upgrade the primary database. Writes are paused for ten minutes. Nov 9, 15:30 UTC</div><p>This maintenance affected: API, Dashboard.</p></main>`,
    ),
  },
  {
    id: 'real-changelog-404',
    language: 'en',
    requestedUrl: 'https://www.plotline.example/changelog/2.14.0',
    html: next(
      'en',
      '2.14.0',
      'Plotline changelog',
      `<h1>2.14.0</h1><p>November 4</p><ul><li>Removed the 404 page of shared boards: expired links now say who shared them.</li><li>Fixed “Something went wrong” when a board has no cards.</li><li>The login page remembers the workspace.</li></ul>`,
    ),
  },
  {
    id: 'real-search-no-results',
    language: 'en',
    requestedUrl: 'https://www.gadgetbarn.example/search?q=gramophone+needle',
    html: bootstrap(
      'en',
      'Search results for “gramophone needle”',
      'Gadget Barn',
      `<h1>Search results</h1><p>No results found for “gramophone needle”. Check the spelling or use fewer words.</p><h2>Popular searches</h2><p><a href="/search?q=usb">usb hub</a> <a href="/search?q=lamp">desk lamp</a></p>`,
    ),
  },
  {
    id: 'real-forum-522',
    language: 'en',
    requestedUrl: 'https://community.hostingtalk.example/t/error-522-what-to-do/8871',
    html: divs(
      'en',
      'Error 522: connection timed out, what to do?',
      'Hosting Talk',
      `<h1>Error 522: connection timed out, what to do?</h1><div class="post"><b>marek_b</b> wrote: Since this morning my shop shows the Cloudflare page “Error code 522”. The server is up and I can reach it by its IP. What can I check?</div><div class="post"><b>ilse</b> wrote: Look at the firewall first. Your provider may block Cloudflare’s ranges. Then raise the number of workers, since 522 means that the origin did not answer the SYN in time.</div><div class="post"><b>marek_b</b> wrote: It was the firewall, thank you!</div>`,
    ),
  },
  {
    id: 'real-nginx-tutorial',
    language: 'en',
    requestedUrl: 'https://www.serverpatch.example/tutorials/install-nginx-on-debian',
    html: wordpress(
      'en',
      'Install nginx on Debian – Serverpatch',
      'Serverpatch',
      `<article><h1>Install nginx on Debian</h1><p>Run <code>apt install nginx</code>, then open http://localhost in a browser. You should see the page “Welcome to nginx!”, which says: If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p><p>Next, remove the default site and create a server block for your own domain. Test the configuration with <code>nginx -t</code> and reload.</p></article>`,
    ),
  },
  {
    id: 'real-docs-login-page',
    language: 'en',
    requestedUrl: 'https://docs.authkit.example/components/sign-in-form',
    html: bootstrap(
      'en',
      'Sign-in form',
      'Authkit Docs',
      `<h1>Sign-in form</h1><p>Renders a form with an email address and a password. Import <code>SignIn</code> and pass the URL to which it posts.</p><div class="demo"><form><label>Email<input type="email"></label><label>Password<input type="password"></label><button>Sign in</button></form></div><h2>Props</h2><table><tr><th>Name</th><th>Default</th></tr><tr><td>action</td><td>/session</td></tr><tr><td>remember</td><td>true</td></tr><tr><td>onError</td><td>–</td></tr></table>`,
    ),
  },
  {
    id: 'real-age-verification-article',
    language: 'de',
    requestedUrl: 'https://www.netzrecht-blog.example/beitraege/altersverifikation-im-netz',
    html: wordpress(
      'de',
      'Altersverifikation im Netz – Netzrecht-Blog',
      'Netzrecht-Blog',
      `<article><h1>Altersverifikation im Netz: Was reicht?</h1><p>Die Frage „Sind Sie über 18?“ mit zwei Knöpfen genügt dem Gesetz nicht. Gerichte verlangen eine Prüfung, die nicht mit einem Klick zu umgehen ist.</p><p>Für Händler von Alkohol gilt etwas anderes: Hier wird das Alter erst bei der Übergabe geprüft, die Abfrage auf der Startseite ist freiwillig.</p></article>`,
    ),
  },
  {
    id: 'real-pur-announcement',
    language: 'de',
    requestedUrl: 'https://www.morgenbote-intern.example/in-eigener-sache/pur-abo',
    html: news(
      'de',
      'In eigener Sache: unser Pur-Abo',
      'Morgenbote',
      `<article><h1>In eigener Sache: unser Pur-Abo</h1><p>Ab Dezember lesen Sie den Morgenboten auch ohne Werbetracking. Das Pur-Abo kostet 1,99 € im Monat; Abonnenten der Zeitung zahlen nichts.</p><p>Wer lieber mit Werbung weiterliest, stimmt beim ersten Besuch den Cookies zu und kann das jederzeit widerrufen.</p></article>`,
    ),
  },
  {
    id: 'real-paused-article-ja',
    language: 'ja',
    requestedUrl: 'https://www.sysblog.example/posts/maintenance-page-design',
    html: divs(
      'ja',
      'メンテナンス画面の作り方',
      '開発ブログ',
      `<h1>メンテナンス画面の作り方</h1><p>「ただいまメンテナンス中です」とだけ表示する画面は、利用者を不安にさせます。終了予定時刻と連絡先を必ず書きましょう。</p><p>ステータスコードは503を返し、Retry-Afterヘッダーを付けます。検索エンジンは503を一時的なものとして扱います。</p>`,
    ),
  },
])
