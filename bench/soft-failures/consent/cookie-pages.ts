/** Pages that ask for consent to cookies, or for payment instead, before they show the requested page. */

import { doc } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const cookiePages = casesOf('consent_page', [
  {
    id: 'consent-google',
    language: 'en',
    requestedUrl: 'https://maps.google.example/maps/place/Harbour+Bridge',
    redirects: [
      'https://consent.google.example/m?continue=https://maps.google.example/maps/place/Harbour%2BBridge&gl=IE&m=0&pc=m&hl=en&src=1',
    ],
    html: doc(
      'en',
      'Before you continue to Google Maps',
      `<div class="HTjtHe" role="dialog"><div class="signin"><a href="https://accounts.google.example/ServiceLogin">Sign in</a></div><h1>Before you continue to Google</h1><div>We use <a href="https://policies.google.example/technologies/cookies">cookies</a> and data to<ul><li>Deliver and maintain Google services</li><li>Track outages and protect against spam, fraud, and abuse</li><li>Measure audience engagement and site statistics</li></ul>If you choose to “Accept all,” we will also use cookies and data to<ul><li>Develop and improve new services</li><li>Show personalized content, depending on your settings</li></ul></div>
<form action="https://consent.google.example/save" method="POST"><input type="hidden" name="set_eom" value="true"><button jsname="tWT92d">Reject all</button></form><form action="https://consent.google.example/save" method="POST"><button>Accept all</button></form><a href="/d?continue=x">More options</a><a href="https://policies.google.example/privacy">Privacy Policy</a> <a href="https://policies.google.example/terms">Terms of Service</a></div>`,
    ),
  },
  {
    id: 'consent-youtube',
    language: 'de',
    requestedUrl: 'https://www.youtube.example/watch?v=Qx81mmT0aZk',
    redirects: [
      'https://consent.youtube.example/m?continue=https%3A%2F%2Fwww.youtube.example%2Fwatch&gl=DE&m=0&pc=yt&hl=de',
    ],
    html: doc(
      'de',
      'Bevor Sie zu YouTube weitergehen',
      `<div class="qqtRac"><img src="/yt.svg" alt="YouTube"><h1>Bevor Sie zu YouTube weitergehen</h1><p>Wir verwenden Cookies und Daten, um Google-Dienste bereitzustellen und zu betreiben, Ausfälle zu prüfen und Maßnahmen gegen Spam, Betrug und Missbrauch zu ergreifen.</p><p>Wenn Sie „Alle akzeptieren“ auswählen, verwenden wir Cookies und Daten auch, um neue Dienste zu entwickeln und personalisierte Inhalte einzublenden.</p><form action="/save" method="post"><button>Alle ablehnen</button></form><form action="/save" method="post"><button>Alle akzeptieren</button></form><a href="/d">Weitere Optionen</a><a href="/privacy">Datenschutzerklärung</a><a href="/terms">Nutzungsbedingungen</a></div>`,
    ),
  },
  {
    id: 'consent-yahoo',
    language: 'en',
    requestedUrl: 'https://news.yahu.example/storm-closes-coastal-roads-114200.html',
    redirects: [
      'https://guce.yahu.example/consent?brandType=nonEu&gcrumb=k1',
      'https://consent.yahu.example/v2/collectConsent?sessionId=3_cc-session_a',
    ],
    html: doc(
      'en-IE',
      'Yahu is part of the Yahu family of brands',
      `<div id="consent-page" class="consent-page"><div class="consent-overlay"><form method="post" class="consent-form"><input type="hidden" name="csrfToken" value="x"><input type="hidden" name="sessionId" value="3_cc"><h1>Yahu is part of the Yahu family of brands.</h1><p>When you use our sites and apps, we use cookies to provide our sites and apps to you, authenticate users, apply security measures, and measure your use of our sites.</p><p>If you click “Accept all”, we and our partners, including 241 who are part of the IAB Transparency &amp; Consent Framework, will also store and access information on a device.</p><button type="submit" class="btn secondary accept-all" name="agree" value="agree">Accept all</button><button type="submit" class="btn secondary reject-all" name="reject" value="reject">Reject all</button><a class="btn manage-settings" href="/v2/partners">Manage privacy settings</a></form></div></div>`,
    ),
  },
  {
    id: 'consent-yahoo-fr',
    language: 'fr',
    requestedUrl: 'https://fr.finance.yahu.example/quote/AIR.PA',
    redirects: ['https://consent.yahu.example/v2/collectConsent?sessionId=3_cc-session_b'],
    html: doc(
      'fr-FR',
      'Yahu fait partie de la famille de marques Yahu',
      `<div class="consent-page"><form method="post" class="consent-form"><h1>Yahu fait partie de la famille de marques Yahu.</h1><p>Lorsque vous utilisez nos sites et applications, nous utilisons des cookies pour vous fournir nos services, authentifier les utilisateurs et mesurer votre utilisation.</p><p>Si vous cliquez sur « Tout accepter », nos partenaires et nous-mêmes stockerons et accéderons également à des informations sur un appareil.</p><button name="agree" value="agree">Tout accepter</button><button name="reject" value="reject">Tout refuser</button><a href="/v2/partners">Gérer les paramètres de confidentialité</a></form></div>`,
    ),
  },
  {
    id: 'consent-onetrust-gate',
    language: 'en',
    requestedUrl: 'https://www.tradejournal.example/markets/copper-outlook',
    html: doc(
      'en',
      'Privacy choices | Trade Journal',
      `<div id="onetrust-consent-sdk"><div id="onetrust-pc-sdk" class="otPcCenter ot-fade-in" role="dialog" aria-modal="true"><img src="/logo.svg" alt="Trade Journal"><h1 id="ot-pc-title">We value your privacy</h1><div id="ot-pc-desc">Before you read on: we and our 312 partners store and access information on your device, such as cookies, to show personalised ads and measure their performance. Choose what you allow.</div><ul><li>Strictly necessary cookies <span>Always active</span></li><li>Performance cookies</li><li>Targeting cookies</li></ul><button id="accept-recommended-btn-handler">Allow all</button><button class="ot-pc-refuse-all-handler">Reject all</button><button class="save-preference-btn-handler">Confirm my choices</button><a href="https://www.onetrust.com/products/cookie-consent/">Powered by OneTrust</a></div></div>`,
    ),
  },
  {
    id: 'consent-quantcast-gate',
    language: 'en',
    requestedUrl: 'https://www.gardenweekly.example/plants/dahlia-storage',
    redirects: ['/gdpr-consent?redirect=%2Fplants%2Fdahlia-storage'],
    html: doc(
      'en-GB',
      'We value your privacy',
      `<div class="qc-cmp2-container" id="qc-cmp2-container"><div class="qc-cmp2-ui"><h2>We value your privacy</h2><p>We and our partners store and/or access information on a device, such as cookies, and process personal data for personalised advertising and content, and audience research.</p><p>You may click to consent, or click to refuse. Your choices apply to this site only.</p><button mode="secondary">MORE OPTIONS</button><button mode="secondary">DISAGREE</button><button mode="primary">AGREE</button></div></div>`,
    ),
  },
  {
    id: 'consent-zeit-pur',
    language: 'de',
    requestedUrl: 'https://www.wochenblatt.example/politik/deutschland/2026-11/haushalt-debatte',
    redirects: ['/zustimmung?url=https%3A%2F%2Fwww.wochenblatt.example%2Fpolitik'],
    html: doc(
      'de',
      'WOCHENBLATT | Zustimmung',
      `<main class="gdpr"><img class="gdpr__logo" src="/logo.svg" alt="Wochenblatt"><h1 class="gdpr__title">Wochenblatt mit Werbung oder im Pur-Abo</h1><section class="option"><h2>Mit Werbung weiterlesen</h2><p>Besuchen Sie wochenblatt.example wie gewohnt mit Werbung und Tracking. Ihre Zustimmung ist jederzeit widerrufbar.</p><button id="agree" class="box__accbtn">Einverstanden</button><p>Details zum Tracking in der <a href="/datenschutz">Datenschutzerklärung</a>.</p></section><section class="option"><h2>Pur-Abo</h2><p>Ohne Werbetracking und mit Werbebannern nur vom Verlag: 1,40 € pro Woche.</p><a href="/abo/pur">Pur-Abo abschließen</a><a href="/anmelden">Bereits Abonnent? Anmelden</a></section></main>`,
    ),
  },
  {
    id: 'consent-sourcepoint-pur',
    language: 'de',
    requestedUrl: 'https://www.technikticker.example/news/Neuer-Kernel-bringt-Treiber-9921.html',
    html: doc(
      'de',
      'Technikticker: Ihre Privatsphäre',
      `<div id="sp_message_container_871" class="sp_message_container"><div class="message type-modal"><p class="headline">Weiterlesen mit Werbung und Cookies oder werbefrei im Abo</p><div class="left"><p>Wir und unsere bis zu 180 Partner verarbeiten personenbezogene Daten mithilfe von Cookies, um Werbung auszuspielen.</p><button class="message-component sp_choice_type_11" title="Akzeptieren und weiter">Akzeptieren und weiter</button></div><div class="right"><p>Technikticker Pur: ohne Tracking, ohne Werbung, 4,95 € im Monat.</p><button class="sp_choice_type_9">Jetzt abonnieren</button><a href="/sso/login">Login</a></div><a href="/privacy">Datenschutz</a> <a href="/impressum">Impressum</a></div></div>`,
    ),
  },
  {
    id: 'consent-usercentrics',
    language: 'de',
    requestedUrl: 'https://www.rezeptgarten.example/rezepte/kuerbissuppe-mit-ingwer/',
    redirects: ['/consent-management/?back=%2Frezepte%2Fkuerbissuppe-mit-ingwer%2F'],
    html: doc(
      'de',
      'Datenschutz-Einstellungen - Rezeptgarten',
      `<div id="usercentrics-root" class="uc-first-layer"><div role="dialog"><h1>Wir benötigen Ihre Zustimmung</h1><p>Um Ihnen unsere Rezepte kostenlos zeigen zu können, nutzen wir und 96 Drittanbieter Cookies und ähnliche Technologien. Sie können Ihre Auswahl jederzeit ändern.</p><label><input type="checkbox" checked disabled> Essenziell</label><label><input type="checkbox"> Funktional</label><label><input type="checkbox"> Marketing</label><button data-testid="uc-more-button">Mehr Informationen</button><button data-testid="uc-deny-all-button">Alles ablehnen</button><button data-testid="uc-accept-all-button">Alles akzeptieren</button><div>Powered by <a href="https://usercentrics.com">Usercentrics Consent Management</a></div></div></div>`,
    ),
  },
  {
    id: 'consent-didomi-fr',
    language: 'fr',
    requestedUrl: 'https://www.gazettedeslacs.example/sport/ski/la-station-ouvre-samedi_204.html',
    html: doc(
      'fr',
      'La Gazette des Lacs',
      `<div id="didomi-host"><div class="didomi-popup-container" role="dialog"><span class="didomi-continue-without-agreeing" role="button">Continuer sans accepter →</span><h1>Votre vie privée est importante</h1><div class="didomi-popup-notice-text">Avec votre accord, nos partenaires et nous utilisons des cookies pour stocker et accéder à des informations personnelles comme votre visite sur ce site. Vous pouvez retirer votre consentement à tout moment.</div><button id="didomi-notice-learn-more-button">Paramétrer les cookies</button><button id="didomi-notice-agree-button">Accepter &amp; Fermer</button><a href="/partenaires">Voir nos 628 partenaires</a></div></div>`,
    ),
  },
  {
    id: 'consent-abonnement-fr',
    language: 'fr',
    requestedUrl: 'https://www.terroirmag.example/recettes/tarte-aux-noix',
    redirects: ['/cookies-ou-abonnement?retour=%2Frecettes%2Ftarte-aux-noix'],
    html: doc(
      'fr',
      'Soutenez notre rédaction : acceptez les cookies ou abonnez-vous',
      `<div class="cookie-wall"><img src="/logo.png" alt="Terroir"><h1>Soutenez Terroir</h1><p>Pour accéder gratuitement au site, vous devez accepter le dépôt de cookies publicitaires. Sinon, abonnez-vous à partir de 2 € par mois.</p><button class="accepter">Accepter les cookies et accéder gratuitement</button><a class="abonner" href="/abonnement">S’abonner sans cookies</a><p>Déjà abonné ? <a href="/connexion">Se connecter</a> · <a href="/politique-cookies">Politique relative aux cookies</a></p></div>`,
    ),
  },
  {
    id: 'consent-es-suscribirse',
    language: 'es',
    requestedUrl: 'https://www.ecosdelsur.example/cultura/2026-11-24/la-novela-del-ano.html',
    html: doc(
      'es',
      'Ecos del Sur',
      `<div id="pmConsentWall" class="pmConsentWall"><img src="/logo.svg" alt="Ecos del Sur"><h1>Tu privacidad es importante para nosotros</h1><p>Para leer Ecos del Sur debes aceptar las cookies o suscribirte. Nosotros y nuestros 840 socios almacenamos o accedemos a información en tu dispositivo.</p><a class="pmConsentWall-button" href="#aceptar">Aceptar y continuar</a><a class="pmConsentWall-button" href="/suscripciones">Rechazar y suscribirse</a><p>¿Ya eres suscriptor? <a href="/login">Inicia sesión</a></p><p>Más información en nuestra <a href="/politica-cookies">política de cookies</a>.</p></div>`,
    ),
  },
  {
    id: 'consent-it-abbonati',
    language: 'it',
    requestedUrl: 'https://www.ilcorrieredelgolfo.example/cronaca/2026/11/26/news/treno_bloccato-4401/',
    redirects: ['/cookie-wall/?next=%2Fcronaca%2F2026'],
    html: doc(
      'it',
      'Accetta i cookie o abbonati - Il Corriere del Golfo',
      `<div class="cookiewall"><h1>Per continuare a leggere scegli una delle due opzioni</h1><div class="scelta"><h2>Accetta i cookie</h2><p>Leggi gratis con pubblicità personalizzata. Noi e 730 fornitori archiviamo informazioni sul dispositivo.</p><button>Accetta e continua</button></div><div class="scelta"><h2>Abbonati</h2><p>Naviga senza profilazione a 1 € al mese.</p><a href="/abbonamenti">Rifiuta e abbonati</a></div><p>Sei già abbonato? <a href="/login">Accedi</a>. <a href="/cookie-policy">Cookie policy</a></p></div>`,
    ),
  },
  {
    id: 'consent-iubenda-it',
    language: 'it',
    requestedUrl: 'https://www.montagnaviva.example/itinerari/anello-del-lago',
    html: doc(
      'it',
      'Informativa | Montagna Viva',
      `<div id="iubenda-cs-banner" class="iubenda-cs-default-floating iubenda-cs-center iubenda-cs-visible" role="alertdialog"><div class="iubenda-cs-container"><div id="iubenda-cs-title">Informativa</div><div id="iubenda-cs-paragraph">Noi e terze parti selezionate utilizziamo cookie o tecnologie simili per finalità tecniche e, con il tuo consenso, anche per misurazione e marketing. Puoi liberamente prestare, rifiutare o revocare il tuo consenso.</div><button class="iubenda-cs-customize-btn">Scopri di più e personalizza</button><button class="iubenda-cs-reject-btn">Rifiuta</button><button class="iubenda-cs-accept-btn">Accetta</button></div></div><noscript><p>Attiva JavaScript per continuare.</p></noscript>`,
    ),
  },
  {
    id: 'consent-dpg-nl',
    language: 'nl',
    requestedUrl: 'https://www.stadskrant.example/binnenland/tram-ontspoord-bij-station~b81fe/',
    redirects: [
      'https://myprivacy.stadsmedia.example/consent?siteKey=w38&callbackUrl=https%3A%2F%2Fwww.stadskrant.example%2Fprivacygate-confirm',
    ],
    html: doc(
      'nl',
      'Stadsmedia Privacy Gate',
      `<div id="pg-root-dom" class="privacy-gate"><section class="pg-shadow"><h1>Stadsmedia gebruikt cookies</h1><p>Met cookies en vergelijkbare technieken verzamelen wij en 190 derden informatie om advertenties en artikelen af te stemmen op jouw interesses.</p><p>Als je op ‘Akkoord’ klikt, ga je hiermee akkoord.</p><button class="pg-accept-button" id="pg-accept-btn">Akkoord</button><a class="pg-configure" href="/consent/instellen">Instellen</a><a href="/privacybeleid">Privacybeleid</a></section></div>`,
    ),
  },
  {
    id: 'consent-nl-cookiemuur',
    language: 'nl',
    requestedUrl: 'https://www.hardwareplein.example/reviews/13022/videokaart-test',
    redirects: ['/my.hp/cookies?returnTo=%2Freviews%2F13022'],
    html: doc(
      'nl',
      'Cookies op Hardwareplein - Hardwareplein',
      `<div id="cookieAcceptForm"><form method="post" action="/my.hp/cookies"><h1>Hardwareplein maakt gebruik van cookies</h1><p>Wij plaatsen functionele en analytische cookies. Voor advertenties en ingesloten media hebben wij jouw toestemming nodig.</p><button name="decision" value="accept" class="ctaButton">Ja, ik accepteer cookies</button><button name="decision" value="deny">Nee, alleen noodzakelijke cookies</button></form><p><a href="/info/cookies/">Meer informatie over cookies</a></p></div>`,
    ),
  },
  {
    id: 'consent-pl-rodo',
    language: 'pl',
    requestedUrl: 'https://wiadomosci.portalnadwisla.example/kraj/nowy-most-otwarty-7012a',
    html: doc(
      'pl',
      'Portal nad Wisłą',
      `<div class="rodo-layer"><img src="/logo.png" alt="Portal nad Wisłą"><h2>Szanowni Państwo,</h2><p>klikając „Przejdź do serwisu”, wyrażają Państwo zgodę na przetwarzanie danych osobowych przez nas i naszych 874 Zaufanych Partnerów w celach marketingowych oraz na zapisywanie plików cookies na urządzeniu.</p><button class="rodo-settings">Ustawienia zaawansowane</button><button class="rodo-accept">Przejdź do serwisu</button><p><a href="/polityka-prywatnosci">Polityka prywatności</a></p></div>`,
    ),
  },
  {
    id: 'consent-seznam-cs',
    language: 'cs',
    requestedUrl: 'https://www.zpravy-cesko.example/clanek/domaci-vlaky-zdrazi-260101',
    redirects: [
      'https://cmp.zpravy.example/nastaveni-souhlasu?service=zpravy&return_url=https%3A%2F%2Fwww.zpravy-cesko.example',
    ],
    html: doc(
      'cs',
      'Nastavení souhlasu s personalizací',
      `<div class="szn-cmp-dialog-container"><div class="cw-cmp-dialog"><h1>Zprávy s reklamou nebo bez ní</h1><p>Souhlasem nám a našim 812 partnerům umožníte ukládat cookies a přizpůsobovat reklamu. Souhlas můžete kdykoli odvolat.</p><button data-testid="cw-button-agree-with-ads">Souhlasím</button><p>Nesouhlasíte? Pořiďte si předplatné bez reklam za 99 Kč měsíčně.</p><a href="/predplatne">Předplatit</a><button data-testid="button-preferences">Podrobné nastavení</button></div></div>`,
    ),
  },
  {
    id: 'consent-pt',
    language: 'pt',
    requestedUrl: 'https://www.diariodacosta.example/economia/noticia/porto-bate-recorde-2113',
    html: doc(
      'pt-PT',
      'Diário da Costa - Privacidade',
      `<div class="fc-consent-root"><div class="fc-dialog-container"><div class="fc-dialog fc-choice-dialog" role="dialog"><h1 class="fc-dialog-headline">O Diário da Costa pede o seu consentimento para usar os seus dados pessoais para:</h1><ul><li>Publicidade e conteúdos personalizados</li><li>Armazenar e/ou aceder a informações num dispositivo</li></ul><p>Os seus dados serão tratados por 151 fornecedores TCF.</p><button class="fc-button fc-cta-consent">Consentir</button><button class="fc-button fc-cta-do-not-consent">Não consentir</button><button class="fc-button fc-cta-manage-options">Gerir opções</button></div></div></div>`,
    ),
  },
  {
    id: 'consent-sv',
    language: 'sv',
    requestedUrl: 'https://www.kustbladet.example/nyheter/farjan-installd/a/Xk2p',
    redirects: ['https://samtycke.kustbladet.example/val?tillbaka=%2Fnyheter%2Ffarjan-installd'],
    html: doc(
      'sv',
      'Dina integritetsval',
      `<main><h1>Vi bryr oss om din integritet</h1><p>Innan du går vidare till Kustbladet behöver vi ditt samtycke. Vi och våra 96 samarbetspartner använder kakor för att anpassa annonser och mäta hur sajten används.</p><button>Godkänn alla kakor</button><button>Bara nödvändiga kakor</button><a href="/installningar">Inställningar</a><a href="/cookiepolicy">Cookiepolicy</a></main>`,
    ),
  },
  {
    id: 'consent-tr',
    language: 'tr',
    requestedUrl: 'https://www.bogazhaber.example/gundem/kopru-bakima-aliniyor-44120',
    redirects: ['/cerez-izni?geri=/gundem/kopru-bakima-aliniyor-44120'],
    html: doc(
      'tr',
      'Çerez tercihleri | Boğaz Haber',
      `<div class="cerez-sayfasi"><h1>Devam etmeden önce çerez tercihlerinizi belirleyin</h1><p>KVKK kapsamında, size daha iyi hizmet verebilmek ve reklamları kişiselleştirmek için çerez kullanıyoruz. Onayınızı dilediğiniz zaman geri alabilirsiniz.</p><button>Tümünü kabul et</button><button>Tümünü reddet</button><button>Ayarları yönet</button><a href="/aydinlatma-metni">Aydınlatma Metni</a></div>`,
    ),
  },
])
