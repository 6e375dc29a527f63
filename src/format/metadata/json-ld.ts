/** What do a page's JSON-LD scripts hold, and what do they state that metadata wants? */

// A script beyond these is no description of a page; deeper values overflow whoever serialises them.
const maxChars = 4_000_000
const maxDepth = 100

/**
 * The objects of the scripts, in order: a script's list counts as its items. Left out: what is not JSON, what nests deeper than 100,
 * and what exceeds 4 million characters in all. Keys are the page's own: `__proto__` may be one.
 */
export function readJsonLd(scripts: readonly string[]): unknown[] {
  const found: unknown[] = []
  let left = maxChars
  for (const script of scripts) {
    if (script.length > left) continue
    left -= script.length
    const value = parseTolerant(script)
    for (const item of Array.isArray(value) ? value : [value]) if (isObject(item) && !isTooDeep(item)) found.push(item)
  }
  return found
}

// `<!-- … -->`, `<![CDATA[ … ]]>` and their commented forms around the JSON, from the times of XHTML.
const opening = /^(?:\s|\ufeff|<!--|\/\*|\*\/|\/\/|<!\[CDATA\[)+/
const ending = /(?:\s|-->|\/\*|\*\/|\/\/|\]\]>|;)+$/

function parseTolerant(script: string): unknown {
  const bare = withoutEnding(script.replace(opening, ''))
  // Raw line breaks inside strings are the commonest fault.
  return parseJson(bare) ?? parseJson(bare.replace(/\p{Cc}+/gu, ' '))
}

/** Only the last hundred characters can be a wrapper's end: the pattern would be slow on a long run of its parts. */
function withoutEnding(text: string): string {
  return text.slice(0, -100) + text.slice(-100).replace(ending, '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Broken JSON-LD is a page's affair: it is as if it were not there.
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTooDeep(item: object): boolean {
  const open: [unknown, number][] = [[item, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > maxDepth) return true
    for (const inner of Object.values(value)) if (typeof inner === 'object') open.push([inner, depth + 1])
  }
  return false
}

export interface JsonLdFields {
  authors: string[]
  published: string[]
  siteNames: string[]
}

/** Authors and dates of the things described, articles first, and names of web sites. */
export function fieldsOf(items: readonly unknown[]): JsonLdFields {
  const nodes = items.flatMap((item) => {
    const graph = own(item, '@graph')
    return Array.isArray(graph) ? [item, ...graph] : [item]
  })
  const isArticle = (node: unknown) => /Article|Posting|Report/.test(String(own(node, '@type') ?? ''))
  const ordered = [...nodes.filter(isArticle), ...nodes.filter((node) => !isArticle(node))]
  const authors = ordered.map((node) => namesIn(own(node, 'author'))).find((names) => names.length > 0) ?? []
  return {
    authors,
    published: ordered.flatMap((node) => texts(own(node, 'datePublished'))),
    siteNames: nodes
      .filter((node) => String(own(node, '@type') ?? '') === 'WebSite')
      .flatMap((node) => texts(own(node, 'name'))),
  }
}

const maxValuesRead = 10_000

/** The longest `articleBody` at any depth of the items; empty when there is none. @see https://schema.org/articleBody */
export function articleBodyOf(items: readonly unknown[]): string {
  let longest = ''
  const open: unknown[] = [...items]
  for (let read = 0; open.length > 0 && read < maxValuesRead; read++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const body = 'articleBody' in value ? value.articleBody : null
    if (typeof body === 'string' && body.length > longest.length) longest = body
    open.push(...Object.values(value).slice(0, maxValuesRead))
  }
  return longest
}

function own(node: unknown, key: string): unknown {
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
}

function namesIn(author: unknown): string[] {
  return [author].flat().flatMap((one) => texts(typeof one === 'string' ? one : own(one, 'name')))
}

function texts(value: unknown): string[] {
  return [value].flat().flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []))
}
