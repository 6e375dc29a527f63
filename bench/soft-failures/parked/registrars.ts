/** Placeholder pages of registrars and hosting companies, for registered domains that have no site yet. */

import { doc } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const registrars = casesOf('parked_domain', [
  {
    id: 'parked-namecheap',
    language: 'en',
    requestedUrl: 'http://www.tidyshelf.example/pricing',
    html: doc(
      'en',
      'tidyshelf.example | Registered at Namecheap.com',
      `<div class="message"><h1>tidyshelf.example</h1><p>This domain was recently registered at <a href="https://www.namecheap.com/">Namecheap</a>. Please check back later!</p></div><div id="main"><h2>Related Searches:</h2><ul><li><a href="/search?q=1">Storage Boxes</a></li><li><a href="/search?q=2">Closet Organizers</a></li></ul></div><footer>Copyright © Namecheap, Inc. All rights reserved. The Sponsored Listings displayed above are served automatically by a third party.</footer>`,
    ),
  },
  {
    id: 'parked-porkbun',
    language: 'en',
    requestedUrl: 'http://pebbleletters.example/archive',
    html: doc(
      'en',
      'pebbleletters.example | parked domain',
      `<div class="parked"><img src="/parked.svg" alt=""><h1>pebbleletters.example</h1><p>A Brand New Domain!</p><p>Congratulations on your new domain name! You are seeing this parked page because DNS records have not been set up. Log in to your <a href="https://porkbun.com">Porkbun</a> account to get started.</p></div>`,
    ),
  },
  {
    id: 'parked-hostinger',
    language: 'en',
    requestedUrl: 'http://oliveandoak.example/wp-content/uploads/menu.pdf.html',
    html: doc(
      'en',
      'Parked Domain name on Hostinger DNS system',
      `<nav class="navbar navbar-inverse"><a class="navbar-brand" href="https://www.hostinger.com"><img src="/logo.svg" alt="Hostinger"></a><a href="https://support.hostinger.com">Tutorials</a></nav><div class="container-fluid"><h1>You Are All Set to Go!</h1><p>All you have to do now is upload your website files and start your journey. Check out how to do that below:</p><div class="col">Buy website hosting</div><div class="col">Add website to your hosting</div><div class="col">Change domain nameservers</div></div>`,
    ),
  },
  {
    id: 'parked-squarespace-domains',
    language: 'en',
    requestedUrl: 'http://lanternfilms.example/reel',
    html: doc(
      'en',
      'Coming Soon',
      `<main class="domain-parked"><h1>lanternfilms.example</h1><p>We’re under construction. This domain is registered with Squarespace Domains. Please check back for an update soon.</p><footer><a href="https://www.squarespace.com">Get your own domain at Squarespace</a></footer></main>`,
    ),
  },
  {
    id: 'parked-networksolutions',
    language: 'en',
    requestedUrl: 'http://www.hollowayplumbing.example/services.html',
    html: doc(
      'en',
      'hollowayplumbing.example - Under Construction Page',
      `<table width="100%"><tr><td><a href="https://www.networksolutions.com">Network Solutions</a></td></tr><tr><td><h1>This site is under construction and coming soon.</h1><p>This domain is registered at Network Solutions. Is this your domain name? Manage it now.</p><p>Search for your domain name: <input name="domain"></p></td></tr></table>`,
    ),
  },
  {
    id: 'parked-ionos-de',
    language: 'de',
    requestedUrl: 'http://www.tischlerei-brandt.example/leistungen',
    html: doc(
      'de',
      'IONOS Domain geparkt',
      `<div class="ionos-parking"><header><img alt="IONOS" src="/ionos.svg"></header><h1>Diese Domain ist bereits registriert.</h1><p>tischlerei-brandt.example wurde erfolgreich bei IONOS registriert. Hier entsteht in Kürze eine Website.</p><p>Sie sind der Inhaber? <a href="https://login.ionos.de">Jetzt einloggen</a> und Website erstellen.</p></div>`,
    ),
  },
  {
    id: 'parked-strato-de',
    language: 'de',
    requestedUrl: 'http://ferienhaus-moewe.example/buchen',
    html: doc(
      'de',
      'STRATO - Domain reserved',
      `<div id="container"><img src="/strato.gif" alt="STRATO"><h1>Domain reserviert</h1><p>Herzlich willkommen! Diese Domain wurde für einen Kunden der STRATO AG reserviert und enthält noch keine Inhalte.</p><p><a href="https://www.strato.de">www.strato.de</a></p></div>`,
    ),
  },
  {
    id: 'parked-united-de',
    language: 'de',
    requestedUrl: 'http://www.kletterhalle-sued.example/kurse',
    html: doc(
      'de',
      'kletterhalle-sued.example steht zum Verkauf',
      `<main><h1>kletterhalle-sued.example</h1><p>Diese Domain steht zum Verkauf. Unterbreiten Sie dem Inhaber ein Angebot.</p><form><label>Ihr Angebot in Euro <input name="gebot"></label><label>E-Mail <input type="email" name="mail"></label><button>Angebot senden</button></form><p>Treuhandservice durch united-domains</p></main>`,
    ),
  },
  {
    id: 'parked-ovh-fr',
    language: 'fr',
    requestedUrl: 'http://www.atelier-lumen.example/galerie',
    html: doc(
      'fr',
      'Félicitations ! Votre domaine a bien été créé chez OVHcloud !',
      `<div class="ovh"><img src="/images/logo-ovh.png" alt="OVHcloud"><h1>Félicitations ! Votre domaine a bien été créé chez OVHcloud !</h1><p>Vous êtes le propriétaire de ce domaine ? Rendez-vous dans votre <a href="https://www.ovh.com/manager/">espace client</a> pour commander un hébergement web.</p><a href="https://docs.ovh.com">Guides</a></div>`,
    ),
  },
  {
    id: 'parked-gandi-fr',
    language: 'fr',
    requestedUrl: 'http://compagnie-des-brumes.example/spectacles',
    html: doc(
      'fr',
      'Ce nom de domaine a été enregistré avec Gandi.net',
      `<article><h1>compagnie-des-brumes.example</h1><p>Ce nom de domaine a été enregistré avec <a href="https://www.gandi.net">Gandi.net</a>. Il est actuellement parqué par son propriétaire.</p><p><a href="https://whois.gandi.net/">Voir le Whois de ce domaine</a> pour contacter son propriétaire.</p></article>`,
    ),
  },
  {
    id: 'parked-arsys-es',
    language: 'es',
    requestedUrl: 'http://www.talleresmontenegro.example/citas',
    html: doc(
      'es',
      'Dominio registrado | Arsys',
      `<div class="parking"><h1>talleresmontenegro.example</h1><p>Este dominio ha sido registrado a través de Arsys y todavía no tiene ningún contenido asociado.</p><p>¿Es tuyo? <a href="https://www.arsys.es/crear/web">Crea tu página web</a></p></div>`,
    ),
  },
  {
    id: 'parked-aruba-it',
    language: 'it',
    requestedUrl: 'http://www.agriturismolaquercia.example/camere',
    html: doc(
      'it',
      'Dominio registrato - Aruba.it',
      `<div id="parking"><img alt="Aruba" src="/aruba.png"><h1>Il dominio agriturismolaquercia.example è stato registrato</h1><p>Il sito è in costruzione: il titolare non ha ancora pubblicato contenuti.</p><a href="https://hosting.aruba.it">Registra il tuo dominio su Aruba.it</a></div>`,
    ),
  },
  {
    id: 'parked-registrobr',
    language: 'pt-BR',
    requestedUrl: 'http://www.padariaestrela.example/cardapio',
    html: doc(
      'pt-BR',
      'Domínio registrado',
      `<div class="box"><h1>padariaestrela.example</h1><p>Este domínio está registrado na Locaweb, mas ainda não há nenhum site publicado.</p><p>É o dono deste domínio? <a href="https://www.locaweb.com.br">Acesse sua conta e crie seu site</a>.</p></div>`,
    ),
  },
  {
    id: 'parked-loopia-sv',
    language: 'sv',
    requestedUrl: 'http://www.bergslagensbageri.example/sortiment',
    html: doc(
      'sv',
      'Parkerad hos Loopia',
      `<div class="content"><h1>bergslagensbageri.example</h1><h2>Domänen är parkerad hos Loopia</h2><p>Den här domänen är registrerad via Loopia av en kund. Äger du domänen? <a href="https://www.loopia.se/loggain/">Logga in i Loopia Kundzon</a>.</p></div>`,
    ),
  },
  {
    id: 'parked-wedos-cs',
    language: 'cs',
    requestedUrl: 'http://www.kavarnapodlipou.example/menu',
    html: doc(
      'cs',
      'kavarnapodlipou.example - zaparkovaná doména',
      `<div><h1>kavarnapodlipou.example</h1><p>Tato doména je zaregistrována a zaparkována u společnosti WEDOS. Webové stránky zde zatím nejsou.</p><a href="https://client.wedos.com">Přihlásit se do administrace</a></div>`,
    ),
  },
  {
    id: 'parked-regru',
    language: 'ru',
    requestedUrl: 'http://www.pekarnya-kolos.example/dostavka',
    html: doc(
      'ru',
      'pekarnya-kolos.example',
      `<div class="b-page b-page_type_parking"><h1>Домен pekarnya-kolos.example припаркован</h1><p>Домен зарегистрирован в REG.RU. Сайт ещё не создан.</p><p>Если вы владелец домена, <a href="https://www.reg.ru/hosting/">закажите хостинг</a> или создайте сайт в конструкторе.</p></div>`,
      '<script>window.trackScriptLoad = function () {}; trackScriptLoad("/manifest.js", 1)</script>',
    ),
  },
  {
    id: 'parked-onamae-ja',
    language: 'ja',
    requestedUrl: 'http://www.yamanochaya.example/menu.html',
    html: doc(
      'ja',
      'このドメインはお名前.comで取得されています。',
      `<div class="wrap"><h1>このドメインは、お名前.comで取得されています。</h1><p>yamanochaya.example のウェブサイトはまだ公開されていません。</p><a href="https://www.onamae.com/">お名前.com</a><small>Copyright © GMO Internet Group</small></div>`,
    ),
  },
])
