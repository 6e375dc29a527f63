/** Checks HTML tokens against html5lib's cases. */

import { readdir, readFile } from 'node:fs/promises'
import { type Token, type TokenHandler, TokenizerMode } from 'parse5'
import { withShortReferences } from '../../../src/html/parse/parse.ts'
import { SearchingTokenizer } from '../../../src/html/parse/tokenizer.ts'
import { type Failure, judge, type Suite, shareOf, suiteData } from '../suite.ts'

interface TokenTest {
  description: string
  input: string
  output: OutputToken[]
  initialStates?: string[]
  lastStartTag?: string
  doubleEscaped?: boolean
}

type OutputToken = [kind: string, ...unknown[]]

export const html5libTokens: Suite = {
  name: 'html5lib-tokens',
  source: 'html5lib-tests, tokenizer/*.test',
  async run(options) {
    const folder = suiteData('html5lib-tests/tokenizer/')
    if (!folder) return null
    // The XML cases are for a different tokenizer.
    const names = (await readdir(folder)).filter((name) => name.endsWith('.test') && name !== 'xmlViolation.test')
    const files = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
    const tests = files.flatMap((file) => (JSON.parse(file) as { tests?: TokenTest[] }).tests ?? [])
    const cases = tests.flatMap((test) => (test.initialStates ?? ['Data state']).map((state) => ({ test, state })))
    return judge(
      shareOf(
        cases.filter(({ state }) => state in modes),
        2000,
        options,
      ),
      failureOf,
    )
  },
}

/** Only the tree builder starts sections of character data. */
const modes: Record<string, number> = {
  'Data state': TokenizerMode.DATA,
  'RCDATA state': TokenizerMode.RCDATA,
  'RAWTEXT state': TokenizerMode.RAWTEXT,
  'Script data state': TokenizerMode.SCRIPT_DATA,
  'PLAINTEXT state': TokenizerMode.PLAINTEXT,
}

function failureOf({ test, state }: { test: TokenTest; state: string }): Failure | null {
  const read = (text: string) => (test.doubleEscaped ? unescaped(text) : text)
  const collector = new Collector()
  const tokenizer = new SearchingTokenizer({}, collector)
  tokenizer.state = modes[state] as number as typeof tokenizer.state
  if (test.lastStartTag !== undefined) tokenizer.lastStartTagName = test.lastStartTag
  // Shortens the references first, as `parseDocument` does.
  tokenizer.write(withShortReferences(read(test.input)), true)
  const got = JSON.stringify(collector.tokens)
  const expected = JSON.stringify(test.output.map((token) => token.map((part) => readPart(part, read))))
  return got === expected ? null : { name: `${state}: ${test.input}`, got, expected }
}

function readPart(part: unknown, read: (text: string) => string): unknown {
  if (typeof part === 'string') return read(part)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [read(name), read(String(value))]))
}

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-fA-F]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

class Collector implements TokenHandler {
  readonly tokens: OutputToken[] = []

  onDoctype({ name, publicId, systemId, forceQuirks }: Token.DoctypeToken): void {
    this.tokens.push(['DOCTYPE', name, publicId, systemId, !forceQuirks])
  }

  onStartTag({ tagName, attrs, selfClosing }: Token.TagToken): void {
    const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
    this.tokens.push(['StartTag', tagName, attributes, ...(selfClosing ? [true] : [])])
  }

  onEndTag({ tagName }: Token.TagToken): void {
    this.tokens.push(['EndTag', tagName])
  }

  onComment({ data }: Token.CommentToken): void {
    this.tokens.push(['Comment', data])
  }

  onEof(): void {}

  onCharacter({ chars }: Token.CharacterToken): void {
    const last = this.tokens.at(-1)
    if (last?.[0] === 'Character') last[1] = `${last[1]}${chars}`
    else this.tokens.push(['Character', chars])
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  onNullCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }
}
