/** Cleans the short texts of an ad, and recognizes ad labels, displayed URLs and telephone numbers. */

import { parse as parseHost } from 'tldts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

/** Removes bidirectional controls and zero-width spaces, collapses white space and trims the ends. */
export function cleanText(text: string): string {
  return collapseAndTrim(withoutInvisible(text).replace(/[\u200e\u200f]/g, ''))
}

// Labels by language, on single ads and on groups of ads (seen 2014–2026). A label alone doesn't identify an ad.
const adLabels = new Set(
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

/** Longer strings are sentences that mention ads. */
const maxLabelLength = 60

const storeName = /\s*[·•・]\s*(?:google play|(?:apple )?app store)$/i

/** True if the text ends with the name of an app store that follows a label in any language: "Annonce · Google Play". */
export function isStoreLabel(text: string): boolean {
  return text.length <= maxLabelLength && storeName.test(text)
}

/** True if the text is only a label, such as "Ad·", "Anzeige", "Sponsored results" or "Ad · App Store". */
export function isAdLabel(text: string): boolean {
  if (text.length > maxLabelLength) return false
  const label = text
    .normalize('NFC')
    .replace(storeName, '')
    .replace(/[·:•・\s]+$/u, '')
    .toLowerCase()
  return label !== '' && adLabels.has(label)
}

/** Rank of a string as a displayed URL: 0 not a URL, 1 a bare domain, 2 with `www.` or a path, 3 with a scheme. */
export type DisplayedUrlRank = 0 | 1 | 2 | 3

const part = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?`
const displayedUrl = new RegExp(
  String.raw`^(https?://)?((?:${part}\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+))(?::\d+)?(/\S*|\s*[›»>]\s*.+)?$`,
  'iu',
)
const maxUrlLength = 300

/** Ranks a string by its form. A bare domain counts only if it has a public suffix, so "Node.js" has rank 0. */
export function rankDisplayedUrl(text: string): DisplayedUrlRank {
  if (text.length > maxUrlLength || !text.includes('.')) return 0
  const [, scheme, host = '', path] = displayedUrl.exec(text) ?? []
  if (host === '') return 0
  if (scheme) return 3
  if (path || /^www\./i.test(host)) return 2
  return parseHost(host).isIcann ? 1 : 0
}

/** The host of a displayed URL, in lower case and in Punycode; null if the text doesn't contain a host. */
export function displayedUrlHost(text: string): string | null {
  const [, , host] = displayedUrl.exec(text) ?? []
  return host === undefined ? null : (URL.parse(`https://${host}/`)?.hostname ?? null)
}

const phoneNumber = /(?:\+|\(|\b)\d[\d\s().\-–/\u2010\u2011]{5,}\d/u

/** The first phone number in the text, as written; null if there isn't one. */
export function phoneNumberIn(text: string): string | null {
  const candidate = phoneNumber.exec(text)?.[0].trim()
  if (candidate === undefined) return null
  const digits = candidate.replace(/\D/g, '').length
  // A phone number has separators or a plus sign. 1000000 and 2018-2019 aren't phone numbers.
  return digits >= 7 &&
    digits <= 15 &&
    /[\s().+-]/.test(candidate) &&
    !/^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/.test(candidate)
    ? candidate
    : null
}

export function isPhoneNumber(text: string): boolean {
  return phoneNumberIn(text)?.length === text.length
}
