/** Reads all imports in a source file, and the lines that read the environment, from its syntax tree. */

import {
  type Expression,
  type ImportDeclarationSpecifier,
  type ModuleExportName,
  type Node,
  parseSync,
  Visitor,
} from 'oxc-parser'

export interface Reference {
  /** The text in the source: `./parse.ts`, `zod`, `node:http`. Null if it isn't a literal, in which case its target is unknown. */
  specifier: string | null
  line: number
  /** Imported names, or `*` for all of them. */
  names: string[]
  /** True if `new URL('…', import.meta.url)` names the file, which is then a separate program in a thread, a process or a page. */
  isProgram: boolean
}

interface References {
  /** Static, dynamic and type-only imports, re-exports, `import('…')` types, and files in `new URL('…', import.meta.url)`. */
  imports: Reference[]
  /** Lines that read `process.env`. */
  environment: number[]
}

/** Throws an Error if the file isn't valid TypeScript. */
export function readReferences(path: string, source: string): References {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const found: References = { imports: [], environment: [] }
  const lineOf = (node: Node) => source.slice(0, node.start).split('\n').length
  const textOf = (node: Node) => source.slice(node.start, node.end)
  const add = (node: Node, specifier: string | null, names = ['*'], isProgram = false) =>
    found.imports.push({ specifier, line: lineOf(node), names, isProgram })
  // Matches `./entry${extname(import.meta.url)}`, a file next to this one in both src/ and dist/.
  const neighbour = (node: Node) =>
    /^`([^`$]+)\$\{extname\(import\.meta\.url\)\}`$/.exec(textOf(node))?.[1]?.concat('.ts') ?? null

  new Visitor({
    ImportDeclaration: (node) => add(node, node.source.value, node.specifiers.map(importedName)),
    ExportAllDeclaration: (node) => add(node, node.source.value),
    ExportNamedDeclaration: (node) => {
      if (node.source)
        add(
          node,
          node.source.value,
          node.specifiers.map(({ local }) => nameIn(local)),
        )
    },
    ImportExpression: (node) => {
      // The file of `import(new URL('./…', import.meta.url).href)` is recorded where the URL is created.
      if (!/^new URL\(.*import\.meta\.url\)\.href$/s.test(textOf(node.source))) add(node, literal(node.source))
    },
    TSImportType: (node) => add(node, node.source.value),
    NewExpression: (node) => {
      const [path, base] = node.arguments
      if (path && isNamed(node.callee, 'URL') && base && textOf(base) === 'import.meta.url') {
        add(node, literal(path) ?? neighbour(path), ['*'], true)
      }
    },
    MemberExpression: (node) => {
      const property = node.computed ? literal(node.property) : 'name' in node.property ? node.property.name : null
      if (isNamed(node.object, 'process') && (property === 'env' || property === null)) {
        found.environment.push(lineOf(node))
      }
    },
    VariableDeclarator: (node) => {
      const takesEnv = node.id.type === 'ObjectPattern' && /\benv\b/.test(textOf(node.id))
      if (takesEnv && node.init && isNamed(node.init, 'process')) found.environment.push(lineOf(node))
    },
  }).visit(program)

  // `import { env } from 'node:process'` also reads the environment.
  for (const { specifier, line } of found.imports) {
    if (specifier === 'node:process' || specifier === 'process') found.environment.push(line)
  }
  return found
}

function importedName(specifier: ImportDeclarationSpecifier): string {
  if (specifier.type === 'ImportSpecifier') return nameIn(specifier.imported)
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
}

function nameIn(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

function literal(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null
  return null
}

function isNamed(node: Expression, name: string): boolean {
  if (node.type === 'MemberExpression')
    return isNamed(node.object, 'globalThis') && 'name' in node.property && node.property.name === name
  return node.type === 'Identifier' && node.name === name
}
