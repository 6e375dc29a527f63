/** Checks that commands accept the calls shown in help and documents. */

import { parseInput } from '../../../src/contract/parse-input.ts'
import { readArguments } from '../../../src/interfaces/cli/command.ts'
import { createCommands } from '../../../src/interfaces/cli/commands.ts'
import { parseFlags } from '../../../src/interfaces/cli/flags.ts'
import { flagsOf } from '../../../src/interfaces/cli/help/manual.ts'
import { scrapeFlags } from '../../../src/interfaces/cli/help/scrape-flags.ts'
import { readScrapeFlags } from '../../../src/interfaces/cli/scrape-flag-values.ts'
import { coerceParameters } from '../../../src/interfaces/coerce.ts'
import { createRegistry, type RegisteredOperation } from '../../../src/operations/registry.ts'

const operations: Record<string, RegisteredOperation> = Object.fromEntries(
  Object.values(createRegistry(['a-model'])).flatMap((one) => (one.command ? [[one.command, one]] : [])),
)
const commands = createCommands()

/** Stands for the URLs in a file. */
const anyUrl = 'https://example.com/'

function accept(operation: RegisteredOperation, parameters: [string, string][]): void {
  const { raw, faulty } = coerceParameters(operation, parameters)
  parseInput(operation, raw, faulty)
}

/** Throws if the command would refuse the call. `call` is the text after `gleaner`. */
export async function acceptCall(call: string): Promise<void> {
  const words = [...call.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
  const [name = '', ...argv] = words
  const command = commands.find((one) => one.name === name)
  if (!command) throw new Error(`there is no command ${name}`)
  if (argv.includes('--help')) return
  const operation = operations[name]
  if (operation) {
    const flags = parseFlags(operation, argv, name === 'scrape' ? scrapeFlags : {})
    const { base, input, file, html } = readScrapeFlags(flags)
    if (flags.words.length < 2 && (input ?? file ?? html) === undefined) return accept(operation, flags.parameters)
    const shared = flags.parameters.filter(([param]) => param !== 'url')
    const urls = [
      ...flags.words,
      ...(base === undefined ? [] : [base]),
      ...(input === undefined && base !== undefined ? [] : [anyUrl]),
    ]
    for (const url of urls) accept(operation, [...shared, ['url', url]])
    return
  }
  const { verbs = {}, ...own } = await command.manual()
  const verb = verbs[argv[0] ?? '']
  const taken = verb ?? own
  const { words: rest } = readArguments(flagsOf(taken), verb ? argv.slice(1) : argv)
  const mayLack = taken.words?.every(({ name }) => name.startsWith('['))
  if (rest.length !== (taken.words?.length ?? 0) && !mayLack) throw new Error(`${call}: ${rest.length} words`)
}
