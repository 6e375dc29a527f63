/** Estimates the kind of a page with a small learned model, from the facts that it states about itself, and its composition. */

import { lazy } from '../../base/once.ts'
import type { BlockSums } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import { chanceOf, TreeModel } from './tree-model.ts'
import { kindWeights } from './weights.ts'

/** The weights depend on this order: only append, then retrain. */
export const pageKinds = ['article', 'documentation', 'forum', 'listing', 'product', 'collection', 'service'] as const
export type PageKind = (typeof pageKinds)[number]

export interface PageKindEstimate {
  kind: PageKind
  /** One probability for each of `pageKinds`; they add up to 1. */
  chances: Float32Array
}

const models = lazy(() => kindWeights.map((weights) => new TreeModel(weights)))

export function estimatePageKind(facts: PageFacts, page: PageComposition): PageKindEstimate {
  const row = pageKindFeatures(facts, page)
  const scores = models().map((model) => chanceOf(model.score(row)[0] as number))
  const all = scores.reduce((sum, score) => sum + score, 0)
  const chances = Float32Array.from(scores, (score) => score / Math.max(1e-9, all))
  return { kind: likeliestKind(chances), chances }
}

/** A page must be this much more likely to be a thread. Lists and tables of threads are judged by their parts, which tears others. */
const forumMargin = 1.5

/** `chances`: one value for each of `pageKinds`. */
export function likeliestKind(chances: Iterable<number>): PageKind {
  const all = [...chances].map((chance, n) => (pageKinds[n] === 'forum' ? chance / forumMargin : chance))
  return pageKinds[all.indexOf(Math.max(...all))] as PageKind
}

const urlPatterns: RegExp[] = [
  /\b(?:forums?|community|discuss|discourse|answers|boards?|bbs)\b/i,
  /[/.](?:threads?|topics?|viewtopic|showthread|questions?|discussions?|t|comments|posts?)(?:[/.?-]|$)/i,
  /\b(?:docs?|documentation|developers?|api|reference|manual|guides?|wiki|learn|tutorials?|man|handbook|readthedocs|help)\b/i,
  /\b(?:products?|p|dp|itm|item|shop|store|buy)\b/i,
  /\b(?:collections?|categor(?:y|ies)|c|cat|catalog|browse|shop|departments?)\b/i,
  /\b(?:tags?|topics?|archives?|search|listings?|jobs|results|directory|events|list|news|find|for-sale|rent)\b/i,
  /\b(?:services?|solutions?|consulting|care|treatments?|programs?|about|platform|pricing|features)\b/i,
  /\b(?:blog|blogs|articles?|news|story|stories|posts?|magazine|opinion)\b/i,
]

const softwarePatterns: RegExp[] = [
  /forum|thread|viewtopic|discourse|vbulletin|xenforo|phpbb|invision|flarum|vanilla|discuz|\bsmf\b|mybb|question|topic/i,
  /docusaurus|sphinx|mkdocs|gitbook|vuepress|vitepress|jekyll|hugo|\bdocs?\b|documentation|wiki/i,
  /single-product|product-(?:template|page|detail)|template-product|\bproduct\b|shopify|magento|woocommerce|prestashop/i,
  /archive|category|collection|search-results|\btag\b|\blist(?:ing)?s?\b|catalog/i,
  /single-post|post-template|\bsingle\b|article|\bblog\b|\bpost\b|news|story/i,
  /page-template|\bpage\b|landing|service|\bhome\b/i,
]

const schemaTypes: RegExp[] = [
  /^(?:\w*article|blogposting|report|liveblogposting)$/,
  /^(?:qapage|discussionforumposting|question|answer)$/,
  /^(?:product|productgroup|offer|aggregateoffer)$/,
  /^(?:comment|person)$/,
]

const postShape = /(?:^|[\s._-])(?:post|message|comment|reply|topic|answer|postbit|thread)/i
/** A date, or a phrase such as "two days ago". */
export const dateText =
  /\b(?:19|20)\d\d\b|\d\s?(?:seconds?|minutes?|min|hours?|h|days?|d|weeks?|months?|years?)\s?ago|\d[年月]|\d\d?[/.]\d\d?[/.]\d\d/i
