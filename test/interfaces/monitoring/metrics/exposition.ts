/**
 * A parser for Prometheus's text format, as strict as the specification. Each line must have a known form and follow its family's HELP and
 * TYPE.
 */

interface Family {
  help: string
  type: string
  samples: Sample[]
}

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Families by name. Throws an Error that quotes a malformed line. */
export type Exposition = Map<string, Family>

const number = '[+-]?(?:Inf|NaN|[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?)'
const labelPair = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
const sampleLine = new RegExp(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(${labelPair}(?:,${labelPair})*)?\\})? (${number})$`)

/** @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export function parsePrometheus(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  return parseLines(text.split('\n').filter((line) => line !== ''))
}

/** Returns the samples with these labels from the family with this name. */
export function samplesOf(all: Exposition, name: string, labels: Record<string, string> = {}): Sample[] {
  return [...all.values()]
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
}

/** Returns the sum of the samples, or 0 if there are no samples. */
export function sumOf(all: Exposition, name: string, labels: Record<string, string> = {}): number {
  return samplesOf(all, name, labels).reduce((sum, { value }) => sum + value, 0)
}

function parseLines(lines: readonly string[]): Exposition {
  const families: Exposition = new Map()
  let current: (Family & { name: string }) | null = null
  for (const line of lines) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind === 'HELP') {
      if (families.has(name)) throw new Error(`A family comes twice: ${line}`)
      current = { name, help: rest, type: '', samples: [] }
      families.set(name, current)
      continue
    }
    if (kind === 'TYPE') {
      if (current?.name !== name || current.samples.length > 0) throw new Error(`TYPE without its HELP: ${line}`)
      if (!/^(?:counter|gauge|histogram|summary)$/.test(rest)) throw new Error(`No type: ${line}`)
      current.type = rest
      continue
    }
    const sample = parseSample(line)
    if (!current || !suffixes(current.type).some((end) => sample.name === current?.name + end)) {
      throw new Error(`A sample outside of its family: ${line}`)
    }
    current.samples.push(sample)
  }
  return families
}

function parseSample(line: string): Sample {
  const [match, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? []
  if (match === undefined) throw new Error(`No sample: ${line}`)
  const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [
    label,
    text.replace(/\\(["\\n])/g, (_, mark) => (mark === 'n' ? '\n' : mark)),
  ])
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }
}

function suffixes(type: string): string[] {
  if (type === 'histogram') return ['_bucket', '_sum', '_count']
  return type === 'summary' ? ['', '_sum', '_count'] : ['']
}
