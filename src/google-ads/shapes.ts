/** What does a displayed address, a price, a telephone number or an ad's label look like? */

import { parse as parseHost } from 'tldts'
import { withoutInvisible } from '../document/characters.ts'
import { collapseAndTrim } from '../document/white-space.ts'

/** How surely a text is a displayed address: 0 not at all, 1 a bare domain, 2 with `www.` or a path, 3 with a scheme. */
export type AddressRank = 0 | 1 | 2 | 3

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?`
const address = new RegExp(
  String.raw`^(https?://)?((?:${label}\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+))(?::\d+)?(/\S*|\s*[›»>]\s*.+)?$`,
  'iu',
)
const maxAddressLength = 300

/** Judges a text by its shape; a bare domain counts only with a public ending ("Node.js" is none). */
export function addressRank(text: string): AddressRank {
  if (text.length > maxAddressLength || !text.includes('.')) return 0
  const [, scheme, host = '', path] = address.exec(text) ?? []
  if (host === '') return 0
  if (scheme) return 3
  if (path || /^www\./i.test(host)) return 2
  return parseHost(host).isIcann ? 1 : 0
}

/** Host of a displayed address, as a URL writes it; null when it names none. */
export function addressHost(text: string): string | null {
  const [, , host] = address.exec(text) ?? []
  return host === undefined ? null : (URL.parse(`https://${host}/`)?.hostname ?? null)
}

const currency = String.raw`(?:\p{Sc}|[A-Z]{2,3}\$|(?<!\p{L})[A-Z]{3}(?!\p{L})|\bRs\.?|\bR\$|\bS/|\bkr\.?|\bzł|\bKč|\bFt\b|\blei\b|\bден|\bлв\.?|\bруб\.?|\bTL\b|\bRp\.?|円|元|원|บาท|ريال|درهم|جنيه|د\.إ\.?|ر\.س\.?|ج\.م\.?|تومان)`
const amount = String.raw`\p{Nd}(?:[\p{Nd}.,'’٫٬\u00a0\u202f ]*\p{Nd})?`
const money = String.raw`(?:${currency}[\s\u200e\u200f]*${amount}|${amount}[\s\u200e\u200f]*${currency})`
const wholePrice = new RegExp(
  String.raw`^(?:[\p{L}.]{1,12}:?\s){0,2}${money}(?:[\s\u200e]*[-–+/][^.]{0,24}|\s*${money})?$`,
  'u',
)
const firstPrice = new RegExp(money, 'u')
const maxPriceLength = 48

/** The price that a line consists of ("ab CHF 12.98", "$47"), less what stands around it; null for any other text. */
export function priceOf(text: string): string | null {
  if (text.length > maxPriceLength || !wholePrice.test(text)) return null
  return firstPrice.exec(text)?.[0] ?? null
}

const phone = /(?:\+|\(|\b)\d[\d\s().\-–/\u2010\u2011]{5,}\d/u

/** A telephone number inside a text; null when there is none. */
export function phoneIn(text: string): string | null {
  const found = phone.exec(text)?.[0].trim()
  if (found === undefined) return null
  const digits = found.replace(/\D/g, '').length
  // Numbers are written in groups or with a sign; 1000000 and 2018-2019 are none.
  return digits >= 7 &&
    digits <= 15 &&
    /[\s().+-]/.test(found) &&
    !/^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/.test(found)
    ? found
    : null
}

/** Is the text a telephone number and nothing else? */
export function isPhone(text: string): boolean {
  return phoneIn(text)?.length === text.length
}

// Labels that Google sets on ads and groups of ads, by language (seen 2014–2026). A hint, never the only evidence.
const labels = new Set(
  [
    'ad|ads|sponsored|sponsored result|sponsored results|sponsored products|promoted|advertisement',
    'anzeige|anzeigen|gesponsert|gesponserte ergebnisse|gesponsertes ergebnis|werbung',
    'annonce|annonces|sponsorisé|sponsorisée|sponsorisés|résultat sponsorisé|résultats sponsorisés|commandité',
    'anuncio|anuncios|patrocinado|patrocinados|resultado patrocinado|resultados patrocinados|anúncio|anúncios',
    'annuncio|annunci|sponsorizzato|sponsorizzati|risultati sponsorizzati|anunci|anuncis|patrocinat',
    'advertentie|advertenties|gesponsord|gesponsorde resultaten',
    'annonser|annons|sponset|sponsrad|sponsrade resultat|sponseret|sponserede resultater|sponsede resultater',
    'mainos|mainokset|sponsoroitu|sponsoroidut tulokset|reklaam|reklaamid|sponsitud',
    'reklama|reklamy|reklam|reklamlar|sponsorowane|wyniki sponsorowane|sponzorováno|sponzorované|sponsorlu',
    'hirdetés|hirdetések|szponzorált|oglas|oglasi|sponzorirano|sponzorisano|oglašeno|sponsorlu sonuçlar',
    'reclamă|anunț|anunțuri|sponsorizat|sponsorizate|reklāma|reklāmas|sponsorēts|skelbimas|skelbimai|remiama',
    'реклама|спонсировано|спонсируемый|оголошення|спонсоровано|реклами|спонсорирано|оглас|спонзорисано',
    'διαφήμιση|διαφημίσεις|χορηγούμενο|χορηγούμενη|χορηγούμενα αποτελέσματα',
    '広告|スポンサー|スポンサー検索結果|スポンサーの検索結果|광고|스폰서|스폰서 검색결과',
    '广告|赞助|赞助商搜索结果|赞助商内容|贊助|廣告|贊助商廣告|贊助商搜尋結果',
    'โฆษณา|ได้รับการสนับสนุน|ผลการค้นหาที่ได้รับการสนับสนุน|quảng cáo|được tài trợ|kết quả được tài trợ',
    'iklan|bersponsor|disponsori|hasil bersponsor|ditaja|may sponsor|naka-sponsor',
    'إعلان|إعلانات|إعلان مموَّل|إعلان مُموَّل|إعلانات مُموَّلة|مموَّل|مُموَّل|مُموّل|ممول|نتائج مموَّلة|نتائج مُموَّلة',
    'מודעה|מודעות|ממומן|ממומנות|תוצאות ממומנות|آگهی|آگهی‌ها|حمایت‌شده|نتایج حمایت‌شده|اشتہار',
    'विज्ञापन|प्रायोजित|प्रायोजित परिणाम|বিজ্ঞাপন|স্পনসর করা|விளம்பரம்|ప్రకటన|ಜಾಹೀರಾತು|പരസ്യം|જાહેરાત|जाहिरात|ਵਿਗਿਆਪਨ',
  ].flatMap((line) => line.normalize('NFC').split('|')),
)

/** Does the text only say that something is an ad ("Ad·", "Anzeige", "Sponsored results")? */
export function isAdLabel(text: string): boolean {
  if (text.length > 60) return false
  const word = text
    .normalize('NFC')
    .replace(/[·:•・\s]+$/u, '')
    .toLowerCase()
  return word !== '' && labels.has(word)
}

/** Text without the marks that only steer its direction, white space folded. */
export function clean(text: string): string {
  return collapseAndTrim(withoutInvisible.ads(text))
}