const priceText = /(?:[$€£¥₹]\s?\d|\d\s?(?:€|£|USD|EUR|kr|zł))/
const cartText = /add to (?:cart|bag|basket)|buy now|in stock|out of stock|wishlist/i
const minCartChars = 'buy now'.length

/** Returns one row for the page-kind models. All its values are finite. */
export function pageKindFeatures(facts: PageFacts, page: PageComposition): Float32Array {
  return Float32Array.from([
    ...urlFeatures(facts),
    ...statedFeatures(facts),
    ...blockFeatures(page),
    ...sectionFeatures(page),
  ])
}

function urlFeatures({ url }: PageFacts): number[] {
  const path = url ? url.pathname + url.search : ''
  const hostAndPath = url ? `${url.hostname}${path}` : ''
  const segments = path.split('/').filter(Boolean)
  const slug = segments.at(-1) ?? ''
  return [
    ...urlPatterns.map((pattern) => Number(pattern.test(hostAndPath))),
    ...[segments.length, slug.length, slug.split('-').length],
    Number(/\d{4,}/.test(path)),
  ]
}

function statedFeatures({ types, ogType, software, links: [links = 0, ...kinds] }: PageFacts): number[] {
  const stated = [...types]
  return [
    ...kinds.flatMap((count) => [Math.log(1 + count), count / Math.max(1, links)]),
    ...softwarePatterns.map((pattern) => Number(pattern.test(software))),
    ...schemaTypes.map((pattern) => Number(stated.some((type) => pattern.test(type)))),
    ...[ogType === 'article', ogType.startsWith('product'), ogType === 'website'].map(Number),
  ]
}

function blockFeatures({ blocks, counts, sums }: PageComposition): number[] {
  const count = Math.max(1, blocks.length)
  const chars = charsOf(sums)
  let [paragraphs, longest, prices, dates, questions, code, carts] = [0, 0, 0, 0, 0, 0, 0]
  for (let n = 0; n < blocks.length; n++) {
    const block = blocks[n] as MainContentBlock
    if (block.chars - block.linked > 100) paragraphs++
    longest = Math.max(longest, block.chars)
    if (block.chars < 400) {
      const hasDigit = (counts.digits[n] as number) > 0
      if (hasDigit && priceText.test(block.text)) prices++
      if (hasDigit && dateText.test(block.text)) dates++
      if (block.chars >= minCartChars && cartText.test(block.text)) carts++
    }
    if (block.text.endsWith('?')) questions++
    if (block.section.element.name === 'pre') code++
  }
  return [
    ...[Math.log(count), Math.log(chars), lastOf(sums.linked) / chars, lastOf(sums.prose) / chars],
    ...[lastOf(sums.headings) / count, sums.short / count],
    ...[paragraphs, paragraphs / count, Math.log(1 + longest), prices, prices / count, dates, questions, code, carts],
  ]
}

function sectionFeatures({ sections, sums }: PageComposition): number[] {
  const chars = charsOf(sums)
  let [posts, articles, maxGroupCount, maxGroupShare, listShare] = [0, 0, 0, 0, 0]
  for (const section of sections) {
    if (section.element.name === 'article') articles++
    const { count, chars: inGroup, shape } = section.group
    if (section.indexInGroup > 0 || count < 3) continue
    if (inGroup > 300 && postShape.test(`${shape.tag}.${shape.classes}`)) posts = Math.max(posts, count)
    if (section.element.name === 'p' || section.element.name === 'tr') continue
    maxGroupCount = Math.max(maxGroupCount, count)
    if (inGroup > 0.1 * chars) listShare = Math.max(listShare, Math.min(50, inGroup / count / 40))
    maxGroupShare = Math.max(maxGroupShare, inGroup / chars)
  }
  const { images = 0, controls = 0 } = sections[0] ?? {}
  return [posts, articles, Math.log(1 + maxGroupCount), maxGroupShare, listShare, Math.log(1 + images), controls]
}

const lastOf = (prefix: Int32Array) => prefix[prefix.length - 1] as number
const charsOf = ({ chars }: BlockSums) => Math.max(1, lastOf(chars))
