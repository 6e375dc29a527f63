/**
 * Reads a page's JSON-LD scripts, and facts about the page from their objects. Looks into nested lists, `@graph` and `mainEntity`, and
 * follows `@id`. @see https://schema.org, https://www.w3.org/TR/json-ld11/
 */

import { decodeHTML } from 'entities/decode'
import { attempt } from '../../base/attempt.ts'
import { isJsonObject } from '../../base/json-value.ts'
import { withShortReferences } from '../../html/parse/parse.ts'
import { mayHoldInvisible, withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import type { Found } from './stated-metadata.ts'

export type JsonLdFields = ReturnType<typeof jsonLdFields>

type Node = Record<string, unknown>

/** Returns lists ordered by trust. Values stated by articles come first, then all others in document order. */
export function jsonLdFields(items: readonly unknown[]) {
  const nodes = nodesOf(items)
  const graph = new Graph(nodes)
  const ordered = [...nodes.filter(isArticle), ...nodes.filter((node) => !isArticle(node))]
  const stated = (from: readonly Node[], key: string): Found[] =>
    from.flatMap((node) => texts(own(node, key)).map((text) => ({ text, source: sourceOf(node, key) })))
  return {
    headlines: stated(ordered.filter(isArticle), 'headline'),
    descriptions: stated(ordered, 'description'),
    /** One entry per object that names authors. */
    authors: firstOf(ordered, (node) => authorsOf(node, graph)),
    published: stated(ordered, 'datePublished'),
    modified: stated(ordered, 'dateModified'),
    siteNames: stated(
      nodes.filter((node) => typesOf(node).includes('WebSite')),
      'name',
    ),
    publishers: firstOf(ordered, (node) => publishersOf(node, graph)),
  }
}

/**
 * True if the page's own article, or part of it, isn't accessible for free.
 * @see https://developers.google.com/search/docs/appearance/structured-data/paywalled-content
 */
export function isPaywalled(items: readonly unknown[]): boolean {
  const nodes = nodesOf(items)
  const pages = nodes.filter((node) => typesOf(node).some((type) => /^(?:WebPage|CreativeWork)$/.test(type)))
  return [...nodes.filter(isArticle).slice(0, 1), ...pages].some((node) => {
    const parts = [own(node, 'hasPart')].flat().filter((part) => isJsonObject(part) && !isArticle(part))
    return [node, ...parts].some((part) =>
      /^false$/i.test(String(own(part, 'isAccessibleForFree')).split('/').at(-1) ?? ''),
    )
  })
}

function authorsOf(node: Node, graph: Graph) {
  return ['author', 'creator'].flatMap((key) => {
    const agents = graph.agents(own(node, key))
    if (agents.length === 0) return []
    const areOrganizations = agents.every(({ isOrganization }) => isOrganization)
    return { names: agents.map(({ name }) => name), areOrganizations, source: sourceOf(node, key) }
  })
}

function publishersOf(node: Node, graph: Graph): Found[] {
  const source = `${sourceOf(node, 'publisher')}.name`
  return graph.agents(own(node, 'publisher')).map(({ name }) => ({ text: name, source }))
}

/** Reads only the first few objects that have a value, because thousands may refer to the same long list. */
function firstOf<Stated>(nodes: readonly Node[], read: (node: Node) => Stated[]): Stated[] {
  const stated: Stated[] = []
  for (const node of nodes) {
    stated.push(...read(node))
    if (stated.length >= maxStated) break
  }
  return stated
}

const maxStated = 20
const maxNodes = 10_000

/** Properties whose nested objects also describe the page itself. */
const containers = ['@graph', 'mainEntity', 'mainEntityOfPage']

/** Returns the objects in nested lists and containers, in document order. */
function nodesOf(items: readonly unknown[]): Node[] {
  const nodes: Node[] = []
  const open: unknown[] = items.slice(0, maxNodes).reverse()
  for (let read = 0; open.length > 0 && read < maxNodes; read++) {
    const value = open.pop()
    if (Array.isArray(value)) open.push(...value.slice(0, maxNodes).reverse())
    if (!isJsonObject(value)) continue
    nodes.push(value)
    open.push(...containers.flatMap((key) => own(value, key) ?? []).reverse())
  }
  return nodes
}

const maxAgents = 1000
/** Follows chains of references, but stops at a cycle. */
const maxHops = 5

/** Objects by their `@id`. */
class Graph {
  readonly #byId = new Map<string, Node>()

  constructor(nodes: readonly Node[]) {
    const inner = nodes.flatMap((node) => [own(node, 'author'), own(node, 'creator'), own(node, 'publisher')].flat())
    for (const node of [...nodes, ...inner]) {
      const id = own(node, '@id')
      // A bare reference has only an `@id`. The object that it refers to has the details.
      if (isJsonObject(node) && typeof id === 'string' && Object.keys(node).length > 1 && !this.#byId.has(id))
        this.#byId.set(id, node)
    }
  }

  /** Returns the persons and organizations that a value gives as objects, by name, or by reference. */
  agents(value: unknown) {
    const agents: { name: string; isOrganization: boolean }[] = []
    const open: unknown[] = [value]
    for (let read = 0; open.length > 0 && read < maxAgents; read++) {
      const one = this.#resolved(open.pop())
      if (Array.isArray(one)) open.push(...one.slice(0, maxAgents).reverse())
      else if (isJsonObject(one) && own(one, '@list') !== undefined) open.push(own(one, '@list'))
      else agents.push(...namesOf(one).map((name) => ({ name, isOrganization: isOrganization(one) })))
    }
    return agents
  }

  #resolved(value: unknown): unknown {
    let known = value
    for (let hop = 0; hop < maxHops; hop++) {
      const id = typeof known === 'string' ? known : namesOf(known).length === 0 ? own(known, '@id') : undefined
      const next = typeof id === 'string' ? this.#byId.get(id) : undefined
      if (next === undefined || next === known) break
      known = next
    }
    return known
  }
}

function namesOf(agent: unknown): string[] {
  if (typeof agent === 'string') return texts(agent)
  const names = texts(own(agent, 'name'))
  if (names.length > 0) return names
  const parts = ['givenName', 'familyName'].flatMap((key) => texts(own(agent, key)))
  return parts.length > 0 ? [parts.join(' ')] : []
}

const isOrganization = (value: unknown) =>
  isJsonObject(value) && typesOf(value).some((type) => /Organization|Corporation|Brand/.test(type))
const isArticle = (node: Node) => typesOf(node).some((type) => /Article|Posting|Report/.test(type))

function typesOf(node: Node): string[] {
  return [own(node, '@type')]
    .flat()
    .flatMap((type) => (typeof type === 'string' ? type.slice(type.lastIndexOf('/') + 1) : []))
}

/** Returns the type and the field's name, or only the field's name if the object's type is missing or isn't a word. */
function sourceOf(node: Node, key: string): string {
  const type = typesOf(node).find((name) => /^\w{1,60}$/.test(name))
  return `json_ld:${type === undefined ? '' : `${type}.`}${key}`
}

function own(node: unknown, key: string): unknown {
  return isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
}

/** Returns each string on one line. Decodes character references: pages often write them in JSON, where parsers don't decode them. */
function texts(value: unknown): string[] {
  return [value]
    .flat()
    .slice(0, maxAgents)
    .flatMap((one) => {
      const text = typeof one === 'string' ? one : own(one, '@value')
      if (typeof text !== 'string') return []
      const line = (text.includes('&') ? decodeHTML(withShortReferences(text)) : text).replace(/\s+/g, ' ').trim()
      return line === '' ? [] : [line]
    })
}

// Serializing values nested deeper than this overflows the stack.
const maxChars = 4_000_000
const maxDepth = 100

/**
 * Returns the objects of the scripts in order, including the items of a script that is a list. Leaves out scripts that aren't JSON, objects
 * more than 100 levels deep, and scripts beyond 4 million characters in total. The page chooses the keys, and one may be `__proto__`.
 */
export function readJsonLd(scripts: readonly string[]): unknown[] {
  const objects: unknown[] = []
  let charsLeft = maxChars
  for (const script of scripts) {
    if (script.length > charsLeft) continue
    charsLeft -= script.length
    const value = parseTolerantly(script)
    for (const item of Array.isArray(value) ? value : [value])
      if (isJsonObject(item) && !isTooDeep(item)) objects.push(item)
  }
  return objects
}

// XHTML conventions: `<!-- … -->` and `<![CDATA[ … ]]>` around the JSON, plain or in JavaScript comments.
const opening = /^(?:\s|\ufeff|<!--|\/\*|\*\/|\/\/|<!\[CDATA\[)+/
const ending = /(?:\s|-->|\/\*|\*\/|\/\/|\]\]>|;)+$/

function parseTolerantly(script: string): unknown {
  const text = script.replace(opening, '')
  // Only the last hundred characters are searched, because the pattern is slow on long, repetitive text.
  const bare = text.slice(0, -100) + text.slice(-100).replace(ending, '')
  // Line breaks inside strings are the most frequent error.
  return parseJson(bare) ?? parseJson(bare.replace(/\p{Cc}+/gu, ' '))
}

/** Invalid JSON-LD is left out. */
function parseJson(text: string): unknown {
  const mayHold = mayHoldInvisible(text) || text.includes('\\u')
  return attempt(() => JSON.parse(text, mayHold ? cleanString : undefined))
}

const cleanString = (_: string, value: unknown) => (typeof value === 'string' ? withoutInvisible(value) : value)

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

const maxValuesRead = 10_000

/** Returns the longest `articleBody` at any depth in the items; empty if there isn't one. @see https://schema.org/articleBody */
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
