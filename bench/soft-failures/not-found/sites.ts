/** "Not found" pages that companies, publishers and applications send with status 200, or to which they redirect dead URLs. */

import { bootstrap, divs, doc, news, next, wordpress } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const notFoundSites = casesOf('not_found_page', [
  {
    id: 'gone-wordpress',
    language: 'en',
    requestedUrl: 'https://www.saltandtimber.example/2019/04/restoring-a-dinghy/',
    html: wordpress(
      'en-US',
      'Page not found – Salt & Timber',
      'Salt & Timber',
      `<section class="error-404 not-found"><header class="page-header"><h1 class="page-title">Oops! That page can&rsquo;t be found.</h1></header><div class="page-content"><p>It looks like nothing was found at this location. Maybe try one of the links below or a search?</p><form role="search" method="get" class="search-form" action="/"><input type="search" name="s"><input type="submit" value="Search"></form><div class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2><ul><li><a href="/2026/10/varnish/">Varnish</a></li><li><a href="/2026/09/oars/">Oars</a></li><li><a href="/2026/08/rope/">Rope</a></li></ul></div></div></section>`,
    ),
  },
  {
    id: 'gone-nextjs',
    language: 'en',
    requestedUrl: 'https://www.fluxboard.example/templates/retro-board-v1',
    html: doc(
      'en',
      '404: This page could not be found',
      `<div id="__next"><div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div style="line-height:48px"><h1 class="next-error-h1" style="display:inline-block;margin:0 20px 0 0;padding-right:23px;font-size:24px">404</h1><div style="display:inline-block"><h2 style="font-size:14px;font-weight:400;line-height:28px">This page could not be found.</h2></div></div></div></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"statusCode":404}},"page":"/_error","query":{},"buildId":"a1"}</script>`,
      '<meta name="next-head-count" content="2">',
    ),
  },
  {
    id: 'gone-react-spa',
    language: 'en',
    requestedUrl: 'https://app.plotline.example/shared/boards/91ac77',
    html: doc(
      'en',
      'Plotline',
      `<div id="root"><div class="NotFound"><img src="/static/media/lost.svg" alt=""><h1>Page not found</h1><p>The page you’re looking for doesn’t exist or has been moved.</p><a class="MuiButton-root" href="/">Back to home</a></div></div><script src="/static/js/main.3b7.js"></script>`,
    ),
  },
  {
    id: 'gone-redirect-404',
    language: 'en',
    requestedUrl: 'https://www.northernferries.example/timetables/winter-2018.aspx',
    redirects: ['/404.aspx?aspxerrorpath=/timetables/winter-2018.aspx'],
    html: bootstrap(
      'en-GB',
      'Page not found',
      'Northern Ferries',
      `<h1>Sorry, we can't find that page</h1><p>The page may have been moved, renamed or deleted. Please check the address or use the menu above.</p><a class="btn btn-primary" href="/">Go to the homepage</a>`,
    ),
  },
  {
    id: 'gone-redirect-error',
    language: 'en',
    requestedUrl: 'https://www.brightwatercouncil.example/planning/applications/2014-0118',
    redirects: ['/error/page-not-found'],
    html: divs(
      'en',
      'Page not found',
      'Brightwater Council',
      `<h1>Page not found</h1><p>If you typed the web address, check it is correct.</p><p>If you pasted the web address, check you copied the entire address.</p><p>If the web address is correct or you selected a link or button, <a href="/contact">contact us</a>.</p>`,
    ),
  },
  {
    id: 'gone-forum-topic',
    language: 'en',
    requestedUrl: 'https://boards.cyclingcommons.example/viewtopic.php?t=30117',
    html: divs(
      'en',
      'Information',
      'Cycling Commons',
      `<div class="panel" id="message"><div class="inner"><h2 class="message-title">Information</h2><p>The requested topic does not exist.</p></div></div>`,
    ),
  },
  {
    id: 'gone-vbulletin',
    language: 'en',
    requestedUrl: 'https://www.aquaristtalk.example/forum/showthread.php?t=88210',
    html: divs(
      'en',
      'vBulletin Message',
      'Aquarist Talk',
      `<div class="blockbody"><div class="blockrow"><p>Invalid Thread specified. If you followed a valid link, please notify the <a href="/sendmessage.php">administrator</a></p></div></div>`,
    ),
  },
  {
    id: 'gone-job',
    language: 'en',
    requestedUrl: 'https://careers.stonegatehealth.example/jobs/R-118273/physiotherapist',
    html: next(
      'en',
      'Job not found',
      'Stonegate Careers',
      `<h1>This job is no longer available</h1><p>The position you are looking for has been filled or the posting has expired.</p><a href="/jobs">View all open positions</a>`,
    ),
  },
  {
    id: 'gone-profile',
    language: 'en',
    requestedUrl: 'https://www.snapgram.example/lena.hofer.photo/',
    html: doc(
      'en',
      'Page Not Found • Snapgram',
      `<div class="page -cx-PRIVATE-Page"><header><a href="/">Snapgram</a></header><div class="dialog-404 error-container"><h2>Sorry, this page isn't available.</h2><p>The link you followed may be broken, or the page may have been removed. <a href="/">Go back to Snapgram.</a></p></div><footer><nav><ul><li><a href="/about">About</a></li><li><a href="/help">Help</a></li></ul></nav></footer></div>`,
    ),
  },
  {
    id: 'gone-video',
    language: 'en',
    requestedUrl: 'https://tubeline.example/watch?v=e8kPz2',
    html: doc(
      'en',
      'Tubeline',
      `<header><a href="/">Tubeline</a><form action="/results"><input name="q" placeholder="Search"></form></header><div class="player-unavailable"><h1 class="message">Video unavailable</h1><div class="submessage">This video is no longer available because the uploader has closed their account.</div></div>`,
    ),
  },
  {
    id: 'gone-docs',
    language: 'en',
    requestedUrl: 'https://docs.quayside.example/v1/guides/webhooks-legacy',
    html: doc(
      'en',
      'Page Not Found | Quayside Docs',
      `<div id="__docusaurus"><nav class="navbar navbar--fixed-top"><a class="navbar__brand" href="/">Quayside</a><a class="navbar__item" href="/docs">Docs</a><a class="navbar__item" href="/blog">Blog</a></nav><main class="container margin-vert--xl"><div class="row"><div class="col col--6 col--offset-3"><h1 class="hero__title">Page Not Found</h1><p>We could not find what you were looking for.</p><p>Please contact the owner of the site that linked you to the original URL and let them know their link is broken.</p></div></div></main><footer class="footer"><div>Copyright © 2026 Quayside</div></footer></div>`,
      '<meta name="generator" content="Docusaurus v3.5.2">',
    ),
  },
  {
    id: 'gone-article-en',
    language: 'en',
    requestedUrl: 'https://www.valleyherald.example/archive/2011/07/fair-results.html',
    html: news(
      'en',
      'Story no longer available',
      'Valley Herald',
      `<h1>Sorry, this story is no longer available</h1><p>The article you requested has expired or was removed from our site. Error 404.</p><a href="/">Return to the front page</a>`,
    ),
  },
  {
    id: 'gone-de-wordpress',
    language: 'de',
    requestedUrl: 'https://www.imkerei-lindenhof.example/honigsorten/2017-heidehonig/',
    html: wordpress(
      'de',
      'Seite nicht gefunden – Imkerei Lindenhof',
      'Imkerei Lindenhof',
      `<section class="error-404 not-found"><h1 class="page-title">Hoppla! Diese Seite konnte nicht gefunden werden.</h1><p>Es sieht so aus, als wurde an dieser Stelle nichts gefunden. Möchtest du es mit einer Suche versuchen?</p><form class="search-form"><input type="search" name="s"><button>Suchen</button></form></section>`,
    ),
  },
  {
    id: 'gone-de-typo3',
    language: 'de',
    requestedUrl: 'https://www.kreis-hagenow.example/buergerservice/formulare/antrag-alt.html',
    redirects: ['/fehler-404'],
    html: divs(
      'de',
      'Fehler 404',
      'Landkreis Hagenow',
      `<div class="ce-textpic"><h1>Fehler 404: Seite nicht gefunden</h1><p>Die von Ihnen aufgerufene Seite existiert leider nicht oder nicht mehr. Bitte prüfen Sie die Adresse oder nutzen Sie unsere Suche.</p><p><a href="/">Zur Startseite</a></p></div>`,
    ),
  },
  {
    id: 'gone-de-anzeige',
    language: 'de',
    requestedUrl: 'https://www.dorfanzeigen.example/s-anzeige/kinderfahrrad-16-zoll/2771902314-217',
    html: next(
      'de',
      'Anzeige nicht mehr verfügbar',
      'Dorfanzeigen',
      `<div class="outcomebox-error"><h1>Die gewünschte Anzeige ist nicht mehr verfügbar.</h1><p>Der Verkäufer hat sie gelöscht, oder sie ist abgelaufen.</p><a href="/">Zurück zur Startseite</a></div>`,
    ),
  },
  {
    id: 'gone-fr-mairie',
    language: 'fr',
    requestedUrl: 'https://www.ville-saint-aubin.example/spip.php?article412',
    html: divs(
      'fr',
      'Erreur 404',
      'Ville de Saint-Aubin',
      `<h1>Page introuvable</h1><p>La page que vous recherchez n’existe pas ou a été déplacée.</p><p>Vous pouvez <a href="/">revenir à l’accueil</a> ou consulter le <a href="/plan">plan du site</a>.</p>`,
    ),
  },
  {
    id: 'gone-fr-next',
    language: 'fr',
    requestedUrl: 'https://www.logisimmo.example/annonces/location/lyon/t2-88120',
    html: next(
      'fr',
      'Annonce expirée',
      'LogisImmo',
      `<h1>Oups, cette annonce n’est plus disponible</h1><p>Elle a été supprimée par son auteur ou a expiré.</p><a href="/annonces">Voir les annonces similaires</a>`,
    ),
  },
  {
    id: 'gone-fr-journal',
    language: 'fr',
    requestedUrl: 'https://www.echodesvallees.example/actu/2012/03/12/carnaval-1220.php',
    redirects: ['/404.html'],
    html: news(
      'fr',
      'Page non trouvée',
      'L’Écho des Vallées',
      `<h1>Erreur 404 : la page demandée n’a pas été trouvée</h1><p>Le lien que vous avez suivi est peut-être rompu, ou la page a été supprimée.</p>`,
    ),
  },
  {
    id: 'gone-es-universidad',
    language: 'es',
    requestedUrl: 'https://www.universidaddelvalle.example/posgrado/convocatoria-2015',
    html: bootstrap(
      'es',
      'Página no encontrada',
      'Universidad del Valle',
      `<h1>404</h1><h2>Lo sentimos, la página que busca no existe</h2><p>Es posible que haya sido movida o eliminada.</p><a class="btn" href="/">Volver al inicio</a>`,
    ),
  },
  {
    id: 'gone-it-comune',
    language: 'it',
    requestedUrl: 'https://www.comune-pietralta.example/novita/avviso-2016-44',
    html: divs(
      'it',
      'Pagina non trovata',
      'Comune di Pietralta',
      `<h1>Pagina non trovata</h1><p>Oops! La pagina che cerchi non è stata trovata. Errore 404.</p><a href="/">Torna alla home page</a>`,
    ),
  },
  {
    id: 'gone-pt-jornal',
    language: 'pt-BR',
    requestedUrl: 'https://www.folhadoplanalto.example/cidades/2013/05/obras-viaduto.shtml',
    html: news(
      'pt-BR',
      'Página não encontrada',
      'Folha do Planalto',
      `<h1>Ops! Página não encontrada</h1><p>O endereço que você tentou acessar não existe ou foi removido. Erro 404.</p><a href="/">Ir para a página inicial</a>`,
    ),
  },
  {
    id: 'gone-nl-gemeente',
    language: 'nl',
    requestedUrl: 'https://www.waterschap-delta.example/projecten/dijkversterking-2014',
    html: bootstrap(
      'nl',
      'Pagina niet gevonden',
      'Waterschap Delta',
      `<h1>Pagina niet gevonden</h1><p>De pagina die u zoekt bestaat niet (meer) of is verplaatst. Controleer het adres of ga naar de <a href="/">homepage</a>.</p>`,
    ),
  },
  {
    id: 'gone-pl-portal',
    language: 'pl',
    requestedUrl: 'https://www.glospomorza.example/artykul/2010-festyn-nad-jeziorem,11873',
    html: news(
      'pl',
      'Nie znaleziono strony',
      'Głos Pomorza',
      `<h1>Błąd 404 – strona nie istnieje</h1><p>Strona, której szukasz, została usunięta lub zmieniła adres.</p><a href="/">Przejdź do strony głównej</a>`,
    ),
  },
  {
    id: 'gone-sv-kommun',
    language: 'sv',
    requestedUrl: 'https://www.lillviken.example/kommun-och-politik/protokoll/2012-04',
    html: divs(
      'sv',
      'Sidan hittades inte',
      'Lillvikens kommun',
      `<h1>Sidan kunde inte hittas</h1><p>Sidan du söker finns inte längre eller har flyttats. Felkod 404.</p><a href="/">Till startsidan</a>`,
    ),
  },
])
