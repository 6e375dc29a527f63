/** The parts around a page's content, as common systems produce them: head, header, navigation and footer in the page's language. */

type Words = readonly [nav: string, foot: string, search: string]

/** Link text in headers and footers, by language. */
const words: Readonly<Record<string, Words>> = {
  en: ['Home, Products, Stories, Prices, About us, Help', 'Imprint, Privacy, Terms, Jobs, Press', 'Search'],
  de: ['Start, Produkte, Themen, Preise, Über uns, Hilfe', 'Impressum, Datenschutz, AGB, Karriere, Presse', 'Suche'],
  fr: ['Accueil, Produits, Actualités, Tarifs, À propos, Aide', 'Mentions légales, CGU, Emploi, Presse', 'Rechercher'],
  es: ['Inicio, Productos, Noticias, Precios, Nosotros, Ayuda', 'Aviso legal, Empleo, Prensa, Contacto', 'Buscar'],
  it: ['Home, Prodotti, Notizie, Prezzi, Chi siamo, Aiuto', 'Note legali, Lavora con noi, Contatti', 'Cerca'],
  pt: ['Início, Produtos, Notícias, Preços, Sobre nós, Ajuda', 'Termos, Trabalhe conosco, Contato', 'Buscar'],
  nl: ['Home, Producten, Nieuws, Tarieven, Over ons, Hulp', 'Colofon, Voorwaarden, Vacatures, Pers', 'Zoeken'],
  pl: ['Start, Produkty, Aktualności, Cennik, O nas, Pomoc', 'Regulamin, Praca, Kontakt, Dla prasy', 'Szukaj'],
  sv: ['Hem, Produkter, Nyheter, Priser, Om oss, Hjälp', 'Villkor, Jobb, Kontakt, Press', 'Sök'],
  cs: ['Domů, Produkty, Aktuality, Ceník, O nás, Nápověda', 'Podmínky, Kariéra, Kontakt, Pro média', 'Hledat'],
  ru: ['Главная, Каталог, Новости, Цены, О компании, Помощь', 'Условия, Вакансии, Контакты', 'Поиск'],
  tr: ['Ana sayfa, Ürünler, Haberler, Fiyatlar, Hakkımızda, Yardım', 'Koşullar, Kariyer, İletişim', 'Ara'],
  ja: ['ホーム, 商品, ニュース, 料金, 会社概要, ヘルプ', '利用規約, 採用情報, お問い合わせ', '検索'],
  zh: ['首页, 产品, 新闻, 价格, 关于我们, 帮助', '服务条款, 招聘, 联系我们', '搜索'],
  ko: ['홈, 상품, 뉴스, 요금, 회사 소개, 도움말', '이용약관, 채용, 문의', '검색'],
  ar: ['الرئيسية, المنتجات, الأخبار, الأسعار, من نحن, المساعدة', 'الشروط, الوظائف, اتصل بنا', 'بحث'],
}

const wordsOf = (lang: string) => words[lang.slice(0, 2)] as Words
const linksOf = (list: string, wrap = (link: string) => link, className = '') =>
  list
    .split(', ')
    .map((word, n) => wrap(`<a${className && ` class="${className}"`} href="/${n === 0 ? '' : `c/${n}`}">${word}</a>`))
    .join('')
const items = (list: string, className = 'menu-item') =>
  linksOf(list, (link) => `<li class="${className}">${link}</li>`)

/** Returns a document without surroundings. */
export function doc(lang: string, title: string, body: string, head = ''): string {
  const dir = lang === 'ar' ? ' dir="rtl"' : ''
  return `<!doctype html>
<html lang="${lang}"${dir}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}</head>
<body>
${body}
</body></html>`
}

/** Returns a document with this language, title, site name and main part. */
type Chrome = (lang: string, title: string, brand: string, main: string) => string

export const wordpress: Chrome = (lang, title, brand, main) => {
  const [nav, foot, search] = wordsOf(lang)
  return doc(
    lang,
    title,
    `<div id="page" class="site"><a class="skip-link screen-reader-text" href="#content">↓</a>
<header id="masthead" class="site-header"><p class="site-title"><a href="/" rel="home">${brand}</a></p>
<nav id="site-navigation" class="main-navigation"><ul id="primary-menu" class="menu">${items(nav)}</ul></nav></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">
${main}
</main></div></div>
<footer id="colophon" class="site-footer"><form role="search" class="search-form"><input type="search" name="s" placeholder="${search}"></form>
<div class="site-info">© 2026 ${brand} <ul>${items(foot)}</ul></div></footer></div>
<script src="/wp-includes/js/wp-embed.min.js?ver=6.8"></script>`,
    '<meta name="generator" content="WordPress 6.8"><link rel="stylesheet" href="/wp-content/themes/astra/style.css">',
  )
}

