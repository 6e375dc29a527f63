/** Pages that sites serve with 200 instead of the requested one, and pages that only look like it, written for the tests. */

export interface FailureCase {
  /** Code of the warning; null for a real page. */
  code: string | null
  html: string
  url?: string
  finalUrl?: string
}

const site = (title: string, main: string, head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><header><a href="/">Harbour Tools</a><nav><a href="/shop">Shop</a><a href="/about">About</a><a href="/login">Log in</a></nav></header><main>${main}</main><footer><p>© 2026 Harbour Tools Ltd. All rights reserved.</p><a href="/imprint">Imprint</a><a href="/privacy">Privacy</a></footer></body></html>`
const bare = (title: string, body: string, head = '') =>
  `<html><head><title>${title}</title>${head}</head><body>${body}</body></html>`

const form = (button: string, label = 'E-mail') =>
  `<form method="post" action="/session"><label>${label} <input name="user" type="text"></label><label><input name="pw" type="password"></label><button>${button}</button></form>`
const noindex = '<meta name="robots" content="noindex, follow">'

const missing: [title: string, heading: string, text: string][] = [
  ['Page not found – Harbour Tools', 'Page not found', 'The page you are looking for may have been moved or deleted.'],
  [
    'Harbour Tools',
    'Oops! That page can’t be found.',
    'It looks like nothing was found at this location. Maybe try a search?',
  ],
  [
    '404',
    'We looked everywhere',
    'The link you followed is broken, or the page has been removed. Go back to our homepage.',
  ],
  [
    'Seite nicht gefunden | Hafenwerk',
    'Seite nicht gefunden',
    'Die von Ihnen aufgerufene Seite existiert leider nicht. Zur Startseite',
  ],
  ['Fehler 404', 'Hoppla, hier ist nichts', 'Diese Seite gibt es nicht mehr. Vielleicht haben Sie sich vertippt?'],
  [
    'Page introuvable - Outils du port',
    'Oups ! Cette page n’existe pas',
    'Retournez à l’accueil ou utilisez la recherche.',
  ],
  ['Página no encontrada', 'Error 404', 'No hemos podido encontrar la página que buscas. Volver al inicio'],
  ['Pagina non trovata', 'Ci dispiace', 'La pagina che stai cercando non esiste o è stata spostata.'],
  ['Página não encontrada', 'Ops!', 'A página que você procura não existe ou foi removida.'],
  ['Pagina niet gevonden', 'Sorry, deze pagina bestaat niet', 'Ga terug naar de homepage.'],
  ['Nie znaleziono strony', 'Błąd 404', 'Strona, której szukasz, nie istnieje lub została przeniesiona.'],
  ['Sidan kunde inte hittas', 'Sidan hittades inte', 'Sidan du söker finns inte längre. Till startsidan'],
  ['Siden blev ikke fundet', 'Siden findes ikke', 'Vi kan desværre ikke finde den side, du leder efter.'],
  ['Siden finnes ikke', 'Fant ikke siden', 'Siden du leter etter finnes ikke, eller er flyttet.'],
  ['Sivua ei löytynyt', 'Hups!', 'Etsimääsi sivua ei löydy. Palaa etusivulle.'],
  ['Stránka nenalezena', 'Stránka nebyla nalezena', 'Požadovaná stránka neexistuje. Zpět na hlavní stránku'],
  ['Страница не найдена', 'Ошибка 404', 'Запрашиваемая страница не существует или была удалена.'],
  ['Sayfa bulunamadı', 'Aradığınız sayfa bulunamadı', 'Ana sayfaya dönün.'],
  [
    'ページが見つかりません',
    'お探しのページは見つかりませんでした',
    'URLが変更されたか、削除された可能性があります。トップページへ戻る',
  ],
  ['页面不存在', '抱歉，您访问的页面不存在', '页面可能已被删除，返回首页。'],
  ['페이지를 찾을 수 없습니다', '요청하신 페이지를 찾을 수 없습니다', '주소가 정확한지 확인해 주세요. 홈으로'],
  ['الصفحة غير موجودة', 'عذرًا، الصفحة غير موجودة', 'الصفحة التي تبحث عنها غير متاحة. العودة إلى الرئيسية'],
  ['Az oldal nem található', 'A keresett oldal nem található', 'Vissza a főoldalra'],
  ['Pagina nu a fost găsită', 'Pagina nu există', 'Înapoi la pagina principală'],
  ['Η σελίδα δεν βρέθηκε', 'Η σελίδα δεν βρέθηκε', 'Επιστροφή στην αρχική σελίδα'],
  ['Сторінку не знайдено', 'Сторінку не знайдено', 'Повернутися на головну'],
  ['Product unavailable', 'This product is no longer available', 'Please browse our other products.'],
  ['Stellenangebot', 'Diese Stelle ist nicht mehr verfügbar', 'Das Angebot ist abgelaufen. Zur Startseite'],
]

const signIns: [title: string, heading: string, button: string][] = [
  ['Sign in – Harbour Tools', 'Sign in to your account', 'Sign in'],
  ['Harbour Tools', 'Welcome back', 'Log in'],
  ['Anmelden', 'Bei Hafenwerk anmelden', 'Anmelden'],
  ['Connexion', 'Connectez-vous', 'Se connecter'],
  ['Iniciar sesión', 'Inicia sesión', 'Entrar'],
  ['Accedi', 'Accedi al tuo account', 'Accedi'],
  ['Entrar', 'Faça login para continuar', 'Entrar'],
  ['Inloggen', 'Inloggen bij Havenwerk', 'Inloggen'],
  ['Logowanie', 'Zaloguj się', 'Zaloguj'],
  ['Logga in', 'Logga in', 'Logga in'],
  ['Log ind', 'Log ind på din konto', 'Log ind'],
  ['Logg inn', 'Logg inn', 'Logg inn'],
  ['Kirjaudu sisään', 'Kirjaudu', 'Kirjaudu sisään'],
  ['Přihlášení', 'Přihlásit se', 'Přihlásit'],
  ['Вход', 'Войдите в аккаунт', 'Войти'],
  ['Giriş Yap', 'Giriş yapın', 'Giriş'],
  ['ログイン', 'ログイン', 'ログイン'],
  ['登录', '用户登录', '登录'],
  ['로그인', '로그인', '로그인'],
  ['تسجيل الدخول', 'تسجيل الدخول', 'دخول'],
]

const consents: [heading: string, text: string, accept: string, refuse: string][] = [
  [
    'We value your privacy',
    'We and our 812 partners store cookies to show personalised ads.',
    'Accept all',
    'Manage options',
  ],
  [
    'Before you continue to Harbour',
    'We use cookies and data to deliver and maintain our services.',
    'Accept all',
    'Reject all',
  ],
  [
    'Mit Werbung weiterlesen',
    'Besuchen Sie die Seite wie gewohnt mit Werbung und Tracking. Details in der Datenschutzerklärung.',
    'Akzeptieren und weiter',
    'PUR-Abo abschließen',
  ],
  [
    'Nous respectons votre vie privée',
    'Nos partenaires et nous utilisons des cookies.',
    'Accepter et continuer',
    'Paramétrer',
  ],
  ['Tu privacidad es importante', 'Usamos cookies propias y de terceros.', 'Aceptar', 'Rechazar'],
  ['Il rispetto della tua privacy', 'Noi e i nostri fornitori usiamo i cookie.', 'Accetta', 'Rifiuta'],
  ['Sua privacidade', 'Usamos cookies para melhorar a experiência.', 'Aceitar', 'Gerenciar'],
  ['Jouw privacy', 'Wij gebruiken cookies.', 'Akkoord', 'Instellen'],
  ['Twoja prywatność', 'Używamy plików cookie.', 'Akceptuję', 'Ustawienia'],
  ['Vi bryr oss om din integritet', 'Vi använder kakor.', 'Godkänn alla', 'Inställningar'],
  ['クッキーの使用について', '当サイトはクッキーを使用しています。', '同意する', '拒否する'],
  ['您的隐私', '我们使用 Cookie 改善服务。', '接受', '拒绝'],
  ['개인정보 보호', '당사는 쿠키를 사용합니다.', '동의', '거부'],
  ['Мы используем файлы cookie', 'Нужно ваше согласие.', 'Принять', 'Настроить'],
]

const ages: [heading: string, accept: string, refuse: string][] = [
  ['Are you over 18?', 'Yes, enter', 'No, leave'],
  ['Age verification', 'I am 21 or older', 'Exit'],
  ['Bist du über 18 Jahre alt?', 'Ja', 'Nein'],
  ['Avez-vous plus de 18 ans ?', 'Oui', 'Non'],
  ['¿Eres mayor de edad?', 'Sí', 'No'],
  ['Czy masz ukończone 18 lat?', 'Tak', 'Nie'],
  ['Вам исполнилось 18 лет?', 'Да', 'Нет'],
  ['あなたは18歳以上ですか', 'はい', 'いいえ'],
]

const errors: [title: string, body: string][] = [
  ['502 Bad Gateway', '<center><h1>502 Bad Gateway</h1></center><hr><center>nginx/1.24.0</center>'],
  [
    'harbour.example | 522: Connection timed out',
    '<div id="cf-wrapper"><div id="cf-error-details"><h1>Connection timed out <span>Error code 522</span></h1><p>Ray ID: 8f1c2d3e4f5a6b7c</p></div></div>',
  ],
  [
    'ERROR: The request could not be satisfied',
    '<h1>503 ERROR</h1><h2>The request could not be satisfied.</h2><hr>Request blocked. Generated by cloudfront (CloudFront)<pre>Request ID: abc==</pre>',
  ],
  [
    'Welcome to nginx!',
    '<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p>',
  ],
  ['', '<h1>It works!</h1>'],
  [
    'IIS Windows Server',
    '<div id="container"><a href="http://go.microsoft.com/fwlink/?linkid=66138"><img src="iisstart.png" alt="IIS"></a></div>',
  ],
  [
    'Account Suspended',
    '<h1>Account Suspended</h1><p>This account has been suspended. Contact your hosting provider for more information.</p>',
  ],
  [
    'Site Maintenance',
    '<h1>We’ll be back soon!</h1><p>Sorry for the inconvenience but we’re performing some maintenance at the moment. Our site will be back online shortly.</p>',
  ],
  [
    'Wartungsarbeiten',
    '<h1>Wartungsarbeiten</h1><p>Unser Shop ist in Kürze wieder erreichbar. Wir bitten um Geduld.</p>',
  ],
  [
    'Maintenance en cours',
    '<h1>Site en maintenance</h1><p>Nous serons de retour très bientôt. Merci de votre patience.</p>',
  ],
  [
    'Sitio en mantenimiento',
    '<h1>Estamos en mantenimiento</h1><p>Nuestra web volverá pronto. Disculpe las molestias.</p>',
  ],
  [
    'メンテナンス中',
    '<h1>ただいまメンテナンス中です</h1><p>サイトは現在ご利用いただけません。しばらくお待ちください。</p>',
  ],
  ['系统维护', '<h1>网站维护中</h1><p>请稍后再试，给您带来不便敬请谅解。</p>'],
  [
    'Технические работы',
    '<h1>На сайте ведутся технические работы</h1><p>Приносим извинения за неудобства. Сайт скоро заработает.</p>',
  ],
  [
    'Not available',
    '<h1>This content is not available in your country</h1><p>Due to licensing restrictions, it cannot be shown in your region.</p>',
  ],
  ['Inhalt', '<h1>Dieser Inhalt ist in deinem Land nicht verfügbar</h1>'],
  ['Access Denied', '<h1>Access Denied</h1><p>You don’t have permission to access this page. Reference #18.2f3a</p>'],
  ['Database Error', '<h1>Error establishing a database connection</h1><p>Please try again later.</p>'],
  [
    '',
    '<b>Fatal error</b>: Uncaught Error: Call to undefined function get_header() in /var/www/html/index.php:3 Stack trace: #0 {main}',
  ],
  ['Something went wrong', '<h1>Something went wrong</h1><p>Please try again later.</p>'],
  ['Une erreur est survenue', '<h1>Une erreur est survenue</h1><p>Veuillez réessayer plus tard.</p>'],
  ['Wystąpił błąd', '<h1>Wystąpił nieoczekiwany błąd</h1><p>Spróbuj ponownie później.</p>'],
  ['エラー', '<h1>エラーが発生しました</h1><p>しばらくしてからもう一度お試しください。</p>'],
]

const parked: [title: string, body: string][] = [
  [
    'harbour.example',
    '<script src="//img.sedoparking.com/js/main.js"></script><div>harbour.example</div><p>Related searches</p>',
  ],
  [
    'harbour.example is for sale',
    '<h1>harbour.example is for sale</h1><p>Make an offer</p><form><input name="offer"></form>',
  ],
  ['Diese Domain steht zum Verkauf', '<h1>harbour.example</h1><p>Diese Domain steht zum Verkauf.</p>'],
  ['harbour.example', '<h1>Ce nom de domaine est à vendre</h1><p>harbour.example</p>'],
  ['Domain parked', '<h1>This domain is parked free, courtesy of Registrar</h1><p>harbour.example</p>'],
  ['Dominio en venta', '<h1>El dominio harbour.example está en venta</h1>'],
  ['このドメインは販売中です', '<p>harbour.example のドメインを購入できます</p>'],
  ['域名出售', '<h1>域名 harbour.example 正在出售</h1>'],
]

const cut = 'Measure the board twice, clamp it to the bench and cut along the line with a slow, even stroke. '

export const failures: FailureCase[] = [
  ...missing.map(([title, heading, text]) => ({
    code: 'not_found_page',
    html: site(title, `<h1>${heading}</h1><p>${text}</p>`),
  })),
  { code: 'not_found_page', html: site('Harbour Tools', '<h1>Page not found</h1>', noindex) },
  {
    code: 'not_found_page',
    html: bare('Not Found', '<h1>Not Found</h1><p>The requested URL was not found on this server.</p>'),
  },
  {
    code: 'not_found_page',
    html: bare('Harbour', '<div class="err"><div>404</div><div>This page could not be found.</div></div>'),
  },
  ...signIns.map(([title, heading, button]) => ({
    code: 'login_page',
    html: site(title, `<h1>${heading}</h1>${form(button)}`),
  })),
  { code: 'login_page', html: bare('Harbour', form('Sign in')) },
  { code: 'login_page', html: bare('Sign in', '<h1>Sign in</h1><button>Continue with Google</button>') },
  {
    code: 'login_page',
    html: bare('Sign in – Harbour', '<div id="root"></div>'),
    finalUrl: 'https://id.harbour.example/login?next=%2Fp%2F17',
  },
  {
    code: 'login_page',
    html: site(
      'Members',
      '<h1>Please log in to view this page</h1><p><a href="/login">Log in</a> or <a href="/signup">sign up</a></p>',
    ),
  },
  ...consents.map(([heading, text, accept, refuse]) => ({
    code: 'consent_page',
    html: bare(
      'Harbour News',
      `<div class="wall"><h2>${heading}</h2><p>${text}</p><button>${accept}</button><a href="#o">${refuse}</a></div>`,
    ),
  })),
  {
    code: 'consent_page',
    html: bare('Zustimmung', '<h1>Zustimmung erforderlich</h1><button>Zustimmen</button>'),
    finalUrl: 'https://harbour.example/zustimmung?from=%2Fp%2F17',
  },
  ...ages.map(([heading, accept, refuse]) => ({
    code: 'consent_page',
    html: bare('Harbour Spirits', `<div><h1>${heading}</h1><button>${accept}</button><button>${refuse}</button></div>`),
  })),
  ...errors.map(([title, body]) => ({ code: 'error_page', html: bare(title, body) })),
  ...parked.map(([title, body]) => ({ code: 'parked_domain', html: bare(title, body) })),
]

export const realPages: FailureCase[] = [
  { code: null, html: site('Sawing – Harbour Tools', `<h1>Sawing</h1><p>${cut.repeat(4)}</p>`) },
  {
    code: null,
    html: site(
      'How to fix “Page not found” errors',
      `<h1>How to fix “Page not found” errors</h1><p>The page may have been moved. ${cut}</p>`,
    ),
  },
  {
    code: null,
    html: site(
      'Page Not Found – The Weirs – Lyrics',
      '<h1>Page Not Found</h1><p>I turned the leaf and you had gone, the river took the book along, and every word I sang that day was white as salt and washed away.</p>',
    ),
  },
  {
    code: null,
    html: site(
      '404 Not Found T-shirt',
      '<h1>404 Not Found T-shirt</h1><p>Soft cotton. £18.00</p><button>Add to basket</button><p itemprop="price">18.00</p>',
    ),
  },
  {
    code: null,
    html: site(
      'Contact',
      '<h1>Contact</h1><p>Call us on 555 0134.</p><div id="cookie-banner"><h2>We use cookies</h2><p>See our policy.</p><button>Accept</button><button>Reject</button></div>',
    ),
  },
  {
    code: null,
    html: site(
      'Chess Club Alpha',
      `<h1>Chess Club Alpha</h1><p>We meet every Tuesday at seven in the evening in the town hall, and beginners are always welcome to join us for a game.</p><aside><h3>Members</h3>${form('Log in')}</aside>`,
    ),
  },
  {
    code: null,
    html: site(
      'Log in to your account – Help',
      '<h1>Log in to your account</h1><ol><li>Open the app.</li><li>Tap your picture.</li><li>Enter your e-mail address and the code that we send you.</li></ol>',
    ),
  },
  { code: null, url: 'https://harbour.example/login', html: site('Sign in', `<h1>Sign in</h1>${form('Sign in')}`) },
  {
    code: null,
    url: 'https://harbour.example/cookie-policy',
    html: site(
      'Cookie policy',
      '<h1>Cookie policy</h1><p>We use cookies.</p><button>Accept</button><button>Settings</button>',
    ),
  },
  {
    code: null,
    html: site(
      'Wartung – Heizungsbau Weber',
      '<h1>Wartung</h1><p>Wir warten Ihre Heizung einmal im Jahr und reinigen dabei Brenner und Kessel. Kontaktieren Sie uns für einen Termin.</p>',
    ),
  },
  {
    code: null,
    html: site(
      'Error 503: Service Unavailable – Handbook',
      '<h1>Error 503: Service Unavailable</h1><p>The status means that the server is overloaded. The client should try again later.</p><p>Written by Ada, <time datetime="2026-02-01">1 February</time></p>',
    ),
  },
  {
    code: null,
    html: site(
      'House for sale',
      '<h1>House for sale in Porthaven</h1><p>Three bedrooms, a garden and a view of the harbour. Viewings on Saturdays.</p>',
    ),
  },
  {
    code: null,
    html: site(
      'Missing pages',
      '<h1>The missing pages</h1><p>A short story about a diary that lost its last chapter, and the brother who found it in a barn.</p>',
    ),
  },
  {
    code: null,
    html: site(
      'Comments',
      `<h1>A short note</h1><p>${cut}</p><p>You must be logged in to post a comment.</p><a href="/login">Log in</a>`,
    ),
  },
  {
    code: null,
    html: site(
      'Newsletter',
      '<h1>Sign up</h1><p>Our newsletter comes once a month.</p><form><input type="email" name="email"><button>Sign up</button></form>',
    ),
  },
]
