/** Converts Jupyter notebooks to markdown: text, code and its outputs. @see https://nbformat.readthedocs.io */

import { stripVTControlCharacters } from 'node:util'
import { isJsonObject } from '../../base/json-value.ts'
import { brokenDocument } from '../converted/refusals.ts'

/** Returns markdown. Throws invalid_response for text that isn't a notebook. */
export function notebookMarkdown(text: string): string {
  const notebook = objectIn(parsed(text))
  const { language_info: info, kernelspec } = objectIn(notebook.metadata)
  const language = textIn(objectIn(info).name ?? objectIn(kernelspec).language).replace(/[^\w+#.-]/g, '')
  const blocks = listIn(notebook.cells)
    .map(objectIn)
    .flatMap(({ cell_type: type, source, outputs }) => {
      const words = textIn(source)
      if (type === 'markdown') return [words.trim()]
      const results = listIn(outputs).map(objectIn).flatMap(outputBlocks)
      return [fenced(words, type === 'code' ? language : ''), ...results]
    })
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw brokenDocument("it isn't valid JSON", cause)
  }
}

const objectIn = (value: unknown) => (isJsonObject(value) ? value : {})
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textIn = (value: unknown) => (Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '')

function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return text.trim() === '' ? '' : `${fence}${language}\n${text.replace(/\n+$/, '')}\n${fence}`
}

function outputBlocks(output: Record<string, unknown>): string[] {
  const { ename, evalue, traceback } = output
  const error = ename ? listIn(traceback).join('\n') || `${ename}: ${evalue}` : ''
  // Up to version 3, the forms of an output were its own fields.
  const data = output.data === undefined ? output : objectIn(output.data)
  const forms = ['text/plain', 'text', 'text/latex', 'latex', 'text/html', 'html']
  const words = error || (forms.map((type) => textIn(data[type])).find(Boolean) ?? '')
  const image = Object.keys(data).find((type) => /^image\/|^(?:png|jpeg|svg)$/.test(type))
  // A carriage return overwrites the line, as progress bars do.
  const shown = stripVTControlCharacters(words)
    .replace(/\r\n/g, '\n')
    .replace(/^.*\r(?!$)/gm, '')
  return [textIn(data['text/markdown']).trim() || fenced(shown), image ? `*[Image: ${image}]*` : '']
}
