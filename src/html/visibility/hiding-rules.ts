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
import { hasVisibleBelow } from './styles/faint-texts.ts'
import { hasVisibleEdge, isMoving } from './styles/letters.ts'

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

/** The style of an element, from its attribute or the cascade; empty if it has no style. */
export type StyleOf = (element: Element) => string

const zero = String.raw`0(?:\.0*)?(?:px|em|rem|pt|%|vw|vh)?\s*(?:!important)?\s*(?:;|$)`
// Doesn't match inside another name: `backface-visibility`, `--footer-display`.
const property = '(?<![\\w-])'
const declaration = '(?:^|[;\\s])'
const css = (...patterns: readonly string[]) => new RegExp(patterns.join('|'), 'i')

const clipsOverflow = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i

/** Asciidoctor hides the text of a callout, because its style sheet shows the number from an attribute. */
function isCallout(element: Element): boolean {
  return element.name === 'b' && previousElement(element)?.attribs['data-value'] !== undefined
}

type StyleRule = Omit<HidingRule, 'group' | 'attribute'>

const hiddenByStyle: readonly StyleRule[] = [
  { reason: 'display', value: css(String.raw`${property}display\s*:\s*none`), unless: isCallout },
  {
    reason: 'visibility',
    value: css(String.raw`${property}visibility\s*:\s*(?:hidden|collapse)`),
    unless: (element, styleOf) => isRevealed(element) || hasVisibleBelow(element, styleOf),
  },
  {
    reason: 'opacity',
    value: css(String.raw`${property}opacity\s*:\s*${zero}`),
    and: (style) => !isMoving(style),
    unless: isRevealed,
  },
  {
    reason: 'colour',
    value: css(String.raw`${property}color\s*:\s*transparent`),
    and: (style) => !isCutOut(style) && !hasVisibleEdge(style) && !/text-fill-color\s*:\s*(?!transparent)/i.test(style),
  },
  {
    reason: 'clip',
    value: css(String.raw`${property}clip\s*:\s*rect\((?:\s*[01](?:px)?[\s,]*){4}\)`),
  },
  {
    reason: 'clip-path',
    value: css(String.raw`clip-path\s*:\s*inset\(\s*(?:50|100)%`),
    // Scripts reveal images this way.
    unless: (element) => textOf(element).trim() === '',
  },
  { reason: 'scale', value: css(String.raw`transform\s*:\s*scale\(\s*0\s*\)`) },
  {
    reason: 'text-indent',
    value: css(String.raw`text-indent\s*:\s*-\d{3,}`, String.raw`text-indent\s*:\s*[1-9]\d\d+%`),
    and: (style) => /indent\s*:\s*-/i.test(style) || clipsOverflow.test(style),
    unless: isUndoneBelow,
  },
  {
    reason: 'position',
    value: css(
      String.raw`${declaration}(?:left|top|right|bottom|margin-left|margin-top)\s*:\s*-\d{4,}(?:\.\d+)?(?:px|em|rem)`,
    ),
    unless: isUndoneBelow,
  },
  { reason: 'font-size', value: css(String.raw`${property}font-size\s*:\s*${zero}`), unless: resetsFontSize },
  {
    reason: 'size',
    value: css(String.raw`${declaration}(?:(?:max-)?(?:height|width)|line-height)\s*:\s*${zero}`),
    and: (style) => clipsOverflow.test(style) && !isMoving(style) && !isAspectBox(style) && !isGrowing(style),
  },
]

