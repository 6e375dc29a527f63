/** Rules for how markup hides an element and everything below it. To cover another way of hiding, add a row. */

import type { Element } from 'domhandler'
import { previousElement, textOf } from '../traverse.ts'
import {
  isAnimated,
  isAspectBox,
  isBackgroundColour,
  isCutOut,
  isGrowing,
  isRevealed,
  isUndoneBelow,
  mayRecolourBelow,
  resetsFontSize,
} from './style-facts.ts'
import { hasVisibleEdge, isMoving } from './styles/colours.ts'
import type { StyleOf } from './styles/declarations.ts'
import { hasVisibleBelow } from './styles/faint-texts.ts'

/** A rule's effect on its elements. Policies select rules by group. */
export type HidingGroup =
  /** Visitors can't read the text. */
  | 'hidden'
  /** The text is rendered, but too small or too faint to read. */
  | 'illegible'
  /** The text is rendered far outside the window, possibly on a slide that a visitor swipes to. */
  | 'distant'
  /** The browser's find-in-page reveals the element. */
  | 'findable'
  /** A label that only screen readers read. */
  | 'assistive'
  /** A form value without a visible control. */
  | 'field'
  /** Markup for scripts to copy. */
  | 'template'
  /** Scripts that don't run, and text for browsers that don't support the element. */
  | 'fallback'
  /** Text for browsers that don't run scripts. */
  | 'noscript'

export const screenReaderClass =
  /(?:^|[\s_-])(?:sr-?only|visually-?hidden|hidden-?visually|screen-?readers?-?(?:text|only)|a11y-(?:hidden|text)|assistive-text|element-invisible|show-for-sr)(?=[\s_-]|$)/i

/** True for an element whose class marks it as text only for screen readers. Its style sheet may be missing. */
export function isForScreenReaders({ attribs }: Element): boolean {
  return screenReaderClass.test(attribs.class ?? '')
}

export interface HidingRule {
  reason: string
  group: HidingGroup
  /** Names of the elements that the rule covers; all elements by default. */
  names?: readonly string[]
  /** The attribute that the rule reads. If omitted, the rule applies to every element with one of its names. */
  attribute?: string
  /** A pattern for the attribute's value; any value by default. */
  value?: RegExp
  /** An additional test of the value. Results are cached by value, so the test must depend on nothing else. */
  and?: (value: string) => boolean
  /** Elements to which the rule doesn't apply. */
  unless?: (element: Element, styleOf: StyleOf) => boolean
}

const zero = String.raw`0(?:\.0*)?(?:px|em|rem|pt|%|vw|vh)?\s*(?:!important)?\s*(?:;|$)`
const clipsOverflow = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i

/** Asciidoctor hides the text of a callout, because its style sheet shows the number from an attribute. */
function isCallout(element: Element): boolean {
  return element.name === 'b' && previousElement(element)?.attribs['data-value'] !== undefined
}

type StyleRule = Omit<HidingRule, 'group' | 'attribute'>

