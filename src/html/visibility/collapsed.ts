/** Finds hidden content that a click opens: answers to questions, tab panels, "read more". */

import type { Element } from 'domhandler'
import { createPurposeTest } from '../class-names.ts'
import type { PageElements } from '../page-elements.ts'
import {
  closest,
  type ElementTest,
  isElement,
  isText,
  nextElement,
  previousElement,
  textOf,
  walk,
  withinAny,
} from '../traverse.ts'
import type { HiddenText } from './deferred.ts'

const maxElements = 2000

/**
 * Hidden elements opened by a nearby button, tab or question, except menus, dialogs and forms. In document order. Looks at no more than
 * 2,000 hidden elements and 2,000 controls.
 */
export function findCollapsed(elements: PageElements, text: HiddenText): Element[] {
  const isSkipped = (element: Element) => element.name === 'select' || text.isSkipped(element)
  const isOut = withinAny(isSkipped)
  const isRead = (element: Element) => !isOut(element)
  const hidden = text.hidden.filter((element) => text.isHidden(element) && isRead(element)).slice(0, maxElements)
  if (hidden.length === 0) return []
  const byId = readById(elements, isRead)
  const controls = controlsOf(elements).filter(isRead).slice(0, maxElements)
  const opened = new Set<Element>()
  const notes = new Set<Element>()
  const hiddenHere = new Set(hidden)
  const isHiddenHere = (element: Element) => hiddenHere.has(element)
  for (const control of controls) {
    const named = namesOf(control).flatMap((name) => byId(name) ?? [])
    const panels = (named.length > 0 ? named : [hiddenAfter(control, hiddenHere)]).filter((one) => one !== null)
    const around = named.flatMap((one) => closest(one, isHiddenHere) ?? [])
    // Most controls open nothing that is hidden, so their text needn't be read.
    if ((around.length === 0 && !panels.some(isHiddenHere)) || !mayOpen(control)) continue
    for (const panel of panels) opened.add(panel)
    if (around.length > 0 && markText.test(textOf(control))) for (const note of around) notes.add(note)
  }
  return hidden.filter(
    (panel) =>
      (notes.has(panel) ||
        isNoteInPlace(panel) ||
        ((opened.has(panel) || isNamedPanel(panel, byId, isSkipped) || isRestOfText(panel)) &&
          !isOutsideContent(panel))) &&
      holdsText(panel, isSkipped),
  )
}

/** Finds the first element with an id, of those that are read. Few ids are asked for. */
function readById(elements: PageElements, isRead: ElementTest) {
  const withId = Map.groupBy(elements.having('id'), ({ attribs }) => attribs.id)
  const known = new Map<string, Element | undefined>([['', undefined]])
  return (id: string): Element | undefined => {
    if (!known.has(id)) known.set(id, withId.get(id)?.find(isRead))
    return known.get(id)
  }
}

const controlAttributes = ['aria-controls', 'aria-expanded', 'popovertarget', 'data-bs-target', 'data-target']

function controlsOf(elements: PageElements): readonly Element[] {
  const marks = elements
    .having('href')
    .filter((link) => link.attribs.href?.startsWith('#') && markText.test(textOf(link)))
  const controls = new Set([...marks, ...controlAttributes.flatMap((attribute) => elements.having(attribute))])
  return elements.inOrder(controls)
}

const fields = new Set(['input', 'select', 'textarea'])

/** False for controls that don't open content: controls of menus, dialogs and choice lists, and icons without words. */
function mayOpen(control: Element): boolean {
  const popup = control.attribs['aria-haspopup']
  return (popup === undefined || popup === 'false') && !fields.has(control.name) && textOf(control) !== ''
}

