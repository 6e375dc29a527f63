/**
 * Finds wording that the project doesn't use: phrases that read like a translation, and private words instead of standard terms. `node
 * scripts/english/plain-english.ts [FOLDER ...]` prints the findings by pattern and folder, `--list` prints each one, and `--long` prints
 * long sentences.
 */

import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { type Passage, type PassageKind, projectPassages } from './passages.ts'

interface Pattern {
  /** The wording, as named in the report. */
  name: string
  expression: RegExp
  /** The replacement to suggest. */
  instead: string
  /** Kinds of passages that the pattern applies to. By default, all except names. */
  kinds?: readonly PassageKind[]
}

const pattern = (name: string, expression: RegExp, instead: string, kinds?: readonly PassageKind[]): Pattern => ({
  ...{ name, expression, instead },
  ...(kinds ? { kinds } : {}),
})

const processes = '(?:requests?|process(?:es)?|workers?|browsers?|servers?|programs?|jobs?|pages?|readers?|calls?)'

const patterns: readonly Pattern[] = [
  pattern('starts with Of, What, Whether, Whoever', /^(?:Of|What|Whether|Whoever)\b(?![^.\n]*\?)/, 'who does what', [
    'comment',
  ]),
  pattern('is none', /\b(?:is|are|was|were|be) none\b/i, "isn't one; there are no …"),
  pattern('is no X', /\b(?:is|was|be) no (?!longer\b|more than\b|later than\b|larger than\b|way\b)\w/i, "isn't a …"),
  pattern(
    'so many, so long',
    /\bso (?:many|long|much|often)\b(?! as\b| that\b)/i,
    'the number itself, such as “up to `maxRuns`”',
  ),
  pattern('nobody', /\bnobody\b/i, 'no one, or a sentence with a subject'),
  pattern('stands', /\bstands?\b(?! for\b)/i, 'is in, precedes'),
  pattern('of its own', /\bof (?:its|their|his|your|our) own\b/i, 'its own …, a separate …'),
  pattern('of yours, of theirs', /\bof (?:yours|theirs|ours|mine|hers)\b/i, 'your own, their own'),
  pattern(
    'address (of a page)',
    /\b(?:page|link|site|image|document|feed)(?:'s|s')? address(?:es)?\b|\baddress(?:es)? of (?:a|the|each|every) (?:page|link|site|image|document|feed)/i,
    'URL',
  ),
  pattern('picture', /\bpictures?\b(?!>)/i, 'image'),
  pattern('mend', /\bmend(?:s|ed|ing)?\b/i, 'fix'),
  pattern('anew', /\banew\b/i, 'again'),
  pattern('by itself', /\bby (?:itself|themselves)\b/i, 'automatically, alone'),
  pattern('but for', /\bbut for\b/i, 'except'),
  pattern('besides', /\bbesides\b/i, 'also'),
  pattern('beside', /\bbeside\b/i, 'next to, in addition to, compared with'),
  pattern('in place of', /\bin place of\b/i, 'instead of'),
  pattern('list of text', /\blists? of texts?\b/i, 'array of strings'),
  pattern('has to do with', /\b(?:has|have|had) to do with\b/i, 'is relevant to'),
  pattern(
    'what is to be done',
    /\b(?:is|are|was|were) to be \w+(?:ed|ne|wn|en|id|ut|ad|ept)\b/i,
    'must be …, what to do next',
  ),
  pattern('whatever X is', /\b(?:whatever|whoever|whichever)\b/i, 'regardless of X, any'),
  pattern('as they are', /\bas (?:they are|it is|they were|it was)(?=[.,;:)]|$)/i, 'unchanged'),
  pattern('told, tells', /\b(?:told|tells)\b(?! apart\b)/i, 'reported, says'),
  pattern('wall', /(?<!consent )\bwalls?\b/i, 'challenge page, bot check'),
  pattern(
    'ends (a process)',
    new RegExp(
      `\\bends? (?:the|a|its|their|all|this|that|no) (?:\\w+ )?${processes}\\b|\\b${processes} (?:ends|ended|has ended|have ended)\\b`,
      'i',
    ),
    'fails, stops, terminates',
  ),
  pattern(
    'most…, least… (a limit)',
    /^(?:most|least|longest|fewest|shortest|largest|smallest)(?=[A-Z])/,
    'max…, min…',
    ['name'],
  ),
]

/** Accepted findings: the file, a part of the passage, and the reason. */
const exceptions: readonly { path: string; text: string; reason: string }[] = [
  { path: 'docs/development.md', text: 'pictures.slow.test.ts', reason: 'the name of a file' },
  { path: 'bench/ads.mjs', text: 'ads that are none', reason: "a label in another program's report" },
  { path: 'src/format/main-content/blocks.ts', text: 'nobr output picture', reason: 'names of elements' },
  { path: 'src/format/markdown/elements/definitions.ts', text: 'img picture video', reason: 'names of elements' },
  { path: 'src/html/class-names.ts', text: 'video picture', reason: 'words of class names' },
  { path: 'src/model/instructions.ts', text: 'The page is long', reason: 'a prompt whose effect was measured' },
  { path: 'src/playground/results/page-views.tsx', text: 'img,video', reason: 'a selector' },
]

const maxWords = 35

interface Finding {
  path: string
  line: number
  name: string
  text: string
  instead: string
}

export function findDialect(passages: readonly Passage[]): Finding[] {
  return passages.flatMap(({ path, line, kind, text }) =>
    patterns
      .filter(({ kinds = ['comment', 'text', 'document', 'title'] }) => kinds.includes(kind))
      .flatMap(({ name, expression, instead }) => {
        const found = expression.exec(text)
        if (!found || isException({ path, kind, text })) return []
        const at = Math.max(0, found.index - 40)
        return [{ path, line, name, instead, text: text.slice(at, at + 120).replaceAll('\n', ' ') }]
      }),
  )
}

export function findLongSentences(passages: readonly Passage[]): Finding[] {
  return passages
    .filter(({ kind }) => kind !== 'name')
    .flatMap(({ path, line, text }) =>
      text
        .split(/(?<=[.!?:])\s+|\n\n|\n\s*(?=[-*|#>]|\d+\.)|\s\|\s/)
        .filter((sentence) => sentence.split(/\s+/).length > maxWords)
        .map((sentence) => ({
          path,
          line,
          name: 'long sentence',
          instead: 'two sentences',
          text: sentence.slice(0, 160),
        })),
    )
}

function isException({ path, kind, text }: Pick<Passage, 'path' | 'kind' | 'text'>): boolean {
  // The names of the patterns, and their replacements.
  if (path === 'scripts/english/plain-english.ts' && kind === 'text') return true
  return exceptions.some((exception) => path === exception.path && text.includes(exception.text))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean' }, long: { type: 'boolean' } },
    allowPositionals: true,
  })
  const passages = projectPassages(positionals.length > 0 ? positionals : undefined)
  const findings = values.long ? findLongSentences(passages) : findDialect(passages)
  if (values.list || values.long)
    for (const { path, line, name, text, instead } of findings)
      say(`${path}:${line} [${name}: write ${instead}] ${text}`)
  for (const [title, of] of [
    ['pattern', ({ name }: Finding) => name],
    ['folder', ({ path }: Finding) => dirname(path).split('/').slice(0, 2).join('/')],
  ] as const) {
    say(`\n${title}`)
    const counts = Map.groupBy(findings, of)
    for (const [name, { length }] of [...counts].sort(([, a], [, b]) => b.length - a.length))
      say(`${String(length).padStart(6)}  ${name}`)
  }
  say(`\n${findings.length} findings in ${passages.length} passages`)
}
