/** The properties that decide whether the text of Excel's cells is visible: fonts, fills, and the rules for ranges. @see ECMA-376, part 1, §18.8 */

import { black, hexColour, isInvisible, type Rgb, tinted, white } from '../converted/hidden-text.ts'
import type { Archive } from '../office/archive/archive.ts'
import type { ColourScheme, Fill } from '../office/drawings/drawing-colours.ts'
import { numberText } from '../office/parts/number-formats.ts'
import type { Relations } from '../office/parts/relations.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { parseRange } from './formulas.ts'
import type { CellPlace, MergedCell } from './sheet.ts'

/** Undefined properties are inherited. */
export interface FontLook {
  colour?: Rgb | null
  points?: number
  name?: string
}

interface CellLook {
  font: FontLook
  fill?: Fill
  code?: string
}

/** The content of a cell, and what affects its visibility. */
interface CellText {
  text: string
  number: number | null
  font?: FontLook | undefined
  /** Look that a conditional formatting rule always applies. */
  rule?: CellLook | undefined
  /** True if a table style, a rule or an image may change the background. */
  isGroundUnknown(): boolean
}

/** True if the text of a cell is invisible. */
export function isInvisibleCell(own: CellLook, { text, number, rule, ...cell }: CellText): boolean {
  const look = { ...own, ...rule, font: { ...own.font, ...cell.font, ...rule?.font } }
  const { code = '', fill = 'none', font } = look
  const isFormatted = number === null || rule?.code !== undefined
  if (isFormatted && code.includes(';') && numberText(code, number ?? text) === '') return true
  if (isInvisible({ points: font.points })) return true
  return (
    isInvisible({ colour: font.colour ?? null, grounds: [fill === 'none' ? white : fill] }) &&
    !(rule?.fill === undefined && cell.isGroundUnknown())
  )
}

const themeOrder = 'lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(' ')
/** Indexed colours, starting at index 8. Indexes 0 to 7 repeat the first eight colours. */
const usualPalette = (
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080 9999ff 993366 ' +
  'ffffcc ccffff 660066 ff8080 0066cc ccccff 000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff ccffcc ffff99 ' +
  '99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333'
).split(' ')

/** Reads the attributes of `x:color` or `x:fgColor`. Returns null for the automatic colour. */
export type ColourReader = (attributes: XmlAttributes | undefined) => Rgb | null

function colourReader(scheme: ColourScheme, own: readonly string[]): ColourReader {
  const indexed = (at: number) => {
    if (at >= 64) return at === 65 ? white : black
    return hexColour(own[at]?.slice(-6) ?? usualPalette[at < 8 ? at : at - 8])
  }
  return ({ rgb, theme, indexed: at, tint = '0' } = {}) => {
    let colour = at === undefined ? null : indexed(Number(at))
    if (theme !== undefined) colour = scheme(themeOrder[Number(theme)] ?? '')
    if (rgb !== undefined) colour = hexColour(rgb.slice(-6))
    return colour && tinted(colour, Number(tint) || 0)
  }
}

export type CellLooks = ReturnType<typeof readCellLooks>

/** Excel shows no fill for fill 0 and a grey pattern for fill 1, regardless of what the part says about them. */
const reservedFills: readonly Fill[] = ['none', null]

/** Returns the looks of cells by style, and of rules. `styles`: the tree of the part. `codes`: the number formats of styles. */
export function readCellLooks(styles: XmlElement, scheme: ColourScheme, codes: readonly string[]) {
  const sheet = childOf(styles, 'x:styleSheet')
  const own = childrenOf(childOf(sheet, 'x:colors', 'x:indexedColors')).map(({ attributes }) => attributes.rgb ?? '')
  const colourOf = colourReader(scheme, own)
  const fonts = childrenOf(childOf(sheet, 'x:fonts')).map((font) => fontLook(font, colourOf))
  const stated = childrenOf(childOf(sheet, 'x:fills')).map((fill) => fillLook(fill, colourOf, 'x:fgColor'))
  const fills = [...reservedFills, ...stated.slice(reservedFills.length)]
  const cells = childrenOf(childOf(sheet, 'x:cellXfs'), 'x:xf').map((xf, style): CellLook => {
    const { fontId = '0', fillId = '0' } = xf.attributes
    return {
      font: { colour: black, ...fonts[Number(fontId)] },
      fill: fills.length > Number(fillId) ? (fills[Number(fillId)] as Fill) : 'none',
      code: codes[style] ?? 'General',
    }
  })
  const rules = childrenOf(childOf(sheet, 'x:dxfs'), 'x:dxf').map((rule): CellLook => {
    const fill = childOf(rule, 'x:fill')
    const code = childOf(rule, 'x:numFmt')?.attributes.formatCode
    return {
      font: fontLook(childOf(rule, 'x:font'), colourOf),
      ...(fill ? { fill: fillLook(fill, colourOf, 'x:bgColor') } : {}),
      ...(code === undefined ? {} : { code }),
    }
  })
  return { cells, rules, colourOf }
}