export const shopify: Chrome = (lang, title, brand, main) => {
  const [nav, foot, search] = wordsOf(lang)
  return doc(
    lang,
    `${title} – ${brand}`,
    `<div id="shopify-section-header" class="shopify-section section-header"><sticky-header class="header-wrapper">
<header class="header header--middle-left"><a href="/" class="header__heading-link">${brand}</a>
<nav class="header__inline-menu"><ul class="list-menu list-menu--inline">${items(nav, 'list-menu__item')}</ul></nav>
<div class="header__icons"><a href="/search" class="header__icon">${search}</a><a href="/cart" class="header__icon" id="cart-icon-bubble"><svg></svg></a></div>
</header></sticky-header></div>
<main id="MainContent" class="content-for-layout focus-none" role="main" tabindex="-1">
${main}
</main>
<div id="shopify-section-footer" class="shopify-section"><footer class="footer"><ul class="footer-block__details-content">${items(foot)}</ul>
<form method="post" action="/contact#ContactFooter" id="ContactFooter" class="footer__newsletter newsletter-form"><input type="email" name="contact[email]" placeholder="E-Mail"></form>
<small class="copyright__content">© 2026, <a href="/">${brand}</a></small></footer></div>`,
    '<script>window.Shopify = window.Shopify || {}; Shopify.theme = {"name":"Dawn"}</script>',
  )
}

export const bootstrap: Chrome = (lang, title, brand, main) => {
  const [nav, foot, search] = wordsOf(lang)
  return doc(
    lang,
    `${title} | ${brand}`,
    `<nav class="navbar navbar-expand-lg navbar-light bg-light"><a class="navbar-brand" href="/">${brand}</a>
<div class="collapse navbar-collapse"><ul class="navbar-nav mr-auto">${items(nav, 'nav-item')}</ul><form class="form-inline"><input class="form-control" type="search" placeholder="${search}"></form></div></nav>
<div class="container mt-5"><div class="row justify-content-center"><div class="col-md-6">
${main}
</div></div></div>
<footer class="footer py-4"><div class="container text-muted">© ${brand} ${linksOf(foot, (link) => link, 'text-muted')}</div></footer>
<script src="/js/bootstrap.bundle.min.js"></script>`,
    '<link rel="stylesheet" href="/css/bootstrap.min.css">',
  )
}

/** Returns a document in which no element identifies the navigation. */
export const divs: Chrome = (lang, title, brand, main) => {
  const [nav, foot] = wordsOf(lang)
  return doc(
    lang,
    `${brand}: ${title}`,
    `<div class="wrap"><div class="top"><div class="logo"><a href="/"><img src="/img/logo.png" alt="${brand}"></a></div><div class="topmenu">${linksOf(nav)}</div></div>
<div class="inner">
${main}
</div>
<div class="bottom">${linksOf(foot, (link) => link, 'small')}<span>${brand} &copy; 2009-2026</span></div></div>`,
  )
}

export const next: Chrome = (lang, title, brand, main) => {
  const [nav, foot] = wordsOf(lang)
  return doc(
    lang,
    `${title} · ${brand}`,
    `<div id="__next"><div class="Layout_root__2xPqa"><header class="Header_bar__9dK1s"><a href="/" aria-label="${brand}"><svg></svg></a><nav class="Header_nav__Zk3c2">${linksOf(nav, (link) => link, 'Link_link__a8Jd1')}</nav></header>
<main class="Layout_main__f0sLw">
${main}
</main><footer class="Footer_root__Qm77x">${linksOf(foot)}<p>© ${brand}</p></footer></div></div>
<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/[...slug]","query":{},"buildId":"kQ2x"}</script>`,
    '<link rel="preload" href="/_next/static/css/1f2e.css" as="style"><script src="/_next/static/chunks/main-5e8.js" defer></script>',
  )
}

/** Returns a page of a newspaper or magazine, with a bar of section links. */
export const news: Chrome = (lang, title, brand, main) => {
  const [nav, foot, search] = wordsOf(lang)
  return doc(
    lang,
    `${title} - ${brand}`,
    `<header class="page-header" role="banner"><a class="page-header__logo" href="/">${brand}</a><a class="page-header__search" href="/search">${search}</a>
<nav class="sections" role="navigation"><ul>${items(nav, 'sections__item')}</ul></nav></header>
<div class="page-body" role="main">
${main}
</div>
<footer class="page-footer" role="contentinfo"><ul>${items(foot, 'page-footer__item')}</ul><p>© 2026 ${brand}</p></footer>`,
    '<meta property="og:type" content="website"><script async src="https://cdn.ads.example/gpt.js"></script>',
  )
}
