/** Recognizes the labels that Google puts on ads, in the languages of its interface. */

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
