/** Recognizes declarations that may hide an element. Most rules have none, so checking them costs nothing. */

import { withoutEscapes } from './declarations.ts'
import { withoutComments } from './sheet-rules.ts'

const patterns = [
  String.raw`display\s*:\s*none`,
  String.raw`visibility\s*:\s*(?:hidden|collapse)`,
  String.raw`opacity\s*:\s*(?:0?\.0|0(?![.\d])|[0-4]%)`,
  String.raw`(?<![\w-])color\s*:\s*(?:transparent|(?:rgb|hsl)a?\([^)]*[,/]\s*0?(?:\.0\d*)?%?\s*\)|#(?:[\da-f]{3}0|[\da-f]{6}00)(?![\da-f]))`,
  String.raw`text-fill-color\s*:\s*transparent`,
  String.raw`(?<![\w-])clip\s*:\s*rect`,
  String.raw`clip-path\s*:\s*(?:inset|circle|ellipse|polygon)`,
  String.raw`scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]`,
  String.raw`(?<![\w-])scale\s*:\s*0(?![.\d])`,
  String.raw`rotate[xy]\(\s*-?90deg`,
  String.raw`matrix\(\s*0\s*,`,
  String.raw`translate(?:x|y|z|3d)?\(\s*-?(?:\d{4,}|\d{3,}[%v])`,
  String.raw`text-indent\s*:\s*-\d{3,}`,
  String.raw`(?:left|right|top|bottom|inset|start|translate)\s*:\s*-?(?:\d{4,}|\d{3,}[%v])`,
  String.raw`font-size\s*:\s*(?:0(?![.\d])|0?\.0|0?\.\d+p[xt]|[12](?:\.\d+)?p[xt])`,
  String.raw`font\s*:[^;]*(?<![\d.])[012]px`,
  String.raw`content-visibility\s*:\s*hidden`,
  String.raw`filter\s*:[^;]*(?:opacity\(\s*0|contrast\(\s*0|blur\(\s*\d\d)`,
  String.raw`zoom\s*:\s*0`,
  String.raw`letter-spacing\s*:\s*-\d{2,}px`,
  'text-security',
  String.raw`mask(?:-image)?\s*:\s*linear-gradient\(\s*transparent`,
]
const hiding = new RegExp(patterns.join('|'), 'i')
const flat = /(?<!min-)(?:height|width)\s*:\s*[012](?:\.0)?(?:px|em|rem)?\s*(?:;|!|$)/i
const overflows = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i
const escaped = /\\|\/\*/

/** True if a rule's declarations, as written, may hide its element. */
export function mayHide(declarations: string): boolean {
  return hidesAsRead(declarations) || (escaped.test(declarations) && hidesAsRead(plain(declarations)))
}

function hidesAsRead(declarations: string): boolean {
  return hiding.test(declarations) || (overflows.test(declarations) && flat.test(declarations))
}

function plain(declarations: string): string {
  return withoutEscapes(withoutComments(declarations))
}

// Icons are written as escapes in strings.
const escapedName = /[{;][^{};"']*\\/

/** True if anything in a sheet may hide an element. A quick test rules this out for most sheets. */
export function sheetMayHide(css: string): boolean {
  const text = withoutComments(css)
  if (hidesAsRead(text) || (text.includes('\\') && escapedName.test(text))) return true
  return text.includes('var(') && mayHideBy(new Set(hidingCustomsIn(text)), text)
}

const all = new RegExp(hiding.source, 'gi')

/** Names or prefixes of properties in declarations that may hide elements, and of properties that affect hiding. */
export function propertiesIn(declarations: string): string[] {
  const text = escaped.test(declarations) ? plain(declarations) : declarations
  const found = [...text.matchAll(all)].flatMap(([match]) => {
    const name = /^[\w-]*/.exec(match)?.[0].toLowerCase() ?? ''
    if (/^(?:scale|rotate|matrix|translate)/.test(name)) return ['transform', name]
    if (name === 'clip') return ['clip', 'position']
    if (name === 'start') return ['inset']
    if (/^(?:color|text-fill-color)$/.test(name))
      return ['color', '-webkit-text-fill-color', 'background', '-webkit-background-clip']
    return name === 'font-size' ? ['font'] : [name]
  })
  if (flat.test(text)) found.push('height', 'width', 'max-', 'overflow', 'padding', 'line-height', 'flex')
  if (found.length === 0) found.push('color', 'background', 'visibility', '-webkit-text', 'display')
  return found
}

const custom = /(--[\w-]+)\s*:\s*(?:none|hidden|collapse|transparent|0|0?\.0\d*)\s*(?:[;}!]|$)/gi

/** Names of custom properties whose values hide an element when a rule uses them. */
export function hidingCustomsIn(declarations: string): string[] {
  return declarations.includes('--') ? [...declarations.matchAll(custom)].map(([, name = '']) => name) : []
}

const usesCustom =
  /(?<![\w-])(?:display|visibility|opacity|font-size)\s*:\s*var\(\s*(--[\w-]+)\s*(,\s*(?:none|hidden|0)\s*\))?/gi

/** True if declarations use a custom property that may hide their element or has a fallback that hides it. */
export function mayHideBy(customs: ReadonlySet<string>, declarations: string): boolean {
  for (const [, name = '', fallback] of declarations.matchAll(usesCustom)) {
    if (fallback !== undefined || customs.has(name)) return true
  }
  return false
}