function namesOf({ attribs }: Element): string[] {
  const link = attribs.href?.startsWith('#') ? attribs.href : undefined
  const ofBootstrap = attribs['data-bs-target'] ?? attribs['data-target']
  return [attribs['aria-controls'], attribs.popovertarget, ofBootstrap, link]
    .flatMap((names) => names?.split(/\s+/) ?? [])
    .map((name) => name.replace(/^#/, ''))
    .filter((name) => name !== '')
}

const levelsAbove = 4

/** The hidden element after a button, or after the heading or row that contains the button. It may be alone in a wrapper. */
function hiddenAfter(control: Element, hidden: ReadonlySet<Element>): Element | null {
  for (let up: Element = control, level = 0; level < levelsAbove; level++) {
    const next = nextElement(up)
    if (next) {
      const [only = next, ...others] = hidden.has(next) ? [] : next.children.filter(isElement)
      return others.length === 0 && hidden.has(only) ? only : null
    }
    if (!up.parent || !isElement(up.parent)) return null
    up = up.parent
  }
  return null
}

const panelName = /(?:^|[\s_-])(?:accordion|faq|answer|collaps|expand|tab-?(?:pane|panel|content|body))/i

/** True for a tab's panel, the second part of an accordion, or the element after a question or a button with words. */
function isNamedPanel(panel: Element, byId: ReturnType<typeof readById>, isSkipped: ElementTest): boolean {
  const { class: className = '', id = '', role } = panel.attribs
  if (role === 'tabpanel') return true
  const label = byId(panel.attribs['aria-labelledby'] ?? '')
  if (label && (label.name === 'button' || /^(?:button|tab)$/.test(label.attribs.role ?? ''))) return true
  const before = previousElement(panel)
  if (!before) return false
  if (panelName.test(`${className} ${id}`.slice(0, 300))) return true
  return before.name === 'button' ? mayOpen(before) : isQuestion(before, isSkipped)
}

const ellipsis = /(?:…|\.{3})\s*$/
const readMore =
  /^\W*(?:(?:read|show|see|view|learn)?\s*(?:the )?more|continue reading|(?:weiter|mehr)\s*(?:lesen|anzeigen)?|lire (?:la suite|plus)|voir plus|(?:leer|ver) más|leggi (?:tutto|di più)|lees (?:meer|verder)|ler mais|czytaj (?:dalej|więcej)|читать (?:далее|полностью)|さらに表示|続きを読む|展开|阅读全文|더 ?보기)\W*$/i

/** True for the rest of a sentence that is cut off with an ellipsis, if "Read more" shows it. */
function isRestOfText(panel: Element): boolean {
  if (panel.name !== 'span' || !panel.parent || !isElement(panel.parent)) return false
  const { prev } = panel
  const before = prev && isText(prev) && prev.data.trim() !== '' ? prev.data : textOf(previousElement(panel) ?? panel)
  const next = nextElement(panel) ?? nextElement(panel.parent)
  return ellipsis.test(before) && next !== null && readMore.test(textOf(next))
}

const markText = /^[[(]?\s*(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])\s*[\])]?$/
const noteName = /note|(?:^|\s)fn(?:-(?:body|text|content))?(?:\s|$)/i

/** True for a note's text directly after its mark. The mark is a number or an asterisk that shows the note when it is clicked. */
export function isNoteInPlace(note: Element): boolean {
  const mark = previousElement(note)
  if (mark === null || !markText.test(textOf(mark))) return false
  return note.name === 'aside' || noteName.test(`${note.attribs.class ?? ''} ${note.attribs.role ?? ''}`)
}

const maxQuestionChars = 300

function isQuestion(element: Element, isSkipped: ElementTest): boolean {
  let length = 0
  let last = ''
  walk(element, (node) => {
    if (length > maxQuestionChars || (isElement(node) && isSkipped(node))) return false
    if (isText(node) && node.data.trim() !== '') {
      length += node.data.length
      last = node.data
    }
    return true
  })
  return length <= maxQuestionChars && /[?？؟]\s*$/.test(last)
}

const outside = new Set(['nav', 'footer', 'dialog', 'menu', 'form', 'aside', 'header'])
const outsideRoles =
  /^(?:navigation|banner|contentinfo|menu|menubar|menuitem|dialog|alertdialog|alert|listbox|tooltip|search|status|combobox)$/i
const isNotContent = createPurposeTest('nav', 'banner', 'share', 'form', 'ad')
const levelsNamed = 3

/** True if the panel is a dialog, or if the tag, role or names of an element around it mark it as something other than content. */
function isOutsideContent(panel: Element): boolean {
  if (panel.name === 'dialog' || panel.attribs.popover !== undefined) return true
  let level = 0
  for (let up: Element | null = panel; up; up = up.parent && isElement(up.parent) ? up.parent : null, level++) {
    if (up.name === 'main' || up.name === 'article') return false
    if (outside.has(up.name) || outsideRoles.test(up.attribs.role ?? '')) return true
    if (level < levelsNamed && isNotContent(up)) return true
  }
  return false
}

/** Maximum share of a panel's text that may be in links. In menus the share is higher. */
const maxLinked = 0.8
const maxFields = 1

function holdsText(panel: Element, isSkipped: ElementTest): boolean {
  let chars = 0
  let linked = 0
  let fieldCount = 0
  let link: Element | null = null
  walk(
    panel,
    (node) => {
      if (isText(node)) {
        const { length } = node.data.trim()
        chars += length
        if (link) linked += length
      }
      if (!isElement(node)) return true
      if (isSkipped(node)) return false
      if (fields.has(node.name) && node.attribs.type !== 'hidden') fieldCount++
      if (node.name === 'a') link ??= node
      return true
    },
    (node) => {
      if (node === link) link = null
    },
  )
  return chars > 0 && fieldCount <= maxFields && linked < maxLinked * chars
}
