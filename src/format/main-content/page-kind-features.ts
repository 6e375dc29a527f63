/** What tells kinds of pages apart: words of the address, what the page says of itself, and how it is made up. */

import type { Composition } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import type { Totals } from './totals.ts'

const addressWords: RegExp[] = [
  /\b(?:forums?|community|discuss|discourse|answers|boards?|bbs)\b/i,
  /[/.](?:threads?|topics?|viewtopic|showthread|questions?|discussions?|t|comments|posts?)(?:[/.?-]|$)/i,
  /\b(?:docs?|documentation|developers?|api|reference|manual|guides?|wiki|learn|tutorials?|man|handbook|readthedocs|help)\b/i,
  /\b(?:products?|p|dp|itm|item|shop|store|buy)\b/i,
  /\b(?:collections?|categor(?:y|ies)|c|cat|catalog|browse|shop|departments?)\b/i,
  /\b(?:tags?|topics?|archives?|search|listings?|jobs|results|directory|events|list|news|find|for-sale|rent)\b/i,
  /\b(?:services?|solutions?|consulting|care|treatments?|programs?|about|platform|pricing|features)\b/i,
  /\b(?:blog|blogs|articles?|news|story|stories|posts?|magazine|opinion)\b/i,
  /\/(?:19|20)\d\d[/-]\d{1,2}/,
]

const schemaTypes: RegExp[] = [
  /^(?:\w*article|blogposting|report|liveblogposting)$/,
  /^(?:qapage|discussionforumposting|question|answer)$/,
  /^(?:product|productgroup|offer|aggregateoffer)$/,
  /^(?:itemlist|collectionpage|searchresultspage|offercatalog)$/,
  /^(?:service|localbusiness|professionalservice|medicalbusiness|legalservice|\w*organization)$/,
  /^(?:techarticle|apireference|howto|softwaresourcecode)$/,
  /^(?:webpage)$/,
  /^(?:faqpage)$/,
  /^(?:breadcrumblist)$/,
  /^(?:comment|person)$/,
]

const postShape = /(?:^|[\s._-])(?:post|message|comment|reply|topic|answer|postbit|thread)/i
const priceText = /(?:[$€£¥₹]\s?\d|\d\s?(?:€|£|USD|EUR|kr|zł))/
const dateText = /\b(?:\d{1,2}\s(?:hours?|days?|weeks?|months?|years?)\sago|(?:19|20)\d\d)\b/i

/** One row for the model of kinds; all values are finite. */
export function kindFeatures(facts: PageFacts, { blocks, sections }: Composition, totals: Totals): Float32Array {
  const { url } = facts
  const path = url ? url.pathname + url.search : ''
  const address = url ? `${url.hostname}${path}` : ''
  const segments = path.split('/').filter(Boolean)
  const slug = segments.at(-1) ?? ''
  const count = Math.max(1, blocks.length)
  const chars = Math.max(1, totals.chars[blocks.length] as number)
  const values: number[] = [
    ...addressWords.map((pattern) => Number(pattern.test(address))),
    ...[
      segments.length,
      slug.length,
      slug.split('-').length,
      Number(/\d{4,}/.test(path)),
      Number(/\.html?$/.test(path)),
    ],
    ...schemaTypes.map((pattern) => matching(facts.types, pattern)),
    ...[
      Number(facts.ogType === 'article'),
      Number(facts.ogType.startsWith('product')),
      Number(facts.ogType === 'website'),
    ],
    ...[Number(facts.ogType === ''), Number(facts.generator.includes('wordpress'))],
    Number(
      /discourse|phpbb|vbulletin|xenforo|invision|flarum|nodebb|docusaurus|sphinx|mkdocs|gitbook|hugo|vitepress/.test(
        facts.generator,
      ),
    ),
    Math.log(count),
    Math.log(chars),
    (totals.linked[blocks.length] as number) / chars,
    (totals.prose[blocks.length] as number) / chars,
    (totals.headings[blocks.length] as number) / count,
    (totals.short[blocks.length] as number) / count,
  ]
  let paragraphs = 0
  let longest = 0
  let prices = 0
  let dates = 0
  let questions = 0
  let code = 0
  let carts = 0
  for (const block of blocks) {
    if (block.chars - block.linked > 100) paragraphs++
    longest = Math.max(longest, block.chars)
    if (block.chars < 400) {
      if (priceText.test(block.text)) prices++
      if (dateText.test(block.text)) dates++
      if (/add to (?:cart|bag|basket)|buy now|in stock|out of stock|wishlist/i.test(block.text)) carts++
    }
    if (block.text.endsWith('?')) questions++
    if (block.section.element.name === 'pre') code++
  }
  let posts = 0
  let articles = 0
  let largestGroup = 0
  let largestShare = 0
  let listShare = 0
  for (const section of sections) {
    if (section.element.name === 'article') articles++
    const { members, chars: inGroup } = section.group
    if (section.indexInGroup > 0 || members.length < 3) continue
    if (postShape.test(section.shape) && inGroup > 300) posts = Math.max(posts, members.length)
    if (section.element.name === 'p' || section.element.name === 'tr') continue
    largestGroup = Math.max(largestGroup, members.length)
    if (inGroup > 0.1 * chars) listShare = Math.max(listShare, Math.min(50, inGroup / members.length / 40))
    largestShare = Math.max(largestShare, inGroup / chars)
  }
  const images = sections[0]?.images ?? 0
  values.push(
    ...[paragraphs, paragraphs / count, Math.log(1 + longest), prices, prices / count, dates, questions, code, carts],
    ...[
      posts,
      articles,
      Math.log(1 + largestGroup),
      largestShare,
      listShare,
      Math.log(1 + images),
      sections[0]?.controls ?? 0,
    ],
  )
  return Float32Array.from(values)
}

function matching(types: ReadonlySet<string>, pattern: RegExp): number {
  for (const type of types) if (pattern.test(type)) return 1
  return 0
}
