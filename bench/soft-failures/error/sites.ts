/** Pages of sites that are overloaded or under maintenance, or that don't serve this visitor. */

import { divs, doc, news } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const unavailableSites = casesOf('error_page', [
  {
    id: 'error-maintenance-wordpress',
    language: 'en',
    requestedUrl: 'https://www.thornburyfc.example/fixtures/',
    html: doc(
      'en-US',
      'Maintenance',
      `<h1>Briefly unavailable for scheduled maintenance. Check back in a minute.</h1>`,
    ),
  },
  {
    id: 'error-maintenance-magento',
    language: 'en',
    requestedUrl: 'https://www.candlecraft.example/soy-wax-5kg.html',
    html: doc(
      'en',
      'Service Unavailable',
      `<main class="page-main"><h1>Service Temporarily Unavailable</h1><p>We are currently performing scheduled maintenance. The store will be back shortly. Please try again later.</p></main>`,
    ),
  },
  {
    id: 'error-shop-unavailable',
    language: 'en',
    requestedUrl: 'https://www.mossandmarrow.example/collections/knits',
    html: doc(
      'en',
      'Sorry, this shop is currently unavailable.',
      `<div id="shop-not-found"><h1 class="tc">Sorry, this shop is currently unavailable.</h1></div><div class="footer">Are you the store owner? <a href="https://accounts.shopify.com/">Log in here</a>. Powered by <a href="https://www.shopify.com">Shopify</a></div>`,
    ),
  },
  {
    id: 'error-region-gdpr',
    language: 'en',
    requestedUrl: 'https://www.prairieledger.example/news/local/grain-elevator-fire/article_8812.html',
    html: doc(
      'en',
      'prairieledger.example',
      `<h1>451: Unavailable due to legal reasons</h1><p>We recognize you are attempting to access this website from a country belonging to the European Economic Area (EEA) including the EU which enforces the General Data Protection Regulation (GDPR) and therefore access cannot be granted at this time. For any issues, contact editor@prairieledger.example or call 555-010-0123.</p>`,
    ),
  },
  {
    id: 'error-region-video',
    language: 'en',
    requestedUrl: 'https://www.streamisle.example/shows/harbour-tales/episode-4',
    redirects: ['/geo-blocked?from=%2Fshows%2Fharbour-tales%2Fepisode-4'],
    html: doc(
      'en',
      'Not available in your region | Streamisle',
      `<header><a href="/">Streamisle</a></header><main><h1>Sorry, Streamisle is not available in your country</h1><p>Because of rights restrictions, our programmes can only be watched in the United Kingdom. It looks like you are outside the UK or using a VPN.</p><a href="/help/location">Why am I seeing this?</a></main>`,
    ),
  },
  {
    id: 'error-too-many-requests',
    language: 'en',
    requestedUrl: 'https://www.recordcrate.example/release/118822-midnight-bus',
    html: doc(
      'en',
      'Too Many Requests',
      `<h1>429 Too Many Requests</h1><p>You have sent too many requests in a given amount of time. Please wait a few minutes and try again.</p><hr><p>Request ID: 7c1a-88</p>`,
    ),
  },
  {
    id: 'error-browser-unsupported',
    language: 'en',
    requestedUrl: 'https://app.floorplanner-pro.example/projects/8812',
    redirects: ['/unsupported-browser'],
    html: doc(
      'en',
      'Browser not supported',
      `<main class="unsupported"><h1>Your browser is not supported</h1><p>Floorplanner Pro no longer supports this browser. Please upgrade to a modern browser to continue:</p><ul><li><a href="https://www.google.com/chrome/">Google Chrome</a></li><li><a href="https://www.mozilla.org/firefox/">Mozilla Firefox</a></li><li><a href="https://www.microsoft.com/edge">Microsoft Edge</a></li></ul></main>`,
    ),
  },
  {
    id: 'error-something-wrong',
    language: 'en',
    requestedUrl: 'https://www.ticketharbor.example/event/spring-gala-2027',
    html: doc(
      'en',
      'Error | Ticketharbor',
      `<header><a href="/">Ticketharbor</a></header><main><h1>Oops! Something went wrong</h1><p>500 Internal Server Error. An unexpected error occurred on our side and our team has been notified. Please try again later.</p><p>Error ID: 2f8b1c</p></main>`,
    ),
  },
  {
    id: 'error-wartung-de',
    language: 'de',
    requestedUrl: 'https://www.buecherstube-kant.example/buch/9783000000001',
    html: doc(
      'de',
      'Wartungsarbeiten',
      `<div class="maintenance"><img src="/logo.svg" alt="Bücherstube Kant"><h1>Wartungsmodus</h1><p>Unser Shop ist wegen Wartungsarbeiten vorübergehend nicht erreichbar. Wir sind in Kürze wieder für Sie da.</p><p>In dringenden Fällen: <a href="mailto:info@buecherstube-kant.example">info@buecherstube-kant.example</a></p></div>`,
    ),
  },
  {
    id: 'error-gesperrt-de',
    language: 'de',
    requestedUrl: 'http://www.reiterhof-eiche.example/preise.html',
    html: doc(
      'de',
      'Diese Webpräsenz ist gesperrt',
      `<div class="box"><h1>Diese Internetpräsenz wurde gesperrt.</h1><p>Der Zugang zu diesem Webhosting-Paket ist vorübergehend deaktiviert. Wenn Sie der Inhaber sind, wenden Sie sich bitte an den Kundenservice Ihres Hosting-Anbieters.</p></div>`,
    ),
  },
  {
    id: 'error-maintenance-fr',
    language: 'fr',
    requestedUrl: 'https://www.cinema-lepalais.example/seances/vendredi',
    html: doc(
      'fr',
      'Site en maintenance',
      `<div class="maintenance"><h1>Site en maintenance</h1><p>Notre site est momentanément indisponible en raison d’une opération de maintenance. Merci de revenir dans quelques instants.</p></div>`,
    ),
  },
  {
    id: 'error-geo-fr',
    language: 'fr',
    requestedUrl: 'https://www.replaytv.example/emissions/le-grand-debat/s3e8',
    html: news(
      'fr',
      'Contenu indisponible',
      'Replay TV',
      `<h1>Ce service n’est pas disponible dans votre pays</h1><p>Pour des raisons de droits de diffusion, l’accès au site est réservé aux internautes situés en France métropolitaine.</p>`,
    ),
  },
  {
    id: 'error-mantenimiento-es',
    language: 'es',
    requestedUrl: 'https://tramites.sanluisnorte.example/licencias/renovacion',
    redirects: ['/mantenimiento.html'],
    html: doc(
      'es',
      'Sitio en mantenimiento',
      `<div class="aviso"><h1>Estamos en mantenimiento</h1><p>El servicio no se encuentra disponible temporalmente. Disculpe las molestias, inténtelo de nuevo más tarde.</p></div>`,
    ),
  },
  {
    id: 'error-manutenzione-it',
    language: 'it',
    requestedUrl: 'https://www.teatrodelborgo.example/stagione/prosa',
    html: doc(
      'it',
      'Sito in manutenzione',
      `<h1>Sito in manutenzione</h1><p>Stiamo effettuando lavori di manutenzione programmata. Il sito tornerà online a breve, ci scusiamo per il disagio.</p>`,
    ),
  },
  {
    id: 'error-onderhoud-nl',
    language: 'nl',
    requestedUrl: 'https://www.fietsenwinkelaar.example/stadsfietsen/oma-28',
    html: doc(
      'nl',
      'Onderhoud',
      `<div class="onderhoud"><h1>We zijn even bezig met onderhoud</h1><p>Onze website is tijdelijk niet bereikbaar vanwege gepland onderhoud. Probeer het later nog eens.</p></div>`,
    ),
  },
  {
    id: 'error-pl-przerwa',
    language: 'pl',
    requestedUrl: 'https://www.biblioteka-radom.example/katalog/szukaj?q=lem',
    html: doc(
      'pl',
      'Przerwa techniczna',
      `<h1>Przerwa techniczna</h1><p>Trwają prace serwisowe. Strona jest chwilowo niedostępna, przepraszamy za utrudnienia i zapraszamy później.</p>`,
    ),
  },
  {
    id: 'error-tr-bakim',
    language: 'tr',
    requestedUrl: 'https://www.seyahatplani.example/oteller/kas',
    html: doc(
      'tr',
      'Bakım çalışması',
      `<h1>Sitemiz bakımdadır</h1><p>Planlı bakım çalışması nedeniyle sitemize geçici olarak ulaşılamıyor. Lütfen daha sonra tekrar deneyiniz.</p>`,
    ),
  },
  {
    id: 'error-ja-maintenance',
    language: 'ja',
    requestedUrl: 'https://www.kissaten-club.example/shops/1180',
    html: divs(
      'ja',
      'メンテナンス中',
      '喫茶店クラブ',
      `<h1>ただいまメンテナンス中です</h1><p>現在、システムメンテナンスのためサービスを一時停止しております。ご不便をおかけしますが、しばらくお待ちください。</p>`,
    ),
  },
  {
    id: 'error-ko-jeomgeom',
    language: 'ko',
    requestedUrl: 'https://www.haneulbooks.example/product/detail/7781',
    html: doc(
      'ko',
      '시스템 점검 안내',
      `<div class="inspect"><h1>시스템 점검 중입니다</h1><p>보다 나은 서비스를 위해 시스템 점검을 진행하고 있습니다. 점검 시간 동안 서비스를 이용하실 수 없습니다. 이용에 불편을 드려 죄송합니다.</p></div>`,
    ),
  },
])
