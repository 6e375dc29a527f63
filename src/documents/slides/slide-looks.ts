/** The properties that decide whether slide text is visible. @see ECMA-376, part 1, §21.1.2.3 */

import { type DroppedText, type Grounds, isInvisible, white } from '../converted/hidden-text.ts'
import { type ColourScheme, drawnColour } from '../office/drawings/drawing-colours.ts'
import { childOf, childrenOf, isXmlElement, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { type Inherited, levelOf, placeholderOf } from './shapes.ts'

export interface SlideLook {
  scheme: ColourScheme
  inherited: Inherited
  /** In EMU. */
  size: { width: number; height: number }
  hidden: DroppedText
}

const maxBaseline = 1_000_000
const hundredths = 100

/** Returns the text of a shape or cell without invisible runs. `body`: `p:txBody` or `a:txBody`. */
export function shownBody(
  body: XmlElement | undefined,
  shape: XmlElement,
  grounds: Grounds,
  look: SlideLook,
): XmlElement | undefined {
  const placeholder = placeholderOf(shape)
  const models = look.inherited.shapesOf(placeholder).toReversed()
  const lists = [look.inherited.textStyle(placeholder), ...models.map((one) => childOf(one, 'p:txBody', 'a:lstStyle'))]
  const reference = childOf(shape, 'p:style', 'a:fontRef')
  const own = childOf(body, 'a:lstStyle')
  const { fontScale = '100000' } = childOf(body, 'a:bodyPr', 'a:normAutofit')?.attributes ?? {}
  const scale = Number(fontScale.replace('%', '000')) / 100_000
  const isHidden = (run: XmlElement, paragraph: XmlElement) => {
    const { lvl = '0', marL = '0', indent = '0' } = childOf(paragraph, 'a:pPr')?.attributes ?? {}
    if (Number(marL) + Number(indent) >= look.size.width) return true
    const defaults = (list: XmlElement | undefined) => childOf(levelOf(list, Number(lvl)), 'a:defRPr')
    // From the most general properties to the run's own.
    const chain = [...lists.map(defaults), reference, defaults(own), childOf(run, 'a:rPr')]
    if (Math.abs(statedIn(chain, 'baseline') ?? 0) > maxBaseline) return true
    const [size, spacing] = [statedIn(chain, 'sz'), statedIn(chain, 'spc')]
    return isInvisible({
      ...textColour(chain, look.scheme),
      grounds,
      points: size && (size / hundredths) * scale,
      letterSpacing: spacing && spacing / hundredths,
    })
  }
  const paragraphs = childrenOf(body, 'a:p').map((paragraph) => {
    const children = paragraph.children.filter((run) => {
      if (!isXmlElement(run) || !/^a:(?:r|fld)$/.test(run.name) || !isHidden(run, paragraph)) return true
      look.hidden.add(xmlText(childOf(run, 'a:t')))
      return false
    })
    return { ...paragraph, children }
  })
  return body && { ...body, children: own ? [own, ...paragraphs] : paragraphs }
}

function statedIn(chain: readonly (XmlElement | undefined)[], name: string): number | undefined {
  const value = chain.findLast((one) => one?.attributes[name] !== undefined)?.attributes[name]
  return value === undefined ? undefined : Number.parseFloat(value)
}

const fills = /^a:(?:noFill|solidFill|gradFill|blipFill|pattFill|grpFill)$/
const outlines = /^a:(?:ln|effectLst)$/

function textColour(chain: readonly (XmlElement | undefined)[], scheme: ColourScheme) {
  const unknown = { colour: null, opacity: 1 }
  const own = chain.at(-1)
  // Links have a separate color. An outline or shadow makes transparent letters visible.
  if (childOf(own, 'a:hlinkClick')) return unknown
  const effects = childrenOf(own)
    .filter(({ name }) => outlines.test(name))
    .flatMap((one) => childrenOf(one))
  if (effects.some(({ name }) => name !== 'a:noFill')) return unknown
  for (const one of chain.toReversed()) {
    if (one?.name === 'a:fontRef' && one.children.length > 0) return drawnColour(one, scheme)
    const fill = childrenOf(one).find(({ name }) => fills.test(name))
    if (fill?.name === 'a:noFill') return { colour: null, opacity: 0 }
    if (fill) return fill.name === 'a:solidFill' ? drawnColour(fill, scheme) : unknown
  }
  return { colour: scheme('tx1'), opacity: 1 }
}

/** Returns the background from the first of these parts that specifies one. */
export function slideGrounds(parts: readonly (XmlElement | undefined)[], scheme: ColourScheme): Grounds {
  for (const part of parts) {
    const background = childOf(part, 'p:cSld', 'p:bg')
    if (!background) continue
    const reference = childOf(background, 'p:bgRef')
    // The first background style of a theme is a solid color.
    if (reference) return [reference.attributes.idx === '1001' ? drawnColour(reference, scheme).colour : null]
    const fill = childrenOf(childOf(background, 'p:bgPr')).find(({ name }) => fills.test(name))
    if (fill?.name === 'a:solidFill') return [drawnColour(fill, scheme).colour]
    if (fill) return [fill.name === 'a:noFill' ? white : null]
  }
  return [white]
}
