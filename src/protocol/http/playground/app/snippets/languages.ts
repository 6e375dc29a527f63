/** The same request for each way of calling the service. The key is never in it: it is taken from the variable GLEANER_KEY. */

import type { ApiOperation } from '../operations/api-operation.ts'
import { typedParameters } from '../operations/parameters.ts'
import { literalEntries, shellWord, stringLiteral } from './quoting.ts'

export interface SnippetRequest {
  operation: ApiOperation
  parameters: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  /** Where the service is: `http://127.0.0.1:8787`. */
  origin: string
}

export interface SnippetLanguage {
  name: string
  /** Null where the operation is not offered in this way. */
  write(request: SnippetRequest): string | null
}

export const snippetLanguages: readonly SnippetLanguage[] = [
  { name: 'curl', write: writeCurl },
  { name: 'TypeScript', write: writeTypeScript },
  { name: 'Python', write: writePython },
  { name: 'MCP', write: writeMcp },
  { name: 'Command line', write: writeCommand },
]

function writeCurl({ operation, parameters, headers, origin }: SnippetRequest): string {
  const lines = [
    `curl -sS -G ${shellWord(origin + operation.path)}`,
    '-H "Authorization: Bearer $GLEANER_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...Object.entries(parameters).map(([name, value]) => `--data-urlencode ${shellWord(`${name}=${value}`)}`),
  ]
  return lines.join(' \\\n  ')
}

function writeTypeScript({ operation, parameters, headers, origin }: SnippetRequest): string {
  const method = operation.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const idempotencyKey = headers['Idempotency-Key']
  const options = idempotencyKey === undefined ? '' : `, { idempotencyKey: ${stringLiteral(idempotencyKey)} }`
  const wellFormed = Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, text.toWellFormed()]))
  const asked = JSON.stringify(typedParameters(operation, wellFormed), null, 2)
  return linesOf(
    "import { createClient } from 'gleaner/client'",
    '',
    'const gleaner = createClient({',
    '  key: process.env.GLEANER_KEY,',
    `  baseUrl: ${stringLiteral(origin)},`,
    '})',
    `const result = await gleaner.${method}(`.concat(asked, options, ')'),
    'console.log(result)',
  )
}

function writePython({ operation, parameters, headers, origin }: SnippetRequest): string {
  return linesOf(
    'import json, os, urllib.parse, urllib.request',
    '',
    'parameters = {',
    ...literalEntries(parameters, '    '),
    '}',
    'request = urllib.request.Request(',
    `    ${stringLiteral(`${origin + operation.path}?`)} + urllib.parse.urlencode(parameters),`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ.get("GLEANER_KEY", ""),',
    ...literalEntries(headers, '        '),
    '    },',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    result = json.load(response)',
    'print(json.dumps(result, indent=2))',
  )
}

const linesOf = (...lines: string[]) => `${lines.join('\n')}\n`

function writeMcp({ operation, parameters }: SnippetRequest): string | null {
  if (operation.tool === null) return null
  const call = { name: operation.tool, arguments: typedParameters(operation, parameters) }
  return `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }, null, 2)}\n`
}

function writeCommand({ operation, parameters }: SnippetRequest): string | null {
  if (operation.command === null) return null
  const subject = parameters[operation.subject.name] ?? ''
  const flags = Object.entries(parameters)
    .filter(([name]) => name !== operation.subject.name)
    .map(([name, value]) => `--${name.replaceAll('_', '-')}=${value}`)
  const words = subject.startsWith('-') ? [...flags, '--', subject] : [subject, ...flags]
  return ['gleaner', operation.command, ...words].map((word) => shellWord(word)).join(' ')
}
