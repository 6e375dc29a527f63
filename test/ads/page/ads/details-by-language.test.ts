import { describe, expect, it } from 'vitest'
import { organic, read } from '../../fixtures.ts'
import { withoutNames } from '../field-score.ts'

const stars = (label: string) => `<span role="img" aria-label="${label}"><span style="width:56px"></span></span>`

/** A card in Google's markup as of 2023, one of three in a carousel. */
const tile = (at: number, inside: string) =>
  `<div class="pla-unit"><a href="/aclk?sa=l&ai=T${at}&ctype=5"><img src="x" alt=""><div role="heading">Mug ${at}</div></a><div>$1${at}.00</div><div>Cup Shop</div>${inside}</div>`
const carousel = (inside: string) => `<div>${[1, 2, 3].map((at) => tile(at, inside)).join('')}</div>${organic}`

describe('the rating of a card', () => {
  it.each<[string, string, string, number, number]>([
    ['Arabic', 'التقييم 4.5 من 5', '(١٬٢٣٤)', 4.5, 1234],
    ['Chinese', '评分为 4.5（满分 5 分）', '(1.2万)', 4.5, 12000],
    ['Taiwanese Chinese', '評分：4.5 (滿分為 5)', '(567)', 4.5, 567],
    ['Czech', 'Hodnocení 4,5 z 5', '(1,2 tis.)', 4.5, 1200],
    ['Danish', 'Bedømt til 4,5 ud af 5', '(1,2 t)', 4.5, 1200],
    ['Dutch', 'Beoordeeld met een score van 4,5 van 5,', '(2,1K)', 4.5, 2100],
    ['Finnish', 'Arvio 4,5/5', '(1,2 t.)', 4.5, 1200],
    ['French', 'Noté 4,7 sur 5,', '(2,3 k)', 4.7, 2300],
    ['German', 'Bewertet mit 4,7 von 5,', '(12 Tsd.)', 4.7, 12000],
    ['Greek', 'Βαθμολογία 4,5 στα 5', '(1,2 χιλ.)', 4.5, 1200],
    ['Hebrew', 'דירוג 4.5 מתוך 5', '(1.2K)', 4.5, 1200],
    ['Hindi', '5 में से 4.5 रेटिंग', '(1.2 हज़ार)', 4.5, 1200],
    ['Hungarian', 'Értékelés: 5/4,5', '(1,2 E)', 4.5, 1200],
    ['Indonesian', 'Diberi rating 4,5 dari 5', '(1,2 rb)', 4.5, 1200],
    ['Italian', 'Valutazione: 4,5 su 5,', '(1.500)', 4.5, 1500],
    ['Japanese', '5 段階中 4.5 と評価されています', '(1,234)', 4.5, 1234],
    ['Korean', '5점 만점에 4.5점', '(1.2천)', 4.5, 1200],
    ['Polish', 'Ocena: 4,5 z 5', '(1,2 tys.)', 4.5, 1200],
    ['Portuguese', 'Classificado como 4,5 de 5,', '(1,2 mil)', 4.5, 1200],
    ['Romanian', 'Evaluat la 4,5 din 5', '(1,2 K)', 4.5, 1200],
    ['Russian', 'Рейтинг: 4,5 из 5', '(1,2 тыс.)', 4.5, 1200],
    ['Spanish', 'Calificación de 4,5 de 5,', '(3 mil)', 4.5, 3000],
    ['Swedish', 'Betyg: 4,5 av 5', '(1,2 tn)', 4.5, 1200],
    ['Thai', 'ได้คะแนน 4.5 จาก 5', '(1.2 พัน)', 4.5, 1200],
    ['Turkish', '5 üzerinden 4,5 puan aldı', '(1,2 B)', 4.5, 1200],
    ['Ukrainian', 'Оцінка: 4,5 з 5', '(1,2 тис.)', 4.5, 1200],
    ['Vietnamese', 'Được xếp hạng 4,5/5', '(1,2 N)', 4.5, 1200],
  ])('is read in %s from the label of its stars, with the adjacent reviews', (_, label, count, rating, reviews) => {
    const { ads } = read(carousel(`<div>${stars(label)}<span>${count}</span></div>`))
    expect(ads).toHaveLength(3)
    expect(ads[0]).toMatchObject({ rating, reviews, extensions: [], price: '$11.00', advertiser: 'Cup Shop' })
  })
})

