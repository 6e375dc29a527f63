/** Store and portal pages for products, offers and articles that no longer exist. */

import { bootstrap, divs, doc, next, shopify } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const notFoundStores = casesOf('not_found_page', [
  {
    id: 'gone-shopify',
    language: 'en',
    requestedUrl: 'https://www.fernwoodceramics.example/products/speckled-mug-2021',
    html: shopify(
      'en',
      '404 Not Found',
      'Fernwood Ceramics',
      `<div class="template-404 page-width page-width--narrow center"><p>404</p><h1 class="title">Page not found</h1><a href="/collections/all" class="button">Continue shopping</a></div>`,
    ),
  },
  {
    id: 'gone-product-en',
    language: 'en',
    requestedUrl: 'https://www.gadgetbarn.example/p/soundbar-x200/10077128',
    html: bootstrap(
      'en',
      'Product not found',
      'Gadget Barn',
      `<div class="pdp-unavailable"><h1>Sorry, this product is no longer available</h1><p>The item you are looking for has been discontinued or removed from our catalogue.</p><a href="/c/sound">Browse similar products</a></div>`,
    ),
  },
  {
    id: 'gone-marketplace',
    language: 'en',
    requestedUrl: 'https://www.bazaarly.example/itm/2947711',
    redirects: ['/error?code=item_removed'],
    html: divs(
      'en',
      'Listing removed',
      'Bazaarly',
      `<h1>We looked everywhere.</h1><p>Looks like this page is missing. If you still need help, visit our <a href="/help">help pages</a>.</p><p>This listing was removed or does not exist.</p><a href="/">Go to homepage</a>`,
    ),
  },
  {
    id: 'gone-magento-de',
    language: 'de',
    requestedUrl: 'https://www.werkzeugkiste24.example/akkuschrauber-12v-alt.html',
    html: divs(
      'de',
      '404 Nicht gefunden',
      'Werkzeugkiste24',
      `<div class="columns"><div class="column main"><h1 class="page-title"><span class="base">Ups, unser Fehler...</span></h1><dl><dt>Die angeforderte Seite wurde nicht gefunden. Dafür kann es folgende Gründe geben:</dt><dd><ul class="disc"><li>Wenn Sie die URL direkt eingegeben haben, prüfen Sie bitte die Schreibweise.</li><li>Wenn Sie über einen Link hierher gekommen sind, ist der Link veraltet.</li></ul></dd></dl></div></div>`,
    ),
  },
  {
    id: 'gone-prestashop-es',
    language: 'es',
    requestedUrl: 'https://www.jardinyhuerto.example/semillas/231-tomate-raf-2019.html',
    html: bootstrap(
      'es',
      '404',
      'Jardín y Huerto',
      `<section id="content" class="page-content page-not-found"><h4>Este producto ya no está disponible.</h4><p>Lo sentimos por las molestias. Busque de nuevo lo que está buscando.</p></section>`,
    ),
  },
  {
    id: 'gone-it-negozio',
    language: 'it',
    requestedUrl: 'https://www.bottegadelcuoio.example/prodotto/borsa-firenze-2018/',
    html: shopify(
      'it',
      '404 Pagina non trovata',
      'Bottega del Cuoio',
      `<div class="template-404"><p>404</p><h1>Pagina non trovata</h1><p>Il prodotto richiesto non è più disponibile.</p><a class="button" href="/collections/all">Continua lo shopping</a></div>`,
    ),
  },
  {
    id: 'gone-pl-oferta',
    language: 'pl',
    requestedUrl: 'https://www.ogloszenia24.example/d/oferta/rower-gorski-CID767-ID98kqP.html',
    html: next(
      'pl',
      'Ogłoszenie nieaktualne',
      'Ogłoszenia24',
      `<h1>To ogłoszenie nie jest już dostępne</h1><p>Zostało usunięte przez sprzedawcę lub wygasło.</p><a href="/">Wróć na stronę główną</a>`,
    ),
  },
  {
    id: 'gone-cs-eshop',
    language: 'cs',
    requestedUrl: 'https://www.knihyproradost.example/produkt/atlas-hub-2010',
    html: bootstrap(
      'cs',
      'Stránka nenalezena',
      'Knihy pro radost',
      `<h1>Chyba 404: stránka nenalezena</h1><p>Omlouváme se, ale požadovaná stránka neexistuje. Produkt byl pravděpodobně vyřazen z nabídky.</p><a href="/">Zpět na úvodní stránku</a>`,
    ),
  },
  {
    id: 'gone-ru-tovar',
    language: 'ru',
    requestedUrl: 'https://www.instrument-opt.example/catalog/dreli/product-55102/',
    html: divs(
      'ru',
      'Страница не найдена',
      'Инструмент Опт',
      `<div class="page-404"><div class="num">404</div><h1>Страница не найдена</h1><p>Неправильно набран адрес, или такой страницы на сайте больше не существует.</p><a href="/">Вернуться на главную</a></div>`,
    ),
  },
  {
    id: 'gone-ru-statya',
    language: 'ru',
    requestedUrl: 'https://www.vestiural.example/news/2009/06/12/otkrytie-parka.html',
    redirects: ['/404.php'],
    html: divs(
      'ru',
      'Ошибка 404',
      'Вести Урала',
      `<h1>Ошибка 404</h1><p>К сожалению, запрошенная вами страница не существует. Возможно, она была удалена или перемещена.</p>`,
    ),
  },
  {
    id: 'gone-tr-urun',
    language: 'tr',
    requestedUrl: 'https://www.evimerkezi.example/kahve-fincani-seti-p-88120',
    html: next(
      'tr',
      'Sayfa bulunamadı',
      'Evimerkezi',
      `<h1>Aradığınız sayfa bulunamadı</h1><p>Aradığınız ürün satıştan kaldırılmış veya sayfa taşınmış olabilir.</p><a href="/">Ana sayfaya dön</a>`,
    ),
  },
  {
    id: 'gone-ja-shop',
    language: 'ja',
    requestedUrl: 'https://www.bungumarket.example/item/fountain-pen-2016',
    html: divs(
      'ja',
      'ページが見つかりません',
      '文具マーケット',
      `<h1>お探しのページは見つかりませんでした</h1><p>アクセスしようとしたページは削除されたか、URLが変更されている可能性があります。</p><a href="/">トップページへ戻る</a>`,
    ),
  },
  {
    id: 'gone-ja-news',
    language: 'ja',
    requestedUrl: 'https://www.minatoshimbun.example/articles/ASQ3H7K2',
    html: bootstrap(
      'ja',
      '404 Not Found',
      'みなと新聞',
      `<h1>指定されたページは存在しません</h1><p>記事の公開期間が終了したか、URLが間違っています。（404）</p>`,
    ),
  },
  {
    id: 'gone-zh-product',
    language: 'zh-CN',
    requestedUrl: 'https://item.baihuodian.example/100031827712.html',
    html: divs(
      'zh-CN',
      '商品不存在',
      '百货店',
      `<div class="itemover-tip"><h3>很抱歉，您查看的商品已下架或不存在</h3><p>您可以 <a href="/">返回首页</a> 继续浏览其他商品。</p></div>`,
    ),
  },
  {
    id: 'gone-zh-404',
    language: 'zh-CN',
    requestedUrl: 'https://www.jiangnanribao.example/content/2012-08/21/node_3317.htm',
    html: doc(
      'zh-CN',
      '404 页面没有找到',
      `<div class="mod_404"><h1>404</h1><p>抱歉，您访问的页面不存在或已被删除！</p><a href="/">返回首页</a><script src="//qzonestyle.gtimg.example/qzone/404/search_children.js"></script></div>`,
    ),
  },
  {
    id: 'gone-ko-gesimul',
    language: 'ko',
    requestedUrl: 'https://cafe.sanchaek.example/hiking/board/2/88711',
    html: bootstrap(
      'ko',
      '페이지를 찾을 수 없습니다',
      '산책카페',
      `<h1>요청하신 페이지를 찾을 수 없습니다</h1><p>삭제되었거나 존재하지 않는 게시글입니다. 입력하신 주소를 다시 확인해 주세요.</p><a href="/">홈으로</a>`,
    ),
  },
])
