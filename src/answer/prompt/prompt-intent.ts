/** What kind of answer does a prompt ask for: all of something, JSON, JSON of a given shape? */

import type { JsonSchema } from '../model/language-model.ts'

// "List all …", "how many …", "every …" in the languages that most pages are in. A measure is no count: "how many days".
const measures =
  'days?|hours?|minutes?|seconds?|weeks?|months?|years?|percent|euros?|dollars?|pounds?|degrees?|miles?|met(?:er|re)s?|k?g|k?m|tage?n?|stunden?|minuten?|wochen?|monaten?|monate|jahren?|jahre|prozent'
const everything = [
  /\b(?:all|every|each|entire|complete|full list|list of|enumerate|exhaustive)\b|^\s*list\b/i,
  new RegExp(
    String.raw`\b(?:how many|(?:the |total )number of|count (?:the|all|how)|wie ?viele|anzahl der)\s+(?!(?:\w+\s+)?(?:${measures})\b)`,
    'i',
  ),
  /\b(?:alle[rsn]?|jede[rsnm]?|sämtliche[rsn]?|vollständig\w*|auflisten|liste)\b/i,
  /\b(?:tou[st]e?s?|chaque|combien|liste[rz]?|todos|todas|cada|cuántos|cuántas|lista|listar|tutti|tutte|ogni|quanti|quante|elenca|elenco|quantos|quantas|liste)\b/i,
  /(?:все[хм]?|каждый|каждого|сколько|список|перечисли)/i,
  /(?:すべて|全て|全部|一覧|いくつ|何個|何人|列挙|所有|列出|多少|每个|每個|모든|모두|전체|목록|몇\s?개)/,
]

/** Whether no part of the page may be left unread. */
export function wantsEverything(prompt: string): boolean {
  return everything.some((words) => words.test(prompt))
}

const jsonOrder =
  /\b(?:as|in|into|to|returns?|output|respond|reply|answer|give|provide|produce|write|print|format(?:ted)?|valid|strict|only|raw|pure|bare|plain|als|en|au|im|com|como|formato|formaat|form)\b[^.?!\n]{0,40}\bjson\b(?!\s*(?:files?|feeds?|parsers?|support|apis?|web|ld\b|tokens?|librar|endpoints?|export))/i
const jsonNoun =
  /^\s*json\b|\bjson\s*(?:only|:|object|array|list|format|output|with\b|mit\b|avec\b|con\b|schema)|[,;]\s*json\s*[.!]?\s*$/i
const jsonUse =
  /^\s*(?:please\s+)?(?:use|deliver|emit|liefere?|benutze|verwende|utilise|usa|usar|gib|donne|da)\b[^.?!\n]{0,40}\bjson\b/i
/** An order with a form behind it: `Return {"name": "", "price": 0}`. */
const formOrder =
  /(?:^|[.!?:;\n]\s*|\b(?:and|please|then)\s+)(?:return|output|respond|reply|answer|fill|produce|give|extract|provide)\b(?:[^?{}.\n]{0,60}\b(?:as|with|like|form|format|shape|schema|structure|object|this|in))?\s*:?\s*\{\s*"[^"{}]{1,80}"\s*:/i
const jsonElsewhere = /JSON\s*(?:形式|で|格式|として|으로|형식|형태)|(?:以|用|返回|输出|輸出)\s*JSON/i
const asksAboutJson = /^\s*(?:is|are|do|does|can|could|will|has|have|which|who|why|how|where|when)\b[^?]*\?\s*$/i
const endsInJson =
  /(?:\bas\s+|,\s*(?:in|als|en|au)\s+)(?:an?\s+)?(?:valid\s+)?json(?:\s+(?:object|array|list|format))?\s*\?\s*$/i

/** Whether the answer is to be JSON. A question about JSON is none for it. */
export function wantsJson(prompt: string): boolean {
  if (formOrder.test(prompt)) return true
  return prompt.split(/(?<=[.!?。！？])\s+|\n/).some((sentence) => {
    if (!/json/i.test(sentence) || /\b(?:not?|without|kein|pas de|sin)\s+(?:in\s+|as\s+)?json\b/i.test(sentence))
      return false
    if (asksAboutJson.test(sentence)) return endsInJson.test(sentence)
    return [jsonOrder, jsonNoun, jsonUse, jsonElsewhere].some((order) => order.test(sentence))
  })
}

/**
 * The JSON Schema in a prompt, or one made from the example in it; null when there is neither. The longest counts.
 * An example counts only where JSON is asked for: braces may be part of a question.
 */
export function shapeIn(prompt: string): JsonSchema | null {
  const found = jsonIn(prompt)
  const schema = found.find(isSchema)
  if (schema) return schema as JsonSchema
  const example = wantsJson(prompt) ? found[0] : undefined
  return example === undefined ? null : inferSchema(example)
}

const maxBrackets = 200
/** Deeper than anybody writes a shape: what walks through it must not run out of stack. */
const maxDepth = 50

/** Objects and lists that stand in a text as JSON, the longest first. */
function jsonIn(text: string): object[] {
  const found: { value: object; length: number }[] = []
  let looked = 0
  for (let at = 0; at < text.length && looked < maxBrackets; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue
    looked++
    const end = closingOf(text, at)
    const value = end === null ? undefined : parse(text.slice(at, end))
    if (end === null || value === undefined || Object.keys(value).length === 0) continue
    found.push({ value, length: end - at })
    at = end - 1
  }
  return found.sort((a, b) => b.length - a.length).map(({ value }) => value)
}

/** Behind the bracket that closes the one at `start`; null when none does. */
function closingOf(text: string, start: number): number | null {
  let depth = 0
  let inText = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else if (char === '{' || char === '[') {
      if (++depth > maxDepth) return null
    } else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return null
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // Braces that hold no JSON.
    return undefined
  }
}

function isSchema(value: object): boolean {
  if (Array.isArray(value)) return false
  const { type, properties, items, $schema, $ref, anyOf, oneOf } = value as JsonSchema
  if (typeof $schema === 'string') return true
  if (type === 'object') return typeof properties === 'object' && properties !== null
  if (type === 'array') return typeof items === 'object' && items !== null
  return typeof $ref === 'string' || Array.isArray(anyOf) || Array.isArray(oneOf)
}

/** A schema of what looks like this value. A null may become anything plain. */
function inferSchema(value: unknown): JsonSchema {
  if (Array.isArray(value))
    return { type: 'array', items: value.length > 0 ? inferSchema(value[0]) : { type: 'string' } }
  if (typeof value === 'object' && value !== null) {
    const properties = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inferSchema(part)]))
    return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  }
  if (value === null) return { anyOf: ['string', 'number', 'boolean'].map((type) => ({ type })) }
  return { type: typeof value }
}
