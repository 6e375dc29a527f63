/** Pages that ask for the visitor's age, or for consent to the site's content, before they show the requested page. */

import { bootstrap, doc, shopify, wordpress } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const ageGates = casesOf('consent_page', [
  {
    id: 'age-brewery',
    language: 'en',
    requestedUrl: 'https://www.copperkettlebrewing.example/beers/winter-stout',
    redirects: ['/age-gate?redirect=%2Fbeers%2Fwinter-stout'],
    html: doc(
      'en-US',
      'Age verification | Copper Kettle Brewing',
      `<div class="age-gate"><img src="/logo.svg" alt="Copper Kettle Brewing Co."><h1>Are you of legal drinking age?</h1><p>You must be 21 or older to enter this site.</p><form method="post"><button name="confirm" value="yes">Yes, I am 21 or older</button><button name="confirm" value="no">No</button><label><input type="checkbox" name="remember"> Remember me on this device</label></form><p class="legal">Please drink responsibly. <a href="/privacy">Privacy policy</a></p></div>`,
    ),
  },
  {
    id: 'age-game-store',
    language: 'en',
    requestedUrl: 'https://store.vapor.example/app/912340/Iron_Harvest_Nights/',
    redirects: ['/agecheck/app/912340/'],
    html: doc(
      'en',
      'Iron Harvest Nights on Vapor',
      `<div id="global_header"><a href="/">STORE</a> <a href="/community">COMMUNITY</a> <a href="/about">ABOUT</a></div><div id="app_agegate" class="agegate_birthday_selector"><div class="agegate_text_container"><h2>This game may contain content not appropriate for all ages, or may not be appropriate for viewing at work.</h2><div class="agegate_birthday_desc">Please enter your birth date to continue:</div><select name="ageDay" id="ageDay"><option>1</option><option>2</option></select><select name="ageMonth"><option>January</option><option>February</option></select><select name="ageYear" id="ageYear"><option>1990</option><option>1991</option></select><a class="btnv6_blue_hoverfade" href="#" id="view_product_page_btn"><span>View Page</span></a><a class="btnv6_blue_hoverfade" href="/"><span>Cancel</span></a></div></div>`,
    ),
  },
  {
    id: 'age-dispensary',
    language: 'en',
    requestedUrl: 'https://www.evergreendispensary.example/menu/edibles',
    html: shopify(
      'en',
      'Verify your age',
      'Evergreen Dispensary',
      `<div class="bouncer-modal" role="dialog" aria-modal="true"><h1>Please verify your age</h1><p>You must be 21 years of age or a registered medical patient to view this website.</p><button class="bouncer-yes">I am 21+</button><button class="bouncer-no">I am under 21</button></div>`,
    ),
  },
  {
    id: 'age-adult',
    language: 'en',
    requestedUrl: 'https://www.velvetclips.example/view/8812003',
    html: doc(
      'en',
      'Velvet Clips',
      `<div id="age-verification-container"><div id="age-verification-wrapper"><h1>This is an adult website</h1><p>This website contains age-restricted materials including nudity and explicit depictions of sexual activity. By entering, you affirm that you are at least 18 years of age or the age of majority in the jurisdiction you are accessing the website from, and you consent to viewing sexually explicit content.</p><button class="buttonOver18">I am 18 or older - Enter</button><a href="https://www.google.com">I am under 18 - Exit</a><p>Our <a href="/parental-controls">parental controls page</a> explains how you can easily block access to this site.</p></div></div>`,
      '<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">',
    ),
  },
  {
    id: 'age-blog-warning',
    language: 'en',
    requestedUrl: 'https://nightsketches.blogspot.example/2026/10/figure-studies.html',
    redirects: [
      'https://www.blogger.example/blogin.g?blogspotURL=https://nightsketches.blogspot.example/2026/10/figure-studies.html&type=blog',
    ],
    html: doc(
      'en',
      'Blogger: Sensitive Content Warning',
      `<div id="header"><img src="/img/logo.png" alt="Blogger"></div><div id="body"><div class="mainClm"><h1>Sensitive Content Warning</h1><p>This blog may contain sensitive content. In general, Blogger does not review nor do we endorse the content of this or any blog. Some Blogger readers have reported that this blog contains sensitive content.</p><a class="maia-button maia-button-primary" href="?zx=1&amp;guestAuth=x">I understand and I wish to continue</a> <a class="maia-button" href="https://www.blogger.example">I do not wish to continue</a></div></div><div id="footer"><a href="/terms">Terms of Service</a> | <a href="/privacy">Privacy</a></div>`,
    ),
  },
  {
    id: 'age-over18-forum',
    language: 'en',
    requestedUrl: 'https://old.threadit.example/r/whiskymakers/comments/1h2k/first_run/',
    redirects: ['/over18?dest=https%3A%2F%2Fold.threadit.example%2Fr%2Fwhiskymakers'],
    html: doc(
      'en',
      'threadit.example: over 18?',
      `<div class="content" role="main"><div class="interstitial"><img class="interstitial-image" src="/over18.png" alt="over 18" height="150" width="150"><h3>You must be 18+ to view this community</h3><div class="interstitial-message md-container"><p>You must be at least eighteen years old to view this content. Are you over eighteen and willing to see adult content?</p></div><form method="post" action="" class="pretty-form"><button class="c-btn c-btn-primary" type="submit" name="over18" value="no">no thank you</button><button class="c-btn" type="submit" name="over18" value="yes">continue</button></form></div></div>`,
    ),
  },
  {
    id: 'age-vape-de',
    language: 'de',
    requestedUrl: 'https://www.dampferladen-west.example/liquids/waldbeere-10ml',
    html: doc(
      'de',
      'Altersprüfung - Dampferladen West',
      `<div class="modal age-check is-open"><div class="modal-content"><h2>Bist du mindestens 18 Jahre alt?</h2><p>Unsere Produkte richten sich ausschließlich an Erwachsene. Bitte bestätige dein Alter, um fortzufahren.</p><button class="btn btn-primary">Ja, ich bin 18 oder älter</button><a href="https://www.google.de" class="btn">Nein, Seite verlassen</a></div></div>`,
    ),
  },
  {
    id: 'age-vin-fr',
    language: 'fr',
    requestedUrl: 'https://www.domainedesclapas.example/nos-vins/cuvee-des-pierres',
    redirects: ['/verification-age?retour=/nos-vins/cuvee-des-pierres'],
    html: wordpress(
      'fr',
      'Vérification de l’âge – Domaine des Clapas',
      'Domaine des Clapas',
      `<div class="age-gate-wrapper"><h1>Avez-vous l’âge légal ?</h1><p>Pour visiter ce site, vous devez avoir l’âge légal pour consommer de l’alcool dans votre pays de résidence (18 ans en France).</p><form method="post"><button name="age" value="oui">J’ai plus de 18 ans</button><button name="age" value="non">J’ai moins de 18 ans</button></form><p>L’abus d’alcool est dangereux pour la santé.</p></div>`,
    ),
  },
  {
    id: 'age-tequila-es',
    language: 'es',
    requestedUrl: 'https://www.tequilaelcamino.example/mx/productos/reposado',
    html: doc(
      'es-MX',
      'Tequila El Camino',
      `<section class="agegate"><img src="/logo.png" alt="El Camino"><h1>¿Eres mayor de edad?</h1><form><label>País<select name="pais"><option>México</option><option>España</option></select></label><label>Fecha de nacimiento <input name="dd" placeholder="DD"><input name="mm" placeholder="MM"><input name="aaaa" placeholder="AAAA"></label><button>Entrar</button></form><p>Al entrar aceptas nuestros <a href="/terminos">términos y condiciones</a> y el <a href="/aviso">aviso de privacidad</a>. Evita el exceso.</p></section>`,
    ),
  },
  {
    id: 'age-casino-es',
    language: 'es',
    requestedUrl: 'https://www.apuestassol.example/futbol/liga/jornada-14',
    html: doc(
      'es',
      'ApuestasSol: verificación de edad',
      `<div class="verificacion"><h1>Solo para mayores de 18 años</h1><p>Confirma que tienes 18 años o más para acceder a este sitio de apuestas.</p><button>Sí, soy mayor de 18 años</button><button>No, salir</button><p>Juega con responsabilidad.</p></div>`,
    ),
  },
  {
    id: 'age-cerveja-pt',
    language: 'pt-BR',
    requestedUrl: 'https://www.cervejariaserrana.example/rotulos/ipa-da-serra',
    redirects: ['/maioridade?url=%2Frotulos%2Fipa-da-serra'],
    html: bootstrap(
      'pt-BR',
      'Maioridade',
      'Cervejaria Serrana',
      `<div class="text-center"><h1>Você tem mais de 18 anos?</h1><p>Este site é destinado a maiores de 18 anos.</p><a class="btn btn-success" href="/maioridade/sim">Sim, tenho mais de 18</a> <a class="btn btn-secondary" href="/maioridade/nao">Não</a><p class="small">Beba com moderação.</p></div>`,
    ),
  },
  {
    id: 'age-pl-alkohol',
    language: 'pl',
    requestedUrl: 'https://www.piwniczkawin.example/wina/czerwone/merlot-2021',
    html: doc(
      'pl',
      'Piwniczka Win',
      `<div id="age-popup" class="full-screen"><h2>Czy masz ukończone 18 lat?</h2><p>Strona zawiera informacje o napojach alkoholowych i jest przeznaczona wyłącznie dla osób pełnoletnich.</p><a class="btn" href="?wiek=tak">TAK, wchodzę</a><a class="btn" href="https://www.google.pl">NIE, wychodzę</a></div>`,
    ),
  },
  {
    id: 'age-pivo-cs',
    language: 'cs',
    requestedUrl: 'https://www.pivovarublatny.example/nase-piva/dvanactka',
    html: doc(
      'cs',
      'Ověření věku | Pivovar Blatná',
      `<main class="vek"><h1>Je vám více než 18 let?</h1><p>Pro vstup na tyto stránky musíte být starší 18 let.</p><a href="/vek/ano">Ano, je mi více než 18 let</a><a href="/vek/ne">Ne</a></main>`,
    ),
  },
  {
    id: 'age-ru',
    language: 'ru',
    requestedUrl: 'https://www.vinoteka-don.example/catalog/krasnoe/saperavi-2022/',
    html: doc(
      'ru',
      'Подтверждение возраста',
      `<div class="age-confirm"><div class="age-confirm__inner"><div class="age-confirm__title">Вам уже исполнилось 18 лет?</div><div class="age-confirm__text">Сайт содержит информацию для лиц совершеннолетнего возраста. Сведения на сайте не являются рекламой.</div><button class="age-confirm__yes">Да, мне есть 18 лет</button><button class="age-confirm__no">Нет</button></div></div>`,
    ),
  },
  {
    id: 'age-ja',
    language: 'ja',
    requestedUrl: 'https://www.kurazake.example/products/junmai-ginjo-720',
    redirects: ['/age_check?rurl=%2Fproducts%2Fjunmai-ginjo-720'],
    html: doc(
      'ja',
      '年齢確認 - 蔵酒ドットコム',
      `<div class="ageCheck"><h1>年齢確認</h1><p>当サイトはお酒に関する情報を含むため、20歳未満の方のご利用をお断りしております。あなたは20歳以上ですか？</p><ul class="ageCheck__btn"><li><a href="/age_check/yes">はい、20歳以上です</a></li><li><a href="/age_check/no">いいえ</a></li></ul></div><footer><small>© 蔵酒ドットコム</small></footer>`,
    ),
  },
  {
    id: 'age-zh-tw',
    language: 'zh-TW',
    requestedUrl: 'https://www.yeshiwine.example/product/sherry-cask-12',
    html: doc(
      'zh-TW',
      '夜市酒坊',
      `<div class="popup age-popup"><h2>您是否年滿18歲？</h2><p>本網站內容僅供年滿十八歲之人士瀏覽。進入本站即表示您同意本站的使用條款與Cookie政策。</p><button>是，我已滿18歲</button><button>否，離開</button><p>禁止酒駕　飲酒過量有害健康</p></div>`,
    ),
  },
  {
    id: 'age-ko',
    language: 'ko',
    requestedUrl: 'https://www.hanjubang.example/goods/view.php?no=3312',
    redirects: ['/intro/adult?returnUrl=%2Fgoods%2Fview.php%3Fno%3D3312'],
    html: doc(
      'ko',
      '성인인증 - 한주방',
      `<div class="intro_adult"><h2>19</h2><p>이 정보내용은 청소년유해매체물로서 청소년 보호법에 따라 19세 미만의 청소년이 이용할 수 없습니다.</p><button class="btn_adult">휴대폰 성인인증</button><a href="/intro/out">19세 미만 나가기</a><p>회원이신 경우 <a href="/member/login">로그인</a> 후 이용해 주세요.</p></div>`,
    ),
  },
  {
    id: 'age-ar',
    language: 'ar',
    requestedUrl: 'https://www.dukhanshop.example/ar/products/moassel-apple',
    html: doc(
      'ar',
      'التحقق من العمر',
      `<div class="age-gate"><h1>هل عمرك 18 سنة أو أكثر؟</h1><p>يحتوي هذا الموقع على منتجات مخصصة للبالغين فقط. يرجى تأكيد عمرك للمتابعة.</p><button>نعم، عمري 18 سنة أو أكثر</button><button>لا</button></div>`,
    ),
  },
])
