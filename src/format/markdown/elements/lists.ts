/** Lists and their items in markdown: markers, numbers, indentation, check boxes. */

import { type Context, indentedLevels, maxIndentedLevels, type Rule } from '../syntax/rule.ts'
import { bulletListMarker } from '../syntax/turndown-rules.ts'

const bullet = `${bulletListMarker} `

const list: Rule = {
  display: 'block',
  isList: true,
  applies: (element, context) => !context.footnotes.lists.has(element) && indentedLevels(context) < maxIndentedLevels,
  open({ name, attribs }, context) {
    const isOrdered = name === 'ol'
    const start = wholeNumber(attribs.start) ?? 1
    const step = attribs.reversed === undefined ? 1 : -1
    // Only a list that starts at 1 may follow its item's text without a blank line.
    if (context.isDirectlyInItem && (!isOrdered || start === 1)) context.tighten(1)
    context.lists.push({ next: isOrdered ? start : null, step, marker: bullet })
  },
  replacement(content, _, context) {
    if (context.isDirectlyInItem) return `${content}\n\n`
    const around = context.lists.at(-2)
    if (context.isDirectlyInList && around) {
      context.tighten(1)
      return `\n${context.startsFrame ? content : indent(`\n${content}`, around.marker.length).slice(1)}\n`
    }
    if (isToldAgain(content, context)) return ''
    return `\n\n${content}\n\n`
  },
  close(_, context) {
    context.lists.pop()
    if (context.isDirectlyInList) context.tighten(1)
  },
}

const onlyLinks = /^(?: *(?:-|\d+\.) \[.*\]\(\S*\)(?:\n+|$)){3,}$/

/** True for a list of nothing but links that the page has shown before: menus are written once for every width of screen. */
function isToldAgain(content: string, { told, lists }: Context): boolean {
  if (lists.length > 1 || content.length > 100_000 || !onlyLinks.test(content)) return false
  const isAgain = told.has(content)
  told.add(content)
  return isAgain
}

const startsBlock = /^(?:`{3}|#{1,6} |[>|]|[-*+] |\d{1,9}[.)] )/

const item: Rule = {
  display: 'line',
  isItem: true,
  applies: (_, context) => indentedLevels(context) <= maxIndentedLevels,
  open({ attribs }, { lists }) {
    const list = lists.at(-1)
    if (!list || list.next === null) return
    const number = wholeNumber(attribs.value) ?? list.next
    list.marker = `${Math.min(Math.max(number, 0), 999_999_999)}. `
    list.next = number + list.step
  },
  replacement(content, _, context) {
    if (/^\[[ x]\]$/.test(content)) return ''
    if (/^\[[ x]\]\n/.test(content)) {
      const text = content.slice('[ ]'.length).trimStart()
      // A box stands before a paragraph's words: no other block begins on its line.
      content = startsBlock.test(text) ? text : `${content.slice(0, '[ ]'.length)} ${text}`
    }
    const marker = context.lists.at(-1)?.marker ?? bullet
    const isLoose = content.includes('\n\n')
    const around = isLoose && !context.inside.cell ? '\n\n' : '\n'
    return `${around}${marker}${indent(content, marker.length)}${around}`
  },
}

// `1.`, `[1]`, `^`, or what is left of them where the number was the way back.
const ownNumber = /^(?:\^ ?|\\?\[\^?\d{0,4}\\?\][.:)]?\s*|\d{1,4}[.:)]?(?=\s|$)\s*|[.:)]\s+)/

/** A note at the page's end, as GFM has it; its own number and the links back to the text are left out. */
export const note: Rule = {
  display: 'block',
  context: 'note',
  replacement(content, element, { footnotes }) {
    const label = footnotes.notes.get(element) ?? ''
    const text = content.replace(ownNumber, '').trim()
    return text && `\n\n[^${label}]: ${indent(text, 4)}\n\n`
  },
}

/** Later lines moved in by `width` spaces; blank ones stay blank. */
function indent(content: string, width: number): string {
  return content.includes('\n') ? content.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`) : content
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : null
}

const checkbox: Rule = {
  leaf({ attribs }, context) {
    if (attribs.type?.toLowerCase() !== 'checkbox') return ''
    if (!context.isDirectlyInItem || !context.startsFrame) return ''
    return attribs.checked === undefined ? '[ ]' : '[x]'
  },
  close: (_, context) => context.breakWord(),
}

export const listRules: Record<string, Rule> = {
  ul: list,
  ol: list,
  menu: list,
  dir: list,
  li: item,
  input: checkbox,
}