const illegibleByStyle: readonly StyleRule[] = [
  {
    reason: 'small font',
    value: css(
      String.raw`${declaration}font-size\s*:\s*(?:0*\.\d+(?:px|pt)|[012](?:\.\d+)?px|1(?:\.\d+)?pt|0?\.0\d*r?em)`,
      String.raw`${declaration}font-size\s*:\s*\d(?:\.\d+)?%`,
    ),
    unless: resetsFontSize,
  },
  { reason: 'axis scaled to zero', value: css(String.raw`scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]`) },
  { reason: 'rotation', value: css(String.raw`rotatex\(90deg`) },
  {
    reason: 'faintness',
    value: css(String.raw`${declaration}opacity\s*:\s*(?:0?\.0\d+|[0-4](?:\.\d+)?%)\s*(?:!|;|$)`),
    and: (style) => !isMoving(style),
    unless: isRevealed,
  },
  { reason: 'letter-spacing', value: css(String.raw`letter-spacing\s*:\s*-\d{2,}px`) },
  {
    reason: 'containment',
    value: css(String.raw`contain\s*:[^;]*(?:strict|size)`),
    and: (style) => /strict|paint/i.test(style) && !/(?<![\w-])(?:height|flex|position)\s*:/i.test(style),
  },
  { reason: 'content-visibility', value: css(String.raw`content-visibility\s*:\s*hidden`) },
  {
    reason: 'filter',
    value: css(
      String.raw`filter\s*:[^;]*(?:opacity\(\s*0(?![.\d])|contrast\(\s*0(?![.\d])|blur\(\s*(?:[2-9]\d|\d{3,})px)`,
    ),
  },
  { reason: 'dots', value: css(String.raw`text-security\s*:\s*(?:disc|circle|square)`) },
  {
    reason: 'transparent fill',
    value: css(String.raw`text-fill-color\s*:\s*transparent`),
    and: (style) => !isCutOut(style) && !hasVisibleEdge(style),
  },
  {
    reason: 'mask',
    value: css(String.raw`mask(?:-image|-size)?\s*:\s*clear`),
  },
  {
    reason: 'one-pixel box',
    value: css(String.raw`${declaration}(?:height|width)\s*:\s*[12]px`),
    and: (style) => clipsOverflow.test(style) && !isMoving(style) && !isAspectBox(style) && !isGrowing(style),
  },
  {
    reason: 'transform to zero size',
    value: css(String.raw`${declaration}scale\s*:\s*0(?![.\d])`, String.raw`translatez\(\s*-\d{4,}px`),
  },
  {
    reason: 'far off the page',
    value: css(
      String.raw`${declaration}(?:left|right|top|bottom)\s*:\s*\d{5,}px`,
      String.raw`translate(?:x|y|3d)?\(\s*-?\d{4,}px`,
      String.raw`${declaration}translate\s*:\s*-?\d{4,}px`,
    ),
    and: (style) => !isAnimated(style),
    unless: isUndoneBelow,
  },
  { reason: 'zoom', value: css(String.raw`${declaration}zoom\s*:\s*0(?:\.0\d*)?\s*(?:;|$)`) },
  {
    reason: 'clip shape',
    value: css(String.raw`clip-path\s*:\s*circle\(0\)`),
  },
  {
    reason: 'faint color',
    value: css(
      String.raw`${declaration}color\s*:\s*(?:rgb|hsl)a?\((?:(?:[^,/);]*,){3}|[^/);]*/)\s*0(?:\.0+)?%?\s*\)`,
      String.raw`${declaration}color\s*:\s*#(?:[0-9a-f]{6}00|[0-9a-f]{3}0)(?![0-9a-f])`,
    ),
    and: (style) => !hasVisibleEdge(style),
  },
  {
    reason: 'background color',
    value: css(String.raw`${declaration}color\s*:`),
    and: (style) => isBackgroundColour(style) && !hasVisibleEdge(style),
    unless: mayRecolourBelow,
  },
]

const distantByStyle: readonly StyleRule[] = [
  {
    reason: 'far position',
    value: css(
      String.raw`${declaration}(?:margin-left|margin-top|margin-right|text-indent)\s*:\s*-?\d{4,}(?:px|em|rem|%)`,
      String.raw`${declaration}(?:left|right|top|bottom)\s*:\s*-?(?:\d{4,}(?:px|em|rem)|[2-9]\d{2,}(?:vw|vh|%))`,
    ),
    unless: isUndoneBelow,
  },
  {
    reason: 'translation',
    value: css(String.raw`translate(?:x|y|3d)?\(\s*-?(?:\d{4,}px|[1-9]\d{2,}(?:%|vw|vh))`),
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
