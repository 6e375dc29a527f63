/** Recognizes declarations that may hide an element. Most rules have no such declaration and need no further checks. */

import type { Element } from 'domhandler'
import type { Document } from '../../document.ts'
import type { PageElements } from '../../page-elements.ts'
import { computedValue, rewritten } from './computed-values.ts'
import { normalised, readDeclarations } from './declarations.ts'
import { withoutComments } from './sheet-rules.ts'

const patterns = [
  String.raw`display\s*:\s*none`,
  String.raw`visibility\s*:\s*(?:hidden|collapse)`,
  String.raw`opacity\s*:\s*(?:0?\.[0-4]|0(?![.\d])|[0-4]%)`,
  String.raw`(?<![\w-])color\s*:\s*(?:transparent|(?:rgb|hsl)a?\([^)]*[,/]\s*0?(?:\.0\d*)?%?\s*\)|#(?:[\da-f]{3}0|[\da-f]{6}00)(?![\da-f]))`,
  String.raw`text-fill-color\s*:\s*transparent`,
  String.raw`(?<![\w-])clip\s*:\s*rect`,
  String.raw`clip-path\s*:\s*(?:inset\((?:50|100)%|circle\(0\))`,
  String.raw`scale[xy]?(?:\(|\s*:\s*)(?:0?\.[0-2]|0(?![.\d]))`,
  String.raw`rotatex\(90deg`,
  String.raw`translate(?:x|y|z|3d)?\(\s*-?(?:\d{4,}|\d{3,}[%v])`,
  String.raw`text-indent\s*:\s*(?:-\d{3,}|[1-9]\d\d+%)`,
  String.raw`(?:left|right|top|bottom|translate)\s*:\s*-?(?:\d{4,}|\d{3,}[%v])`,
  String.raw`font-size\s*:\s*(?:0(?![.\d])|0?\.(?:[0-4]|\d+(?![\dr]|em))|[12](?:\.\d+)?p[xt]|[1-4]?\d(?:\.\d+)?%)`,
  String.raw`content-visibility\s*:\s*hidden`,
  String.raw`contain\s*:[^;]*(?:strict|size)`,
  String.raw`filter\s*:[^;]*(?:opacity\(\s*0|contrast\(\s*0|blur\(\s*\d\d)`,
  String.raw`zoom\s*:\s*0`,
  String.raw`letter-spacing\s*:\s*-\d{2,}px`,
  'text-security',
  String.raw`mask(?:-image|-size)?\s*:\s*clear`,
]
const hiding = new RegExp(patterns.join('|'), 'i')
const flat = /(?<!min-)(?:height|width)\s*:\s*[012](?:\.0)?(?:px|em|rem)?\s*(?:[;!}]|$)/i
const overflows = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i

/** True if a rule's declarations, as written, may hide its element. */
export function mayHide(declarations: string): boolean {
  return hidesAsRead(declarations) || (rewritten.test(declarations) && hidesAsRead(normalised(declarations)))
}

function hidesAsRead(declarations: string): boolean {
  return hiding.test(declarations) || (overflows.test(declarations) && flat.test(declarations))
}

/** True if declarations may leave the document's frames no room. */
export function mayFlattenFrames({ frameElements }: Document, declarations: string): boolean {
  return frameElements.length > 0 && flat.test(declarations)
}

