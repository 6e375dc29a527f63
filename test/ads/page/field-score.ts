/** Compares newer fields of ads from saved result pages with values read by a person (field-truth.json). */

import { readFileSync } from 'node:fs'
import type { Ad } from '../../../src/ads/ad/ad.ts'
import { cleanText } from '../../../src/ads/text/short-texts.ts'
import { read } from '../fixtures.ts'

/** An ad in the reference data. Missing fields are null. */
type TrueFields = Pick<Ad, 'kind' | 'block'> & { title: string } & Partial<
    Pick<Ad, 'price' | 'old_price' | 'rating' | 'reviews' | 'extensions' | 'image_url' | 'address' | 'advertiser'>
  > & { optional_extensions?: string[] }

export const scoredFields = [
  'kind',
  'block',
  'old_price',
  'rating',
  'reviews',
  'extensions',
  'image_url',
  'address',
  'price',
  'advertiser',
] as const

export type ScoredField = (typeof scoredFields)[number]

/** Counts of ads by how the field compares with the reference. */
interface FieldFigures {
  right: number
  wrong: number
  /** The reference has a value but the ad has none, or the ad was not found. */
  missing: number
  /** The ad has a value but the reference has none. */
  invented: number
  /** Both lack a value. */
  empty: number
}

export interface FieldScore {
  figures: Record<ScoredField, FieldFigures>
  /** One line for each wrong, missing or invented value. */
  faults: string[]
}

const pagesOfTruth: Record<string, TrueFields[]> = JSON.parse(
  readFileSync(new URL('field-truth.json', import.meta.url), 'utf8'),
).pages

/** As in the scorer, the HTML without the names that Google changes every year: `--bare`. */
export const withoutNames = (html: string) =>
  html.replace(/\s(class|id|data-text-ad|data-ta-[a-z-]+)=("[^"]*"|'[^']*'|[^\s>]+)/gi, '')

/** Reads every reference page from `folder` (the saved pages), applies `change`, and compares its ads field by field. */
export function scoreFields(folder: URL, change: (html: string) => string): FieldScore {
  const figures = Object.fromEntries(
    scoredFields.map((field) => [field, { right: 0, wrong: 0, missing: 0, invented: 0, empty: 0 }]),
  ) as Record<ScoredField, FieldFigures>
  const faults: string[] = []
  for (const [file, wanted] of Object.entries(pagesOfTruth)) {
    const html = change(readFileSync(new URL(`pages/${file}`, folder), 'utf8'))
    for (const [want, got] of pair(wanted, read(html).ads)) {
      for (const field of scoredFields) {
        const outcome = compare(field, want, got)
        figures[field][outcome]++
        if (outcome === 'right' || outcome === 'empty') continue
        const title = (want ?? got)?.title ?? ''
        const values = `${JSON.stringify(want?.[field] ?? null)}, read ${JSON.stringify(got?.[field] ?? null)}`
        faults.push(`${file} | ${title.slice(0, 60)} | ${field} ${outcome}: ${values}`)
      }
    }
  }
  return { figures, faults }
}

/** Share of correct values among those that the reference or Gleaner has. Fields that both lack don't count. */
export function shareOf({ right, wrong, missing, invented }: FieldFigures): number {
  const all = right + wrong + missing + invented
  return all === 0 ? 1 : right / all
}

/** `98.4 % (63/64); 1 wrong, 0 missing, 0 invented; 99.6 % of all ads`. */
export function describeFigures(figures: FieldFigures): string {
  const { right, wrong, missing, invented, empty } = figures
  const all = right + wrong + missing + invented
  const percent = (part: number, whole: number) => `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(1)} %`
  const told = `${percent(right, all)} (${right}/${all}); ${wrong} wrong, ${missing} missing, ${invented} invented`
  return `${told}; ${percent(right + empty, all + empty)} of all ads`
}

/** Pairs each reference ad with the first unpaired ad with the same title and, if possible, kind and block. Adds the rest unpaired. */
function pair(wanted: TrueFields[], ads: Ad[]): [TrueFields | undefined, Ad | undefined][] {
  const rest = [...ads]
  const pairs = wanted.map((want): [TrueFields, Ad | undefined] => {
    const titled = rest.filter(({ title }) => plain(title) === plain(want.title))
    const alike = titled.filter(({ kind }) => kind === want.kind)
    const got = alike.find(({ block }) => block === want.block) ?? alike[0] ?? titled[0]
    if (got) rest.splice(rest.indexOf(got), 1)
    return [want, got]
  })
  return [...pairs, ...rest.map((ad): [undefined, Ad] => [undefined, ad])]
}

function compare(field: ScoredField, want: TrueFields | undefined, got: Ad | undefined): keyof FieldFigures {
  const optional = new Set(partsOf(want?.optional_extensions))
  const wanted = field === 'extensions' ? partsOf(want?.extensions) : listOf(want?.[field])
  const read =
    field === 'extensions' ? partsOf(got?.extensions).filter((part) => !optional.has(part)) : listOf(got?.[field])
  if (wanted.length === 0) return read.length === 0 ? 'empty' : 'invented'
  if (read.length === 0) return 'missing'
  const isRight =
    field === 'image_url'
      ? read[0]?.startsWith(wanted[0] ?? '')
      : wanted.toSorted().join('\n') === read.toSorted().join('\n')
  return isRight ? 'right' : 'wrong'
}

const plain = (text: string | null | undefined) => cleanText((text ?? '').normalize('NFC'))

/** A value as a one-element list, or an empty list if the value is missing. */
function listOf(value: string | number | string[] | null | undefined): string[] {
  return value === null || value === undefined ? [] : [plain(String(value))]
}

/** The individual extensions. A line with several may count as one or be split. */
function partsOf(extensions: string[] | undefined): string[] {
  return (extensions ?? [])
    .flatMap((line) => line.split('·'))
    .map(plain)
    .filter((part) => part !== '')
}