describe('a line of a card', () => {
  it.each([
    'Get it by Fri, Mar 8',
    'Nearby, 3 mi',
    'Curbside pickup',
    'Kostenloser Versand',
    '14 Tage Rückgabe',
    'Retrait aujourd’hui',
    'Envío gratis',
    'Gratis verzending',
    'Frete grátis',
    'Бесплатная доставка',
    'Ücretsiz kargo',
    '送料無料',
    '무료 배송',
    '免运费',
    'شحن مجاني',
    'จัดส่งฟรี',
    '-20%',
    'Save $5',
    'Buy 1 get 1 free',
  ])('%s is an extension', (line) => {
    expect(read(carousel(`<div>${line}</div>`)).ads[0]).toMatchObject({
      extensions: [line],
      price: '$11.00',
      old_price: null,
      advertiser: 'Cup Shop',
    })
  })
})

interface Parts {
  label: string
  description: string
  rating: string
  lines: string[]
  place: string
  promotion: string
}

/** A text ad as of 2026, with every field that an ad can have. */
const textAd = ({ label, description, rating, lines, place, promotion }: Parts) =>
  `<div aria-label="${label}" role="region"><h1>${label}</h1><div data-text-ad="1"><a href="/goto?url=CAES1" data-pcu="https://cups.example/"><div role="heading">Cups by hand</div><div><span aria-hidden="true"><img src="https://encrypted-tbn2.gstatic.com/faviconV2?url=https://cups.example" style="width:26px"></span><span>Canal Cups</span><span data-dtld="cups.example">https://www.cups.example › cups</span></div></a><div>${description}</div>${rating}${lines.map((line) => `<div>${line}</div>`).join('')}<div><a href="/goto?url=CAES2"><span></span><span>${place}</span></a></div><div><a href="/goto?url=CAES3"><svg></svg><b>${promotion}</b> · -20%</a></div><div><a href="/goto?url=CAES4">New cups</a></div></div></div>${organic}`

describe.each<[string, (html: string) => string]>([
  ['unchanged', (html) => html],
  ['without class names and ids', withoutNames],
])('a text ad with every field, %s', (_, change) => {
  it.each<[string, Parts, { rating: number; reviews: number; extensions: string[] }]>([
    [
      'German',
      {
        label: 'Gesponserte Ergebnisse',
        description: 'Emaille und Glas, in kleinen Serien von Hand gefertigt. Jetzt bestellen.',
        rating: `<div>4,7${stars('Bewertet mit 4,7 von 5,')}(12.345) · Kostenlose Rücksendung</div>`,
        lines: ['Gratisversand ab 50 € · Kauf auf Rechnung', 'Marken: Riess, Falcon, Kockums'],
        place: 'Oranienstraße 12, 10999 Berlin',
        promotion: 'Winterschlussverkauf',
      },
      {
        rating: 4.7,
        reviews: 12345,
        extensions: [
          'Kostenlose Rücksendung',
          'Gratisversand ab 50 €',
          'Kauf auf Rechnung',
          'Marken: Riess, Falcon, Kockums',
          'Winterschlussverkauf · -20%',
        ],
      },
    ],
    [
      'Japanese',
      {
        label: 'スポンサー検索結果',
        description: '琺瑯とガラスを少量ずつ手作りでお届けします。今日ご注文ください。',
        rating: `<div>4.5${stars('5 段階中 4.5 と評価されています')}(1,234)</div>`,
        lines: ['送料無料 · 30日間返品可', 'スタイル：マグ、カップ、皿'],
        place: '東京都港区六本木6丁目10-1',
        promotion: 'セール',
      },
      {
        rating: 4.5,
        reviews: 1234,
        extensions: ['送料無料', '30日間返品可', 'スタイル：マグ、カップ、皿', 'セール · -20%'],
      },
    ],
    [
      'Arabic',
      {
        label: 'نتائج مموَّلة',
        description: 'أكواب من المينا والزجاج تُصنع يدويًا. اطلب اليوم واستلم غدًا.',
        rating: `<div>٤٫٥${stars('التقييم ٤٫٥ من ٥')}(١٬٢٣٤)</div>`,
        lines: ['شحن مجاني · إرجاع سهل'],
        place: 'شارع الملك فهد ١٢، الرياض',
        promotion: 'تخفيضات',
      },
      { rating: 4.5, reviews: 1234, extensions: ['شحن مجاني', 'إرجاع سهل', 'تخفيضات · -20%'] },
    ],
  ])('has each field in %s', (_, parts, fields) => {
    const { status, ads } = read(change(textAd(parts)))
    expect(status).toBe('ok')
    expect(ads).toHaveLength(1)
    expect(ads[0]).toMatchObject({
      kind: 'text',
      title: 'Cups by hand',
      advertiser: 'Canal Cups',
      description: parts.description,
      address: parts.place,
      image_url: null,
      old_price: null,
      ...fields,
    })
    expect(ads[0]?.sitelinks.map(({ title }) => title)).toEqual(['New cups'])
  })
})
