/** The styles of a Word document, including properties inherited from the styles that they are based on. @see ECMA-376, part 1, §17.7 */

import { isCodeStyle, type NamedStyle, namedStyle } from '../converted/flow/style-names.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, parseXml, type XmlElement } from '../office/xml/xml-tree.ts'
import {
  type ParagraphLook,
  paragraphLook,
  type RunProperties,
  runProperties,
  shadeIn,
  statedValue,
  type TableParts,
  type WordSetting,
} from './looks.ts'

export interface WordStyle {
  named: NamedStyle | null
  /** Starting at 0; 9 means body text. */
  outline: number | null
  /** `0` removes the numbering of the style. */
  numId: string | null
  level: number | null
  /** Left edge in twips. */
  indent: number | null
  run: RunProperties
  look: ParagraphLook
  table: TableParts
  basedOn: string | null
}

const noStyle: WordStyle = {
  ...{ named: null, outline: null, numId: null, level: null, indent: null, basedOn: null },
  ...{ run: {}, look: {}, table: new Map() },
}

export type WordStyles = ReturnType<typeof readWordStyles>

const maxChain = 30

export function readWordStyles(xml: string, setting: WordSetting) {
  const root = childOf(parseXml(xml), 'w:styles')
  const defaults = childOf(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr')
  const own = new Map<string, WordStyle>()
  let defaultParagraph: string | null = null
  for (const element of childrenOf(root, 'w:style')) {
    const id = element.attributes['w:styleId']
    if (id === undefined || own.has(id)) continue
    own.set(id, ownStyle(element, setting))
    const { 'w:type': type, 'w:default': isDefault } = element.attributes
    if (type === 'paragraph' && isTrue(isDefault)) defaultParagraph ??= id
  }
  const resolved = new Map<string, WordStyle>()
  function byId(id: string | null): WordStyle {
    if (id === null) return noStyle
    const style = resolved.get(id) ?? resolve(own, id)
    resolved.set(id, style)
    return style
  }
  return {
    byId,
    /** Style of paragraphs that don't specify one. */
    defaultParagraph,
    /** Default properties of runs. */
    defaultRun: runProperties(defaults, setting),
    setting,
    /** A BCP 47 language tag. */
    language: statedValue(childOf(defaults, 'w:lang')),
  }
}

/** Stops at a cycle. */
function resolve(own: ReadonlyMap<string, WordStyle>, id: string): WordStyle {
  const style: WordStyle = { ...noStyle, run: {} }
  let next: string | null = id
  for (let steps = 0; next !== null && steps < maxChain; steps++) {
    const one = own.get(next)
    if (!one) break
    // Once an outline level is known, the names of parent styles no longer count.
    style.named ??= style.outline === null ? one.named : null
    style.outline ??= one.outline
    style.indent ??= one.indent
    style.numId ??= one.numId
    style.level ??= one.level
    style.run = { ...one.run, ...style.run }
    style.look = { ...one.look, ...style.look }
    style.table = new Map([...one.table, ...style.table])
    next = one.basedOn
  }
  return style
}

function ownStyle(element: XmlElement, setting: WordSetting): WordStyle {
  const name = statedValue(childOf(element, 'w:name')) ?? ''
  const isParagraph = element.attributes['w:type'] === 'paragraph'
  const properties = childOf(element, 'w:pPr')
  const run = runProperties(childOf(element, 'w:rPr'), setting)
  return {
    named: isParagraph ? namedStyle(name) : null,
    outline: numberOf(childOf(properties, 'w:outlineLvl')),
    ...numberingOf(properties),
    indent: indentOf(properties),
    run: !isParagraph && isCodeStyle(name) ? { ...run, code: true } : run,
    look: paragraphLook(properties, setting),
    table: element.attributes['w:type'] === 'table' ? tableParts(element, setting) : noStyle.table,
    basedOn: statedValue(childOf(element, 'w:basedOn')),
  }
}

function tableParts(style: XmlElement, setting: WordSetting): TableParts {
  const parts = [style, ...childrenOf(style, 'w:tblStylePr')].map((part) => {
    const properties = childOf(part, childOf(part, 'w:tcPr', 'w:shd') ? 'w:tcPr' : 'w:tblPr')
    const look = { fill: shadeIn(properties, setting.colours), run: runProperties(childOf(part, 'w:rPr'), setting) }
    return [part === style ? 'wholeTable' : (part.attributes['w:type'] ?? ''), look] as const
  })
  return new Map(parts)
}

export function numberingOf(properties: XmlElement | undefined): Pick<WordStyle, 'numId' | 'level'> {
  const numbering = childOf(properties, 'w:numPr')
  return { numId: statedValue(childOf(numbering, 'w:numId')), level: numberOf(childOf(numbering, 'w:ilvl')) }
}

export function indentOf(properties: XmlElement | undefined): number | null {
  const { 'w:left': left, 'w:start': start } = childOf(properties, 'w:ind')?.attributes ?? {}
  const indent = Number.parseInt(start ?? left ?? '', 10)
  return Number.isNaN(indent) ? null : indent
}

/** Returns a non-negative integer. */
export function numberOf(element: XmlElement | undefined): number | null {
  const value = statedValue(element)
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null
}
