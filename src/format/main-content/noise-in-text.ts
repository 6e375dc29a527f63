/** Drops what sites put into or below a text: labels of advertisements, sign-up boxes, and cards of related pages. */

import { isHeadingElement } from '../../html/elements.ts'
import { hasElement } from '../../html/traverse.ts'
import { weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { MainContentSection } from './sections.ts'

const adLabel =
  /^\W*(?:anzeige|werbung|advertisement|advertising|publicidad|publicité|pubblicità|publicidade|reklama|advertentie|annons|реклама|広告|广告|廣告|광고)(?:\P{L}+(?:scroll to continue|continue reading below|article continues below))?\P{L}*$/iu
const relatedHeading =
  /^\W*(?:related(?: (?:posts?|articles?|stories|content|reading|news))?|(?:you (?:may|might) also|more) (?:like|enjoy)|more (?:from|stories|articles|posts)|(?:read|up) next|recommended(?: (?:posts|articles|stories|reading|for you))?|similar (?:posts|articles)|(?:ähnliche|verwandte|weitere) (?:beiträge|artikel)|das könnte .{1,30}|articles? (?:liés|similaires)|à lire aussi|(?:artículos|entradas|artigos|posts) relacionad[oa]s|te puede interesar|articoli correlati|potrebbe interessarti.{0,10}|gerelateerde (?:berichten|artikelen)|похожие .{1,20}|читайте также|関連記事|相关(?:文章|阅读)|관련 ?기사)\P{L}*$/iu
/** Here the words are data. */
const partElements = new Set(['td', 'th', 'li', 'dt', 'dd', 'caption'])
const maxBoxWords = 60
const minTextWords = 60
const minCards = 2

/** Changes `kept`. Only text above a part shows that the part isn't the content itself. */
export function dropNoise({ blocks, sections }: PageComposition, kept: boolean[]): void {
  let words = 0
  for (let n = 0; n < blocks.length; n++) {
    const block = blocks[n] as MainContentBlock
    if (!kept[n]) continue
    if (words >= minTextWords && isHeadingElement(block.section.element) && relatedHeading.test(block.text)) {
      const end = endOfCards(blocks, n)
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
      wordsIn(blocks, section.first, section.last) > maxBoxWords ||
      !asksForEmail(section)
    )
      continue
    last = section.last
    kept.fill(false, section.first, last)
  }
}

/** Returns the index after the cards below a heading: linked headings that look alike, with their summaries. */
function endOfCards(blocks: readonly MainContentBlock[], heading: number): number {
  let [end, cards, path] = [heading + 1, 0, -1]
  for (let n = heading + 1; n < blocks.length; n++) {
    const { section, linked, chars } = blocks[n] as MainContentBlock
    if (!isHeadingElement(section.element)) continue
    if (linked < chars / 2 || (path >= 0 && section.group.path !== path)) break
    path = section.group.path
    cards++
    end = n
  }
  if (cards < minCards || wordsIn(blocks, heading, end) > maxBoxWords * cards) return heading
  // The last card has as many blocks as the others have at most.
  const card = (blocks[end] as MainContentBlock).section.parent
  return Math.max(end + 1, card?.last ?? 0)
}

function wordsIn(blocks: readonly MainContentBlock[], first: number, last: number): number {
  let words = 0
  for (let n = first; n < last; n++) words += blocks[n]?.words ?? 0
  return words
}

/** True if the only field is for an e-mail address. */
function asksForEmail({ element }: MainContentSection): boolean {
  let fields = 0
  const isEmail = ({ name, attribs }: typeof element) => {
    if (name !== 'input' && name !== 'textarea' && name !== 'select') return false
    if (/^(?:hidden|submit|checkbox|button|image)$/i.test(attribs.type ?? '')) return false
    fields++
    return false
  }
  hasElement(element, isEmail)
  return fields === 1 && hasElement(element, ({ attribs }) => attribs.type === 'email')
}