// Icons are written as escapes in strings.
const escapedName = /[{;][^{};"']*\\/

/** True if anything in a style sheet may hide an element. A quick test rules this out for most style sheets. */
export function sheetMayHide(css: string): boolean {
  const text = withoutComments(css)
  if (hidesAsRead(text) || rewritten.test(text) || (text.includes('\\') && escapedName.test(text))) return true
  return text.includes('var(') && mayHideBy(new Set(hidingCustomsIn(text)), text)
}

const families: readonly (readonly string[])[] = [
  ['color', '-webkit-text-', 'background', '-webkit-background-clip', 'text-shadow', 'box-shadow'],
  ['height', 'width', 'block-size', 'inline-size', 'max-', 'overflow', 'padding', 'line-height', 'flex', 'contain'],
  ['left', 'right', 'top', 'bottom', 'inset', 'margin', 'position', 'clip'],
  ['transform', 'scale', 'rotate', 'translate'],
  ['text-indent', 'overflow'],
  ['mask', '-webkit-mask'],
]

/** Names or prefixes of the properties that hide an element by these declarations, and of properties that affect hiding. */
export function propertiesIn(declarations: string): string[] {
  const found = readDeclarations(declarations).flatMap(({ property, value }) => {
    const declaration = `${property}:${computedValue(property, value)}`
    if (property.startsWith('--') || !(value.includes('var(') || hiding.test(declaration) || flat.test(declaration)))
      return []
    return families.find((names) => names.some((name) => property.startsWith(name))) ?? [property]
  })
  return found.length > 0 ? found : ['color', 'background', 'visibility', '-webkit-text', 'display']
}

const custom =
  /(--[\w-]+)\s*:\s*(?:none|hidden|collapse|transparent|strict|calc\(|var\(|-[\d.]|\d{4}|0(?:px|%)?\s*(?:[;}!]|$)|0?\.[0-4]\d*\s*(?:[;}!]|$))/gi

export function hidingCustomsIn(declarations: string): string[] {
  return declarations.includes('--') ? [...declarations.matchAll(custom)].map(([, name = '']) => name) : []
}

const usesCustom =
  /(?<![\w-])(?:display|visibility|opacity|font|font-size|content-visibility|scale|translate|left|right|top|bottom|inset[\w-]*|text-indent|zoom|transform|clip-path)\s*:([^;]*var\([^;]*)/gi

/** True if declarations use a custom property that may hide their element, calculate with one, or have a fallback that hides it. */
export function mayHideBy(customs: ReadonlySet<string>, declarations: string): boolean {
  for (const [, value = ''] of declarations.matchAll(usesCustom)) {
    if (/,\s*(?:none|hidden|0)\s*\)|(?:calc|min|max|clamp)\(/.test(value)) return true
    for (const [name] of value.matchAll(/--[\w-]+/g)) if (customs.has(name)) return true
  }
  return false
}

const fades = /(?<![\w-])opacity\s*:\s*0(?![.\d])/i
const leavesItsPlace =
  /display\s*:\s*none|position\s*:\s*(?:absolute|fixed)|visibility|(?<![\w-])(?:height|width|font-size)\s*:\s*0/i
const takesNoPlace = /(?<![\w-])display\s*:\s*none/i
const pictures = new Set(['img', 'picture', 'video', 'svg', 'iframe', 'canvas', 'object', 'embed'])

/** True for a whole page, an image that isn't loaded yet, and, if the page has other style sheets too, an element that fades in. */
export function isKeptAllTheSame({ name }: Element, style: string, hasOtherSheets: boolean): boolean {
  if (name === 'html' || name === 'body') return true
  if (pictures.has(name) && !takesNoPlace.test(style)) return true
  return hasOtherSheets && fades.test(style) && !leavesItsPlace.test(style)
}

/** Names used for the state before scripts have run. */
const before = /cloak|no-?js|(?:pre|lazy|un|on)-?load|loading|lazy|placeholder|skeleton|fouc|async-hide|wf-/i
const states = /:(?:hover|focus|active|target|checked|defined|empty)|\[(?:aria-|data-|open|class)/

/** True if a selector describes a state that hides elements until a script or a visitor ends that state. */
export function isTransient(selector: string, { byWord }: PageElements): boolean {
  const excluded = selector.match(/:not\([^()]*\)/g)?.join('') ?? ''
  if (before.test(selector) || states.test(excluded)) return true
  return (excluded.match(/[.#][\w-]+/g) ?? []).some((name) => !byWord.has(name.slice(1)))
}
