/** The same request for each way of calling the service. The key is never in it: it is taken from the variable GLEANER_KEY. */

import type { ApiOperation } from '../operations/api-operation.ts'
import { typedParameters } from '../operations/parameters.ts'
import { holdsSecrets } from '../operations/secrets.ts'
import { literalEntries, pythonLiteral, shellWord, stringLiteral } from './quoting.ts'

interface SnippetRequest {
  operation: ApiOperation
  parameters: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  /** Where the service is: `http://127.0.0.1:8787`. */
  origin: string
}

interface SnippetLanguage {
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

/** Secrets go as a JSON body. */
const isPosted = ({ operation, parameters }: SnippetRequest) => operation.takesJson && holdsSecrets(parameters)

function writeCurl(request: SnippetRequest): string {
  const { operation, parameters, headers, origin } = request
  const address = shellWord(origin + operation.path)
  const lines = [
    isPosted(request) ? `curl -sS ${address}` : `curl -sS -G ${address}`,
    '-H "Authorization: Bearer $GLEANER_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(isPosted(request)
      ? [
          "-H 'Content-Type: application/json'",
          `-d ${shellWord(JSON.stringify(typedParameters(operation, wellFormed(parameters))))}`,
        ]
      : Object.entries(parameters).map(([name, value]) => `--data-urlencode ${shellWord(`${name}=${value}`)}`)),
  ]
  return lines.join(' \\\n  ')
}

/** As it is sent: half a surrogate pair is replaced. */
function wellFormed(parameters: SnippetRequest['parameters']): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, text.toWellFormed()]))
}

function writeTypeScript({ operation, parameters, headers, origin }: SnippetRequest): string {
  const method = operation.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const idempotencyKey = headers['Idempotency-Key']
  const options = idempotencyKey === undefined ? '' : `, { idempotencyKey: ${stringLiteral(idempotencyKey)} }`
  const asked = JSON.stringify(typedParameters(operation, wellFormed(parameters)), null, 2)
  return linesOf(
    "import { createClient } from 'gleaner-client'",
    '',
    'const gleaner = createClient({',
    '  key: process.env.GLEANER_KEY,',
    `  baseUrl: ${stringLiteral(origin)},`,
    '})',
    `const result = await gleaner.${method}(`.concat(asked, options, ')'),
    'console.log(result)',
  )
}

function writePython(request: SnippetRequest): string {
  const { operation, parameters, headers, origin } = request
  const address = stringLiteral(origin + operation.path)
  return linesOf(
    'import json, os, urllib.parse, urllib.request',
    '',
    ...(isPosted(request)
      ? [`parameters = ${pythonLiteral(typedParameters(operation, parameters))}`]
      : ['parameters = {', ...literalEntries(parameters, '    '), '}']),
    'request = urllib.request.Request(',
    ...(isPosted(request)
      ? [`    ${address},`, '    data=json.dumps(parameters).encode(),']
      : [`    ${address} + "?" + urllib.parse.urlencode(parameters),`]),
    '    headers={',
    '        "Authorization": "Bearer " + os.environ.get("GLEANER_KEY", ""),',
    ...(isPosted(request) ? ['        "Content-Type": "application/json",'] : []),
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
