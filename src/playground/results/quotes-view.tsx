/** Checked quotes, and the page with their passages marked. */

import { useMemo, useState } from 'preact/hooks'
import { OutsideLink } from '../controls/outside-link.tsx'
import type { Success, Verdict } from '../session/outcome.ts'
import { readQuoted, work } from '../session/request-state.ts'
import { maxMarkdownChars, passageEnd, passageMark, passageStart, RenderedMarkdown } from './page-views.tsx'

const verdicts: Readonly<Record<Verdict['match'], string>> = {
  exact: 'Found',
  folded: 'Found in another spelling',
  none: 'Not found',
  unknown: 'Not found, but the page is incomplete or another one',
}

export function QuotesView({ success: { body, quoted, sent } }: { success: Success }) {
  const quotes = body.quotes ?? []
  const [chosen, setChosen] = useState<{ id: string; at: number } | null>(null)
  const page = quoted && 'markdown' in quoted ? quoted.markdown : null
  const marked = useMemo(() => page && markPassages(page, quotes), [page, quotes])
  const isOnPage = quotes.some(({ offset }) => offset !== null)
  return (
    <>
      <ol class="quotes">
        {quotes.map((one, n) => (
          <li key={n} class="breakable">
            <strong>{one.omitted.length > 0 ? 'Found, with omissions' : verdicts[one.match]}</strong>: “{one.quote}”
            <Passage checked={one} />
            {marked !== null && one.offset !== null && (
              <button type="button" class="quiet" onClick={() => setChosen({ id: `quote-${n + 1}`, at: n })}>
                Show passage {n + 1}
              </button>
            )}
          </li>
        ))}
      </ol>
      {isOnPage && !quoted && sent.file && (
        <button type="button" disabled={work.value !== null} onClick={() => void readQuoted()}>
          Mark the passages (reads the file again)
        </button>
      )}
      {quoted && 'failure' in quoted && (
        <p class="muted">The page can’t be shown: {quoted.failure.problems[0]?.message ?? quoted.failure.type}</p>
      )}
      {marked !== null && <RenderedMarkdown markdown={partWith(marked, chosen?.at ?? 0)} target={chosen} />}
    </>
  )
}

function Passage({ checked }: { checked: Verdict }) {
  const { match, text, url, in_main_content: isMain, omitted, differences } = checked
  if (text === null) return match === 'none' ? <p class="muted">No passage of the page is similar.</p> : null
  return (
    <>
      {match !== 'exact' && (
        <p class="muted">
          {match === 'none' ? 'Nearest passage' : 'The page says'}: “{text}”
        </p>
      )}
      {differences.map(({ quote, page }, n) => (
        <p key={n}>
          Quote: {quote === '' ? 'nothing' : <del>{quote}</del>}, page: {page === '' ? 'nothing' : <ins>{page}</ins>}
        </p>
      ))}
      {omitted.map((one, n) => (
        <p key={n}>
          Omits: <ins>{one}</ins>
        </p>
      ))}
      {isMain === false && (
        <p>
          Outside the main content{url !== null && ': '}
          {url !== null && <OutsideLink url={url} />}
        </p>
      )}
    </>
  )
}

/** Returns the markdown with a noncharacter at the start and at the end of each passage. */
function markPassages(markdown: string, quotes: readonly Verdict[]): string {
  const marks = quotes.flatMap(({ match, offset, chars }, n) => {
    if (offset === null || chars === null) return []
    // A mark after a backslash would undo the escape, and an entity is one character of the passage.
    const start = markdown[offset - 1] === '\\' ? offset - 1 : offset
    const [entity = ''] = /^&#?\w+;/.exec(markdown.slice(offset + chars - 1, offset + chars + 10)) ?? []
    const end = offset + chars + Math.max(0, entity.length - 1)
    return [
      { at: start, mark: passageStart(n, match === 'none') },
      { at: end, mark: passageEnd(n) },
    ]
  })
  let text = ''
  let from = 0
  for (const { at, mark } of marks.sort((one, other) => one.at - other.at)) {
    text += withoutMarks(markdown.slice(from, at)) + mark
    from = at
  }
  return text + withoutMarks(markdown.slice(from))
}

function withoutMarks(text: string): string {
  return text.replace(passageMark, '\ufffd')
}

/** Returns the text from its start, or from a block before the passage if this is too far from the start to be shown. */
function partWith(marked: string, n: number): string {
  const at = Math.max(marked.indexOf(passageStart(n)), marked.indexOf(passageStart(n, true)))
  if (at < maxMarkdownChars / 2) return marked
  return marked.slice(Math.max(0, marked.lastIndexOf('\n\n', at - maxMarkdownChars / 4)))
}
