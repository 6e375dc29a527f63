/** The right side of the page: nothing yet, a request under way, a failure, or a result with its views. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { OutsideLink } from '../controls/outside-link.tsx'
import { Tabs } from '../controls/tabs.tsx'
import { formatNumber } from '../locale/numbers.ts'
import { ownField } from '../operations/own-field.ts'
import { fillInRequest, operations } from '../session/form-state.ts'
import { takeStep } from '../session/next-step.ts'
import { cancel, outcome, pieceFailure, readOn, work } from '../session/request-state.ts'
import type { Outcome, Success } from '../session/requests/outcome.ts'
import { sortWarnings, warningRemedies } from '../session/requests/remedies.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { FailureView } from './failure-view.tsx'
import { Figures } from './figures.tsx'
import { Notice } from './notice.tsx'
import { viewsOf } from './views.tsx'

export function ResultPanel() {
  const box = useRef<HTMLElement>(null)
  const isLoading = work.value === 'request'
  useEffect(() => {
    // On a narrow screen it stands below the parameters.
    if (isLoading) box.current?.scrollIntoView({ block: 'nearest' })
    // The button that was pressed, to cancel or to go on, is gone.
    else if (document.activeElement === document.body && outcome.value) box.current?.focus({ preventScroll: true })
  }, [isLoading])
  return (
    <section aria-label="Result" ref={box} tabIndex={-1}>
      {isLoading ? (
        <Loading />
      ) : (
        <ErrorBoundary of={outcome.value}>
          <Shown result={outcome.value} />
        </ErrorBoundary>
      )}
    </section>
  )
}

function Shown({ result }: { result: Outcome | null }) {
  if (!result) return <EmptyState />
  return result.kind === 'failure' ? <FailureView failure={result} /> : <SuccessView success={result} />
}

function Loading() {
  return (
    <div class="loading" aria-busy="true">
      <p>
        <span class="spinner" aria-hidden="true" /> Reading the page…
      </p>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      <div class="skeleton" aria-hidden="true">
        <span /> <span /> <span /> <span /> <span />
      </div>
    </div>
  )
}

function SuccessView({ success }: { success: Success }) {
  const { body } = success
  const views = useMemo(() => viewsOf(success), [success])
  const [wanted, want] = useState('')
  const view = views.find(({ id }) => id === wanted) ?? views[0]
  return (
    <>
      <header class="result-head">
        <h2>{String(body.title || body.query || body.final_url || 'Result')}</h2>
        {typeof body.final_url === 'string' && <OutsideLink url={body.final_url} />}
        <SeeWhatWasKept success={success} />
      </header>
      <Figures success={success} />
      {sortWarnings(body.warnings ?? []).map(({ code, message }) => (
        <Notice
          key={code + message}
          kind="warning"
          remedy={ownField(warningRemedies, code) ?? { title: message }}
          messages={Object.hasOwn(warningRemedies, code) ? [message] : []}
          details=""
        />
      ))}
      {view && (
        <Tabs label="Views of the result" name="view" tabs={views} chosen={view.id} onChoose={want}>
          <ErrorBoundary of={view}>{view.draw()}</ErrorBoundary>
        </Tabs>
      )}
      <ReadOn success={success} />
    </>
  )
}

/** From a page's markdown to the explanation of it. */
function SeeWhatWasKept({ success: { body, sent } }: { success: Success }) {
  const explain = operations.value.find(({ name }) => name === 'explain')
  if (!explain || sent.operation !== 'scrape' || body.output !== 'markdown' || body.model) return null
  return (
    <button
      type="button"
      class="quiet"
      title={explain.price ?? explain.title}
      onClick={() => {
        // About the page that is shown, whatever has been filled in since.
        fillInRequest(sent.operation, sent.parameters)
        takeStep({ does: 'switch', label: explain.title, operation: explain.name })
      }}
    >
      See what was kept
    </button>
  )
}

function ReadOn({ success: { body } }: { success: Success }) {
  const { next_offset: next, total_chars: total } = body
  const failure = pieceFailure.value
  if (typeof next !== 'number') return null
  const isReading = work.value === 'piece'
  return (
    <div class="read-on">
      <p>
        {formatNumber(next)} of {formatNumber(total ?? next)} characters are here. Reading on is free for a quarter of
        an hour.
      </p>
      <p class="buttons">
        {isReading ? (
          <button type="button" onClick={cancel}>
            Stop reading on
          </button>
        ) : (
          <>
            <button type="button" class="primary" onClick={() => readOn(false)}>
              Read on
            </button>
            <button type="button" onClick={() => readOn(true)}>
              Read to the end
            </button>
          </>
        )}
      </p>
      {failure?.kind === 'failure' && <FailureView failure={failure} isPiece />}
    </div>
  )
}