// With a lookbehind, a name doesn't match inside another name: `backface-visibility`, `--footer-display`.
const hiddenByStyle: readonly StyleRule[] = [
  { reason: 'display', value: /(?<![\w-])display\s*:\s*none/i, unless: isCallout },
  {
    reason: 'visibility',
    value: /(?<![\w-])visibility\s*:\s*(?:hidden|collapse)/i,
    unless: (element, styleOf) => isRevealed(element) || hasVisibleBelow(element, styleOf),
  },
  {
    reason: 'opacity',
    value: new RegExp(String.raw`(?<![\w-])opacity\s*:\s*${zero}`, 'i'),
    and: (style) => !isMoving(style),
    unless: isRevealed,
  },
  {
    reason: 'colour',
    value: /(?<![\w-])color\s*:\s*transparent/i,
    and: (style) => !isCutOut(style) && !hasVisibleEdge(style) && !/text-fill-color\s*:\s*(?!transparent)/i.test(style),
  },
  { reason: 'clip', value: /(?<![\w-])clip\s*:\s*rect\((?:\s*[01](?:px)?[\s,]*){4}\)/i },
  {
    reason: 'clip-path',
    value: /clip-path\s*:\s*inset\(\s*(?:50|100)%/i,
    // Scripts reveal images this way.
    unless: (element) => textOf(element).trim() === '',
  },
  { reason: 'scale', value: /transform\s*:\s*scale\(\s*0\s*\)/i },
  {
    reason: 'text-indent',
    value: /text-indent\s*:\s*-\d{3,}|text-indent\s*:\s*[1-9]\d\d+%/i,
    and: (style) => /indent\s*:\s*-/i.test(style) || clipsOverflow.test(style),
    unless: isUndoneBelow,
  },
  {
    reason: 'position',
    value: /(?:^|[;\s])(?:left|top|right|bottom|margin-left|margin-top)\s*:\s*-\d{4,}(?:\.\d+)?(?:px|em|rem)/i,
    unless: isUndoneBelow,
  },
  {
    reason: 'font-size',
    value: new RegExp(String.raw`(?<![\w-])font-size\s*:\s*${zero}`, 'i'),
    unless: resetsFontSize,
  },
  {
    reason: 'size',
    value: new RegExp(String.raw`(?:^|[;\s])(?:(?:max-)?(?:height|width)|line-height)\s*:\s*${zero}`, 'i'),
    and: (style) => clipsOverflow.test(style) && !isMoving(style) && !isAspectBox(style) && !isGrowing(style),
  },
]

/** Scripts move such a row by whole windows. */
const isRowOfSlides = /^(?=.*(?:display\s*:\s*(?:inline-)?(?:flex|grid)|width\s*:\s*[2-9]\d\d(?:vw|%))).*\(\s*-\d+vw/is

const illegibleByStyle: readonly StyleRule[] = [
  {
    reason: 'small font',
    value:
      /(?:^|[;\s])font-size\s*:\s*(?:0*\.\d+(?:px|pt)|[012](?:\.\d+)?px|1(?:\.\d+)?pt|0?\.0\d*r?em)|(?:^|[;\s])font-size\s*:\s*\d(?:\.\d+)?%/i,
    unless: resetsFontSize,
  },
  { reason: 'axis scaled to zero', value: /scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]/i },
  { reason: 'rotation', value: /rotatex\(90deg/i },
  {
    reason: 'faintness',
    value: /(?:^|[;\s])opacity\s*:\s*(?:0?\.0\d+|[0-4](?:\.\d+)?%)\s*(?:!|;|$)/i,
    and: (style) => !isMoving(style),
    unless: isRevealed,
  },
  { reason: 'letter-spacing', value: /letter-spacing\s*:\s*-\d{2,}px/i },
  {
    reason: 'containment',
    value: /contain\s*:[^;]*(?:strict|size)/i,
    and: (style) => /strict|paint/i.test(style) && !/(?<![\w-])(?:height|flex|position)\s*:/i.test(style),
  },
  { reason: 'content-visibility', value: /content-visibility\s*:\s*hidden/i },
  {
    reason: 'filter',
    value: /filter\s*:[^;]*(?:opacity\(\s*0(?![.\d])|contrast\(\s*0(?![.\d])|blur\(\s*(?:[2-9]\d|\d{3,})px)/i,
  },
  { reason: 'dots', value: /text-security\s*:\s*(?:disc|circle|square)/i },
  {
    reason: 'transparent fill',
    value: /text-fill-color\s*:\s*transparent/i,
    and: (style) => !isCutOut(style) && !hasVisibleEdge(style),
  },
  { reason: 'mask', value: /mask(?:-image|-size)?\s*:\s*clear/i },
  {
    reason: 'one-pixel box',
    value: /(?:^|[;\s])(?:height|width)\s*:\s*[12]px/i,
    and: (style) => clipsOverflow.test(style) && !isMoving(style) && !isAspectBox(style) && !isGrowing(style),
  },
  { reason: 'transform to zero size', value: /(?:^|[;\s])scale\s*:\s*0(?![.\d])|translatez\(\s*-\d{4,}px/i },
  {
    reason: 'far off the page',
    value:
      /(?:^|[;\s])(?:left|right|top|bottom)\s*:\s*\d{5,}px|translate(?:x|y|3d)?\(\s*(?:-?\d{4,}px|-[2-9]\d\dvw)|(?:^|[;\s])translate\s*:\s*-?\d{4,}px/i,
    and: (style) => !isAnimated(style) && !isRowOfSlides.test(style),
    unless: isUndoneBelow,
  },
  { reason: 'zoom', value: /(?:^|[;\s])zoom\s*:\s*0(?:\.0\d*)?\s*(?:;|$)/i },
  { reason: 'clip shape', value: /clip-path\s*:\s*circle\(0\)/i },
  {
    reason: 'faint color',
    value:
      /(?:^|[;\s])color\s*:\s*(?:rgb|hsl)a?\((?:(?:[^,/);]*,){3}|[^/);]*\/)\s*0(?:\.0+)?%?\s*\)|(?:^|[;\s])color\s*:\s*#(?:[0-9a-f]{6}00|[0-9a-f]{3}0)(?![0-9a-f])/i,
    and: (style) => !hasVisibleEdge(style),
  },
  {
    reason: 'background color',
    value: /(?:^|[;\s])color\s*:/i,
    and: (style) => isBackgroundColour(style) && !hasVisibleEdge(style),
    unless: mayRecolourBelow,
  },
]

const distantByStyle: readonly StyleRule[] = [
  {
    reason: 'far position',
    value:
      /(?:^|[;\s])(?:margin-left|margin-top|margin-right|text-indent)\s*:\s*-?\d{4,}(?:px|em|rem|%)|(?:^|[;\s])(?:left|right|top|bottom)\s*:\s*-?(?:\d{4,}(?:px|em|rem)|[2-9]\d{2,}(?:vw|vh|%))/i,
    unless: isUndoneBelow,
  },
  {
    reason: 'translation',
    value: /translate(?:x|y|3d)?\(\s*-?(?:\d{4,}px|[1-9]\d{2,}(?:%|vw|vh))/i,
    unless: isUndoneBelow,
  },
]

/** True for a part streamed by React, whose script shows it (`S:1`, seen in November 2026). */
const isStreamedByReact = ({ attribs }: Element) => /^S:\w+$/.test(attribs.id ?? '')
const isOpen = ({ attribs }: Element) => attribs.open !== undefined
const isInHtml = ({ namespace }: Element) => namespace === undefined || namespace === 'http://www.w3.org/1999/xhtml'
const isShadowRoot = ({ attribs }: Element) => attribs.shadowrootmode !== undefined

export const hidingRules: readonly HidingRule[] = [
  {
    reason: 'hidden attribute',
    group: 'hidden',
    attribute: 'hidden',
    value: /^(?!until-found$)/,
    unless: isStreamedByReact,
  },
  { reason: 'hidden until found', group: 'findable', attribute: 'hidden', value: /^until-found$/ },
  { reason: 'display of a drawing', group: 'hidden', attribute: 'display', value: /^none$/, unless: isInHtml },
  { reason: 'visibility of a drawing', group: 'hidden', attribute: 'visibility', value: /^hidden$/, unless: isInHtml },
  { reason: 'opacity of a drawing', group: 'hidden', attribute: 'opacity', value: /^0(?:\.0*)?$/, unless: isInHtml },
  { reason: 'popover', group: 'hidden', attribute: 'popover' },
  { reason: 'closed dialog', group: 'hidden', names: ['dialog'], unless: isOpen },
  ...hiddenByStyle.map((rule) => ({ ...rule, group: 'hidden' as const, attribute: 'style' })),
  ...illegibleByStyle.map((rule) => ({ ...rule, group: 'illegible' as const, attribute: 'style' })),
  ...distantByStyle.map((rule) => ({ ...rule, group: 'distant' as const, attribute: 'style' })),
  {
    reason: 'screen-reader class',
    group: 'assistive',
    attribute: 'class',
    // The word may be part of a generated class name: `VisuallyHidden_root__x1y2`.
    value: screenReaderClass,
    // Elements that are shown again on wider screens.
    and: (names) => !/(?:^|\s)(?:(?:sm|md|lg|xl):)?not-sr-only(?:\s|$)/.test(names),
  },
  { reason: 'hidden field', group: 'field', names: ['input'], attribute: 'type', value: /^hidden$/ },
  { reason: 'inert template', group: 'template', names: ['template'], unless: isShadowRoot },
  {
    reason: 'data block',
    group: 'fallback',
    names: ['script'],
    attribute: 'type',
    value: /^(?!\s*$|.*(?:javascript|ecmascript|module|json))/is,
  },
  {
    reason: 'fallback content',
    group: 'fallback',
    names: ['canvas', 'datalist', 'desc', 'metadata', 'noembed', 'noframes'],
  },
  { reason: 'title of a drawing', group: 'fallback', names: ['title'], unless: isInHtml },
  { reason: 'noscript', group: 'noscript', names: ['noscript'] },
]
