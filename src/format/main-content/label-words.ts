/** The themes of words in labels, headings and notices. */

/** Their order is that of the weights: append only, then train anew. */
export const labelThemes = [
  ...[
    'legal',
    'subscribe',
    'social',
    'related',
    'place',
    'comment',
    'byline',
    'trade',
    'action',
    'matter',
    'advert',
    'when',
  ],
] as const
type LabelTheme = (typeof labelThemes)[number]

const words: Record<LabelTheme, string> = {
  legal:
    'cookie cookies privacy terms conditions policy policies copyright rights reserved © imprint impressum datenschutz disclaimer gdpr accessibility licensed license trademark agb mentions légales',
  subscribe:
    'subscribe subscriber subscribers newsletter newsletters signup inbox email updates notifications alerts abonnieren abonnez suscríbete iscriviti join unsubscribe membership donate',
  social:
    'share tweet facebook twitter instagram linkedin pinterest whatsapp youtube follow tiktok reddit telegram like print copy link teilen partager compartir condividi mastodon bluesky',
  related:
    'related recommended popular trending latest similar recent more also viewed top most other stories articles posts news read next mehr weitere lire aussi más leer altri correlati similaires verwandte',
  place:
    'home menu contact login log sign register account search cart skip main navigation close open back toggle help support sitemap careers press language english deutsch français español startseite suche kontakt accueil inicio',
  comment:
    'comment comments reply replies respond leave post quote report flag moderator upvote downvote helpful kommentare commentaires comentarios antworten répondre',
  byline:
    'by author authors written posted published updated min mins minute minutes read editor staff reporter reviewed modified edited von par por autor auteur joined member',
  trade:
    'price cart add buy stock shipping wishlist sale quantity sku checkout delivery returns order free sold save off discount deal offer compare basket warenkorb panier carrito in out rating stars',
  action:
    'view see all show load click learn download here now get start started book request demo try explore discover apply filter sort clear reset select choose continue expand collapse mehr voir ver',
  matter:
    'description specifications specification features details overview introduction faq question questions answer answers review reviews summary abstract about conclusion background how what why example usage installation ingredients benefits key',
  advert:
    'advertisement advertising sponsored ad ads anzeige publicité publicidad promoted promotion affiliate commission partner partners',
  when: 'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec ago hours hour days day week weeks month months year years yesterday today am pm monday tuesday wednesday thursday friday saturday sunday',
}

const themesOfWord = new Map<string, number[]>()
labelThemes.forEach((theme, at) => {
  for (const word of words[theme].split(' ')) themesOfWord.set(word, [...(themesOfWord.get(word) ?? []), at])
})

const mostWordsRead = 24

/** Adds the share of the first 24 words that belong to each theme to `into`, from index `at` on. */
export function addThemeShares(blockWords: readonly string[], into: Float32Array, at: number): void {
  const count = Math.min(blockWords.length, mostWordsRead)
  for (let n = 0; n < count; n++) {
    const themes = themesOfWord.get(blockWords[n] as string)
    if (themes === undefined) continue
    for (let k = 0; k < themes.length; k++) {
      const theme = at + (themes[k] as number)
      into[theme] = (into[theme] as number) + 1 / count
    }
  }
}
