import { readFileSync } from 'node:fs'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { describe, expect, it } from 'vitest'
import { contentTokensOf } from '../../src/content/content-tokens.ts'

const vocabulary = new Tiktoken(o200k)
const tokensOf = (text: string) => vocabulary.encode(text, [], []).length
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const row = (n: number) => `| Oak ${n} | ${n * 37} m | ${(n * 1.7).toFixed(2)} | 2026-0${n}-1${n} |`

const texts: Record<string, string> = {
  English: read('../../docs/markdown.md'),
  German:
    'Die Bibliothek am Stadtpark öffnet werktags um neun Uhr, am Wochenende eine Stunde später. Wer zum ersten Mal kommt, braucht einen Ausweis und eine Bescheinigung der Meldebehörde; danach lassen sich bis zu zwölf Bücher gleichzeitig ausleihen. Überschreitet jemand die Leihfrist, fällt eine geringe Gebühr an, von der Schülerinnen und Schüler befreit sind. Im Lesesaal stehen Zeitschriften aus der ganzen Region.',
  French:
    "Le marché couvert se tient deux fois par semaine, le mercredi et le samedi, à côté de l'ancienne gare. On y trouve des légumes de saison, des fromages affinés dans les vallées voisines et, au printemps, des fleurs coupées. Les producteurs arrivent avant l'aube et repartent vers treize heures ; les habitués savent qu'il vaut mieux venir tôt.",
  Japanese:
    '図書館は平日の午前九時に開館し、週末は一時間遅れて開きます。初めて利用する方は身分証明書をお持ちください。一度に十二冊まで借りることができ、返却が遅れた場合は少額の料金がかかります。二階の閲覧室には地域の雑誌が並んでいて、窓際の席からは公園の木々が見えます。',
  Arabic: read('./highlights/library.ar.md'),
  Chinese:
    '图书馆在工作日上午九点开门，周末晚一个小时。第一次来的读者需要带上身份证，之后一次最多可以借十二本书。如果逾期归还，需要支付少量费用，学生可以免除。二楼的阅览室里摆放着本地区的杂志，靠窗的座位可以看到公园里的树。',
  Russian:
    'Библиотека открывается по будням в девять часов утра, а в выходные на час позже. Тому, кто приходит впервые, нужен паспорт; после этого можно взять до двенадцати книг сразу. За просроченные книги берут небольшую плату, от которой освобождены школьники и студенты. В читальном зале лежат журналы со всей области.',
  code: read('../../src/content/window.ts'),
  table: [
    '| tree | height | price | planted |',
    '| --- | --- | --- | --- |',
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(row),
  ].join('\n'),
  'links as JSON': JSON.stringify(
    ['oak', 'beech', 'lime tree', 'field maple', 'silver birch'].map((text, n) => ({
      ...{ url: `https://example.com/trees/${text.replace(' ', '-')}?page=${n}#top`, text, internal: true },
    })),
  ),
}

describe('the token estimate', () => {
  it.each(Object.keys(texts))("is within 15 % of the vocabulary's count: %s", (name) => {
    const text = texts[name] as string
    expect(contentTokensOf(text) / tokensOf(text)).toBeGreaterThan(0.85)
    expect(contentTokensOf(text) / tokensOf(text)).toBeLessThan(1.15)
  })

  it('is 0 for an empty text, and at least 1 for a word in any script', () => {
    expect(contentTokensOf('')).toBe(0)
    for (const word of ['a', 'Oak', '42', '樹', 'שלום', 'дуб', '한국', 'ไทย', '…', '😀']) {
      expect(contentTokensOf(word), word).toBeGreaterThanOrEqual(1)
    }
  })

  it('is based on samples for a long text, and close to the sum over its parts', () => {
    const long = Object.values(texts).map((text) => text.repeat(Math.ceil(60_000 / text.length)))
    const whole = long.reduce((sum, text) => sum + contentTokensOf(text), 0)
    expect(Math.abs(contentTokensOf(long.join('\n')) / whole - 1)).toBeLessThan(0.08)
  })
})
