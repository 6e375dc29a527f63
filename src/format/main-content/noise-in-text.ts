/** Drops what sites put into or below a text: labels of advertisements, sign-up boxes, and cards of related pages. */

import type { Element } from 'domhandler'
import { isHeadingElement } from '../../html/elements.ts'
import { hasElement } from '../../html/traverse.ts'
import { sumOver, weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { MainContentSection } from './sections.ts'

const adLabel =
  /^\W*(?:anzeige|werbung|advertisement|advertising|publicidad|publicité|pubblicità|publicidade|reklama|advertentie|annons|реклама|広告|广告|廣告|광고)(?:\P{L}+(?:scroll to continue|continue reading below|article continues below))?\P{L}*$/iu
const relatedHeading =
  /^\W*(?:related(?: (?:posts?|articles?|stories|content|reading|news))?|(?:you (?:may|might) also|more) (?:like|enjoy)|more (?:from|stories|articles|posts)|(?:read|up) next|recommended(?: (?:posts|articles|stories|reading|for you))?|similar (?:posts|articles)|(?:ähnliche|verwandte|weitere) (?:beiträge|artikel)|das könnte .{1,30}|articles? (?:liés|similaires)|à lire aussi|(?:artículos|entradas|artigos|posts) relacionad[oa]s|te puede interesar|articoli correlati|potrebbe interessarti.{0,10}|gerelateerde (?:berichten|artikelen)|похожие .{1,20}|читайте также|関連記事|相关(?:文章|阅读)|관련 ?기사)\P{L}*$/iu
/** Here the words are data. */
const partElements = new Set(['td', 'th', 'li', 'dt', 'dd', 'caption'])
const maxBoxChars = 360
const minTextWords = 60
const minCards = 2
const fieldNames = new Set(['input', 'textarea', 'select'])
const buttonType = /^(?:hidden|submit|checkbox|button|image)$/i

/** Changes `kept`. Only text above a part shows that the part isn't the content itself. */
export function dropNoise(page: PageComposition, kept: boolean[]): void {
  const { blocks, sections, sums } = page
  let words = 0
  for (let n = 0; n < blocks.length; n++) {
    const block = blocks[n] as MainContentBlock
    if (!kept[n]) continue
    if (words >= minTextWords && isHeadingElement(block.section.element) && relatedHeading.test(block.text)) {
      const end = endOfCards(page, n)
      kept.fill(false, n, end)
    } else if (!partElements.has(block.section.element.name) && adLabel.test(block.text)) kept[n] = false
    if (kept[n]) words += weightOf(block)
  }
  if (words < 2 * minTextWords) return
  let last = 0
  for (const section of sections) {
    if (
      section.controls === 0 ||
      section.first < last ||
      sumOver(sums.chars, section) > maxBoxChars ||
      !asksForEmail(section)
    )
      continue
    last = section.last
    kept.fill(false, section.first, last)
  }
}

/** Returns the index after the cards below a heading: linked headings that look alike, with their summaries. */
function endOfCards({ blocks, sums }: PageComposition, heading: number): number {
  let [end, cards, path] = [heading + 1, 0, -1]
  for (let n = heading + 1; n < blocks.length; n++) {
    const { section, linked, chars } = blocks[n] as MainContentBlock
    if (!isHeadingElement(section.element)) continue
    if (linked < chars / 2 || (path >= 0 && section.group.path !== path)) break
    path = section.group.path
    cards++
    end = n
  }
  if (cards < minCards || sumOver(sums.chars, { first: heading, last: end }) > maxBoxChars * cards) return heading
  // The last card has as many blocks as the others have at most.
  const card = (blocks[end] as MainContentBlock).section.parent
  return Math.max(end + 1, card?.last ?? 0)
}

/** True if the only field is for an e-mail address. */
function asksForEmail({ element }: MainContentSection): boolean {
  const fields: Element[] = []
  hasElement(element, (field) => {
    if (fieldNames.has(field.name) && !buttonType.test(field.attribs.type ?? '')) fields.push(field)
    return false
  })
  return fields.length === 1 && fields[0]?.attribs.type === 'email'
}