/** `font`: `x:font`, or the properties of a run. */
export function fontLook(font: XmlElement | undefined, colourOf: ColourReader): FontLook {
  const look: FontLook = {}
  const colour = childOf(font, 'x:color')
  if (colour) look.colour = colourOf(colour.attributes)
  const points = Number.parseFloat(childOf(font, 'x:sz')?.attributes.val ?? '')
  if (!Number.isNaN(points)) look.points = points
  const name = (childOf(font, 'x:name') ?? childOf(font, 'x:rFont'))?.attributes.val
  if (name !== undefined) look.name = name
  return look
}

/** `name`: the name of the element that holds the colour of a solid fill. */
function fillLook(fill: XmlElement, colourOf: ColourReader, name: string): Fill {
  const pattern = childOf(fill, 'x:patternFill')
  const type = pattern?.attributes.patternType ?? (name === 'x:bgColor' ? 'solid' : 'none')
  if (!pattern) return childOf(fill, 'x:gradientFill') ? null : 'none'
  if (type === 'none') return 'none'
  return type === 'solid' ? colourOf(childOf(pattern, name)?.attributes) : null
}

type RuleRange = MergedCell & { look: CellLook | null }

const maxRanges = 500
const alwaysTrue = /^(?:TRUE(?:\(\))?|1(?:=1)?|LEN\(.{1,40}\)>0|NOT\(ISBLANK\(.{1,40}\)\))$/i

/** `xml`: the worksheet. `looks`: looks that rules refer to by index. */
export function readSheetRules(
  xml: string,
  looks: readonly CellLook[],
  { relations, archive }: { relations: Relations; archive: Archive },
) {
  const sheet = behindCells(xml)
  const ranges: RuleRange[] = tablesOf(relations, archive)
  for (const formatting of childrenOf(sheet, 'x:conditionalFormatting')) {
    const rules = childrenOf(formatting, 'x:cfRule')
    const holding = rules.find((rule) => {
      return rule.attributes.type === 'notContainsBlanks' || alwaysTrue.test(xmlText(childOf(rule, 'x:formula')).trim())
    })
    const look = looks[Number(holding?.attributes.dxfId ?? -1)] ?? null
    const mayFill = rules.some(({ attributes }) => looks[Number(attributes.dxfId ?? -1)]?.fill !== undefined)
    const isScale = rules.some(({ attributes }) => attributes.type === 'colorScale')
    if (look === null && !mayFill && !isScale) continue
    for (const reference of (formatting.attributes.sqref ?? '').split(' ').slice(0, maxRanges)) {
      const range = parseRange(reference)
      if (range && ranges.length < maxRanges) ranges.push({ ...range, look })
    }
  }
  const always = ranges.filter(({ look }) => look).slice(0, maxAlways)
  const uncertain = ranges.filter(({ look }) => look === null)
  const isUnknown = childOf(sheet, 'x:picture') !== undefined || ranges.length === maxRanges
  return {
    /** Returns the look that a rule always gives to the cell. */
    lookAt: (place: CellPlace) => always.find((range) => holds(range, place))?.look ?? undefined,
    /** True if the background of the cell may differ from its fill. */
    isGroundUnknown: (place: CellPlace) => isUnknown || uncertain.some((range) => holds(range, place)),
  }
}

const maxAlways = 20

function holds(range: MergedCell, { row, column }: CellPlace): boolean {
  return isWithin(row, range.row, range.rows) && isWithin(column, range.column, range.columns)
}

const isWithin = (at: number, from: number, length: number) => at >= from && at < from + length

function behindCells(xml: string): XmlElement | undefined {
  const end = xml.lastIndexOf('sheetData')
  const tail = end < 0 ? '' : xml.slice(xml.indexOf('>', end) + 1)
  if (!/<(?:\w+:)?(?:conditionalFormatting|picture)\b/.test(tail)) return undefined
  const [root = ''] = /<(?:\w+:)?worksheet\b[^>]*>/.exec(xml.slice(0, 10_000)) ?? []
  return childOf(parseXml(root + tail), 'x:worksheet')
}

function tablesOf(relations: Relations, archive: Archive): RuleRange[] {
  return [...relations.values()].flatMap(({ type, target }) => {
    const xml = /^(?:table|pivotTable)$/.test(type) ? archive.readText(target) : null
    const [table] = xml === null ? [] : childrenOf(parseXml(xml))
    const [location] = elementsIn(table, 'x:location')
    const range = parseRange((location ?? table)?.attributes.ref ?? '')
    return range ? [{ ...range, look: null }] : []
  })
}
