import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isMap, isScalar, type Pair, parse, parseDocument } from 'yaml'
import { settings } from '../../src/config/config.ts'
import { read, root } from '../docs/document.ts'

const folder = 'deploy/helm/gleaner'
const values = read(`${folder}/values.yaml`)
const templates = readdirSync(join(root, folder, 'templates'))
  .map((name) => read(`${folder}/templates/${name}`))
  .join('\n')

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
}
const schema = JSON.parse(read(`${folder}/values.schema.json`)) as Schema & { definitions: Record<string, Schema> }

/** Returns the part of the schema that describes the value at this path. */
function schemaOf(path: readonly string[]): Schema | undefined {
  let part: Schema | undefined = schema
  for (const name of path) {
    const next: Schema | undefined = part?.properties?.[name]
    part = next?.$ref ? schema.definitions[next.$ref.replace('#/definitions/', '')] : next
  }
  return part
}

/** Paths of all values that a user sets. Descends into maps whose names the chart defines. Other maps count as values. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  const part = schemaOf(path)
  const isOpen = part?.properties === undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isOpen) return [path]
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))
}
const paths = pathsOf(parse(values))

describe("the chart's values", () => {
  it('each have a comment above them', () => {
    const lines = values.split('\n')
    const names = new Set(paths.map((path) => path.at(-1)))
    const uncommented = lines.filter((line, at) => {
      const name = /^ *([\w.-]+): *[^ #]/.exec(line)?.[1]
      return names.has(name) && !/^ *#/.test(lines[at - 1] ?? '')
    })
    expect(uncommented).toEqual([])
  })

  it('match the schema, which allows no others', () => {
    expect(paths.length).toBeGreaterThan(50)
    for (const path of paths) expect(schemaOf(path), path.join('.')).toBeDefined()
    const open = (part: Schema, path: string): string[] => [
      ...(part.properties && part.additionalProperties !== false ? [path] : []),
      ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => open(inner, `${path}.${name}`)),
    ]
    expect(open(schema, '')).toEqual([])
  })

  it('are each used by a template', () => {
    const last = (path: string[]) => path.at(-1) ?? ''
    const unused = paths.filter((path) => !templates.includes(last(path)) && path[0] !== 'secrets')
    expect(unused).toEqual([])
  })

  it('name secrets by existing settings, and contain no secrets', () => {
    const { secrets } = parse(values) as { secrets: Record<string, { key: string }> }
    expect(Object.keys(secrets).filter((name) => !(name in settings))).toEqual([])
    for (const [name, { key }] of Object.entries(secrets))
      expect([key, templates.includes(`"${name}"`)]).toEqual([name, true])
  })

  it('have no duplicate names', () => {
    const repeated: string[] = []
    const visit = (node: unknown) => {
      if (!isMap(node)) return
      const names = (node.items as Pair[]).map(({ key }) => (isScalar(key) ? String(key.value) : ''))
      repeated.push(...names.filter((name, at) => names.indexOf(name) !== at))
      for (const { value } of node.items as Pair[]) visit(value)
    }
    visit(parseDocument(values).contents)
    expect(repeated).toEqual([])
  })
})

describe('the chart', () => {
  it('has the same version as the program', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(parse(read(`${folder}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
  })

  it('uses the port and user of the image', () => {
    const dockerfile = read('Dockerfile')
    expect(dockerfile).toContain('USER 10001:10001')
    expect(dockerfile).toContain('EXPOSE 8787')
    expect(templates).toContain('runAsUser: 10001')
    expect(templates).toContain('"command" "serve" "port" 8787')
  })
})
