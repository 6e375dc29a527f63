/** States of form controls according to the markup, before any interaction. */

import type { AnyNode, Element } from 'domhandler'
import { elementAround, isElement, textOf, walk } from '../traverse.ts'
import { isHtmlElement } from './html-element.ts'

type Test = (element: Element) => boolean

const words = (text: string) => new Set(text.split(' '))
const textTypes = words('text search url tel email password number')
const editableTypes = new Set([...textTypes, ...words('date month week time datetime-local')])
const unrequiredTypes = words('hidden range color submit image reset button')
const otherTypes = words('hidden checkbox radio file submit image reset button range color')
const fieldsetControls = words('button input select textarea fieldset')

/**
 * Tests for `:enabled`, `:checked` and so on. Results are cached, so the tests are valid for only one selection. @see HTML standard,
 * pseudo-classes
 */
export function formPseudos(): Record<string, Test> {
  const isInDisabledFieldset = fieldsetTest()
  const isDisabled: Test = (element) => {
    if ('disabled' in element.attribs) return true
    const parent = elementAround(element)
    if (element.name === 'option' || element.name === 'optgroup')
      return parent !== null && named(parent, 'optgroup', 'select') && isDisabled(parent)
    return fieldsetControls.has(element.name) && isInDisabledFieldset(element)
  }
  const isReadWrite = readWriteTest(isDisabled)
  const isSelected = selectedTest()
  const isDefaultButton = defaultButtonTest()
  return {
    disabled: (element) => canBeDisabled(element) && isDisabled(element),
    enabled: (element) => canBeDisabled(element) && !isDisabled(element),
    'read-write': isReadWrite,
    'read-only': (element) => isHtmlElement(element) && !isReadWrite(element),
    'placeholder-shown': isPlaceholderShown,
    required: isRequired,
    optional: (element) => named(element, 'input', 'select', 'textarea', 'button') && !isRequired(element),
    checked: (element) => isCheckedBox(element) || (named(element, 'option') && isSelected(element)),
    open: (element) => named(element, 'details', 'dialog') && 'open' in element.attribs,
    default: (element) =>
      isCheckedBox(element) || (named(element, 'option') && 'selected' in element.attribs) || isDefaultButton(element),
  }
}

function named(element: Element, ...names: string[]): boolean {
  return names.includes(element.name) && isHtmlElement(element)
}

function canBeDisabled(element: Element): boolean {
  return named(element, 'button', 'input', 'select', 'textarea', 'fieldset', 'optgroup', 'option')
}

/** The type of an `input`. Unknown types are `text`. */
function typeOf(element: Element): string {
  const type = element.attribs.type?.toLowerCase() ?? ''
  return editableTypes.has(type) || otherTypes.has(type) ? type : 'text'
}

/** The displayed value: a number field shows only numbers. */
function shownValue(element: Element): string {
  const { value = '' } = element.attribs
  return typeOf(element) === 'number' && !/^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value) ? '' : value
}

function isCheckedBox(element: Element): boolean {
  return named(element, 'input') && /^(?:checkbox|radio)$/.test(typeOf(element)) && 'checked' in element.attribs
}

function isRequired(element: Element): boolean {
  if (!('required' in element.attribs)) return false
  return named(element, 'select', 'textarea') || (named(element, 'input') && !unrequiredTypes.has(typeOf(element)))
}

function isPlaceholderShown(element: Element): boolean {
  if (element.attribs.placeholder === undefined) return false
  if (named(element, 'textarea')) return textOf(element) === ''
  return named(element, 'input') && textTypes.has(typeOf(element)) && shownValue(element) === ''
}

/** True if the element is in a disabled `fieldset`, except inside that element's first `legend`. */
function fieldsetTest(): Test {
  const known = new Map<Element, boolean>()
  const legends = new Map<Element, AnyNode | undefined>()
  const legendOf = (fieldset: Element) => {
    if (!legends.has(fieldset))
      legends.set(
        fieldset,
        fieldset.children.find((child) => isElement(child) && named(child, 'legend')),
      )
    return legends.get(fieldset)
  }
  return function isIn(element): boolean {
    const parent = elementAround(element)
    if (parent === null) return false
    const isClosed = named(parent, 'fieldset') && 'disabled' in parent.attribs && legendOf(parent) !== element
    const found = known.get(element) ?? (isClosed || isIn(parent))
    known.set(element, found)
    return found
  }
}

function readWriteTest(isDisabled: Test): Test {
  const known = new Map<Element, boolean>()
  const isEditable: Test = (element) => {
    const state = element.attribs.contenteditable?.toLowerCase()
    const parent = elementAround(element)
    const own = isHtmlElement(element) ? editing.get(state ?? 'inherit') : false
    const found = known.get(element) ?? own ?? (parent !== null && isEditable(parent))
    known.set(element, found)
    return found
  }
  return (element) => {
    const isField = named(element, 'textarea') || (named(element, 'input') && editableTypes.has(typeOf(element)))
    if (isField) return !('readonly' in element.attribs) && !isDisabled(element)
    return !named(element, 'input') && isEditable(element)
  }
}

const editing = new Map([
  ['', true],
  ['true', true],
  ['plaintext-only', true],
  ['false', false],
])

/** For a single-choice `select`, the last option marked as selected. If there isn't one, a drop-down selects its first enabled option. */
function selectedTest(): Test {
  const known = new Map<Element, Element | undefined>()
  return (option) => {
    let select = elementAround(option)
    while (select && !named(select, 'select')) select = elementAround(select)
    if (!select || 'multiple' in select.attribs) return 'selected' in option.attribs
    if (!known.has(select)) {
      const options = elementsIn(select).filter((element) => named(element, 'option'))
      const isMenu = !(Number.parseInt(select.attribs.size ?? '', 10) > 1)
      const marked = options.findLast(({ attribs }) => 'selected' in attribs)
      known.set(select, marked ?? (isMenu ? options.find(isChoosable) : undefined))
    }
    return known.get(select) === option
  }
}

function isChoosable({ attribs, parent }: Element): boolean {
  const isInGroup = parent !== null && isElement(parent) && named(parent, 'optgroup')
  return !('disabled' in attribs) && !(isInGroup && 'disabled' in parent.attribs)
}

/** The first submit button of a form. */
function defaultButtonTest(): Test {
  const known = new Map<Element, Element | undefined>()
  return (element) => {
    if (!isSubmit(element) || 'form' in element.attribs) return false
    let form = elementAround(element)
    while (form && !named(form, 'form')) form = elementAround(form)
    if (!form) return false
    if (!known.has(form))
      known.set(
        form,
        elementsIn(form).find((button) => isSubmit(button) && !('form' in button.attribs)),
      )
    return known.get(form) === element
  }
}

function isSubmit(element: Element): boolean {
  if (named(element, 'button')) return !/^(?:button|reset)$/i.test(element.attribs.type ?? '')
  return named(element, 'input') && /^(?:submit|image)$/.test(typeOf(element))
}

function elementsIn(element: Element): Element[] {
  const found: Element[] = []
  walk(element, (node) => isElement(node) && found.push(node))
  return found
}
