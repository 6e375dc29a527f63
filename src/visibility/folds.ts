/** Which hidden parts of a page are content that a visitor opens with a click: answers, panels of tabs, "read more"? */

import type { Element } from 'domhandler'
import { createPurposeTest } from '../document/class-names.ts'
import type { Document } from '../document/document.ts'
import type { KnownNames } from '../document/purpose-index.ts'
import { isElement, isText, nextElement, previousElement, textOf, walk } from '../document/traverse.ts'
import { isHidden, unread as neverShown } from './hidden.ts'

const most = 2000

/** Hidden elements that a button, a tab or a question beside them opens, menus, dialogs and forms apart. In document order. */
export function findFolds({ root }: Document): Element[] {
  const byId = new Map<string, Element>()
  const controls: Element[] = []
  const hidden: Element[] = []
  walk(root, (node) => {
    if (!isElement(node)) return true
    if (unread.has(node.name)) return false
    const { attribs } = node
    if (attribs.id && !byId.has(attribs.id)) byId.set(attribs.id, node)
    if (isControl(node) && controls.length < most) controls.push(node)
    if (hidden.length < most && isHidden(node)) hidden.push(node)
    return true
  })
  if (hidden.length === 0) return []
  const opened = new Set<Element>()
  const isHiddenHere = new Set(hidden)
  for (const control of controls) {
    if (!mayOpen(control)) continue
    const named = namesOf(control).flatMap((name) => byId.get(name) ?? [])
    for (const panel of named.length > 0 ? named : [behind(control, isHiddenHere)]) if (panel) opened.add(panel)
  }
  const known: KnownNames = new Map()
  return hidden.filter((panel) => (opened.has(panel) || isNamedFold(panel, byId)) && isContent(panel, known))
}

const unread = new Set([...neverShown, 'select'])

function isControl({ attribs }: Element): boolean {
  return (
    attribs['aria-controls'] !== undefined || attribs['aria-expanded'] !== undefined || target(attribs) !== undefined
  )
}

function target(attribs: Element['attribs']): string | undefined {
  return attribs['data-bs-target'] ?? attribs['data-target']
}

/** A menu, a dialog or a list to choose from is no content; an icon without words opens a menu. */
function mayOpen(control: Element): boolean {
  const popup = control.attribs['aria-haspopup']
  return (popup === undefined || popup === 'false') && !fields.has(control.name) && textOf(control) !== ''
}

const fields = new Set(['input', 'select', 'textarea'])

function namesOf({ attribs }: Element): string[] {
  const link = attribs.href?.startsWith('#') ? attribs.href : undefined
  return [attribs['aria-controls'], target(attribs), link]
    .flatMap((names) => names?.split(/\s+/) ?? [])
    .map((name) => name.replace(/^#/, ''))
    .filter((name) => name !== '')
}

/** The hidden element that follows a button, or the heading or row that the button stands in. */
function behind(control: Element, hidden: ReadonlySet<Element>): Element | null {
  for (let up: Element = control, level = 0; level < 4; level++) {
    const next = nextElement(up)
    if (next) return hidden.has(next) ? next : null
    if (!up.parent || !isElement(up.parent)) return null
    up = up.parent
  }
  return null
}

const foldName = /(?:^|[\s_-])(?:accordion|faq|answer|collaps|expand|tab-?(?:pane|panel|content|body))/i

/** A tab's panel, the second part of an accordion, or what stands below a question. */
function isNamedFold(panel: Element, byId: ReadonlyMap<string, Element>): boolean {
  const { class: className = '', id = '', role } = panel.attribs
  if (role === 'tabpanel') return true
  const label = byId.get(panel.attribs['aria-labelledby'] ?? '')
  if (label && (label.name === 'button' || /^(?:button|tab)$/.test(label.attribs.role ?? ''))) return true
  const before = previousElement(panel)
  if (!before) return false
  if (foldName.test(`${className} ${id}`.slice(0, 300))) return true
  return isQuestion(before)
}

function isQuestion(element: Element): boolean {
  let length = 0
  let last = ''
  walk(element, (node) => {
    if (length > longestQuestion || (isElement(node) && unread.has(node.name))) return false
    if (isText(node) && node.data.trim() !== '') {
      length += node.data.length
      last = node.data
    }
    return true
  })
  return length <= longestQuestion && /[?？؟]\s*$/.test(last)
}

const longestQuestion = 300

const outside = new Set(['nav', 'footer', 'dialog', 'menu', 'form', 'aside', 'header'])
const outsideRoles =
  /^(?:navigation|banner|contentinfo|menu|menubar|menuitem|dialog|alertdialog|alert|listbox|tooltip|search|status|combobox)$/i
const isNotContent = createPurposeTest('nav', 'banner', 'share', 'form', 'ad')
const levelsNamed = 3

function isContent(panel: Element, known: KnownNames): boolean {
  if (panel.name === 'dialog' || panel.attribs.popover !== undefined) return false
  let level = 0
  for (let up: Element | null = panel; up; up = up.parent && isElement(up.parent) ? up.parent : null, level++) {
    if (up.name === 'main' || up.name === 'article') break
    if (outside.has(up.name) || outsideRoles.test(up.attribs.role ?? '')) return false
    if (level < levelsNamed && isNotContent(up, known)) return false
  }
  let chars = 0
  let linked = 0
  let controls = 0
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
      if (unread.has(node.name)) return false
      if (fields.has(node.name) && node.attribs.type !== 'hidden') controls++
      if (node.name === 'a') link ??= node
      return true
    },
    (node) => {
      if (node === link) link = null
    },
  )
  return chars > 0 && controls < 2 && linked < mostLinked * chars
}

/** Of a panel's text: more in links is a menu. */
const mostLinked = 0.8
