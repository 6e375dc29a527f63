/** Generates pages that exceed a model's budget, each with one fact in one place. */

const words =
  'system value field record client server option default request answer limit window number format schema result search index query filter output input module driver kernel buffer'.split(
    ' ',
  )

/** A linear congruential generator, with the same numbers in every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const page = (lang: string, title: string, body: string) =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

/** Over 2 MB of documentation, with the fact in the last section. */
export function documentation(): string {
  const roll = createDice(1)
  const sentence = () => `The ${Array.from({ length: 14 }, () => words[roll(words.length)]).join(' ')} is ${roll(900)}.`
  const section = (at: number) =>
    `<h2 id="s${at}">Chapter ${at}: ${words[roll(words.length)]} of the ${words[roll(words.length)]}</h2>${Array.from({ length: 4 }, () => `<p>${Array.from({ length: 5 }, sentence).join(' ')}</p>`).join('')}`
  const sections = Array.from({ length: 1100 }, (_, at) => section(at + 1))
  const last = '<h2>Retention</h2><p>Every audit trail is deleted after 417 days, unless a legal hold forbids it.</p>'
  return page('en', 'Manual', sections.join('\n') + last)
}

/** A table with 2,400 rows on 40 printed pages. */
export function table(): string {
  const roll = createDice(2)
  const colours = ['red', 'green', 'blue', 'white', 'black']
  const row = (at: number) =>
    `<tr><td>GX-${10_000 + at}</td><td>Valve ${words[roll(words.length)]} ${words[roll(words.length)]}, forged, with flange and seal</td><td>${colours[roll(5)]}</td><td>${roll(5000)}</td><td>${roll(900)}.${10 + roll(90)} EUR</td></tr>`
  const rows = Array.from({ length: 2400 }, (_, at) => row(at))
  const head = '<tr><th>Article</th><th>Name</th><th>Colour</th><th>Stock</th><th>Price</th></tr>'
  return page(
    'en',
    'Stock list',
    `<p>All articles in stock.</p><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`,
  )
}

/** About 200,000 characters of Japanese without spaces, with the fact in section 402. */
export function japanese(): string {
  const roll = createDice(3)
  const parts = [
    'この製品は',
    '利用者の',
    '設定画面で',
    '確認できる',
    '機能について',
    '詳しく説明します',
    '次の手順に',
    '従って操作を',
    '行ってください',
    '管理者が',
    '変更した内容は',
    '自動的に保存されます',
  ]
  const sentence = () => `${Array.from({ length: 6 }, () => parts[roll(parts.length)]).join('')}。`
  const section = (at: number) => `<h2>第${at}章</h2><p>${Array.from({ length: 9 }, sentence).join('')}</p>`
  const sections = Array.from({ length: 480 }, (_, at) => section(at + 1))
  sections.splice(
    401,
    0,
    '<h2>返品</h2><p>返品の受付期間は商品到着後二十三日以内です。送料はお客様のご負担となります。</p>',
  )
  return page('ja', '取扱説明書', sections.join(''))
}
