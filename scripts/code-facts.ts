/**
 * Reads facts about a source file for the structure check: exports, functions, casts through `unknown`, and programs in string literals.
 */

import { type Node, parseSync, type Statement, Visitor } from 'oxc-parser'

export interface CodeFacts {
  lines: number
  /** Names that the file defines and exports, each with its line. Re-exports don't count. */
  exports: { name: string; line: number }[]
  /** Functions of every kind, each with its first line and its number of lines. */
  functions: { line: number; lines: number }[]
  /** Lines with `as unknown as`. */
  castsThroughUnknown: number[]
  /** Lines where a string literal containing a program begins. */
  programTexts: number[]
}

/** Returns the number of terminated lines. */
export function linesOf(text: string): number {
  return text.split('\n').length - 1
}

/** Throws an Error if the file isn't valid TypeScript. */
export function readCodeFacts(path: string, source: string): CodeFacts {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const facts: CodeFacts = {
    lines: linesOf(source),
    exports: [],
    functions: [],
    castsThroughUnknown: [],
    programTexts: [],
  }
  const lineOf = (node: Node) => source.slice(0, node.start).split('\n').length
  const addFunction = (node: Node) => {
    facts.functions.push({ line: lineOf(node), lines: source.slice(node.start, node.end).split('\n').length })
  }
  const addText = (node: Node, text: string) => {
    if (isProgram(text)) facts.programTexts.push(lineOf(node))
  }

  new Visitor({
    ExportNamedDeclaration: (node) => {
      for (const name of node.declaration ? namesOf(node.declaration) : []) {
        facts.exports.push({ name, line: lineOf(node) })
      }
    },
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    TSAsExpression: (node) => {
      const { expression } = node
      if (expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword') {
        facts.castsThroughUnknown.push(lineOf(node))
      }
    },
    TemplateLiteral: (node) => addText(node, node.quasis.map(({ value }) => value.cooked).join('_')),
    Literal: (node) => {
      if (typeof node.value === 'string') addText(node, node.value)
    },
  }).visit(program)
  return facts
}

function namesOf(declaration: Statement): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  const id = 'id' in declaration ? declaration.id : null
  return id && 'name' in id && typeof id.name === 'string' ? [id.name] : []
}

/** A shorter string, such as a name or a short call, isn't a program. */
const minProgramChars = 40

function isProgram(text: string): boolean {
  if (text.length < minProgramChars || !/[()]/.test(text)) return false
  const { program, errors } = parseSync('text.js', text)
  if (errors.length > 0) return false
  let isCode = false
  const found = () => {
    isCode = true
  }
  new Visitor({
    CallExpression: found,
    ArrowFunctionExpression: found,
    FunctionExpression: found,
    FunctionDeclaration: found,
  }).visit(program)
  return isCode
}
