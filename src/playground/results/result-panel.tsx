/** The result panel, which shows a request in flight, a failure, or a result with its views. */

import { Component, type ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { CopyButton } from '../controls/copy-button.tsx'
import { OutsideLink } from '../controls/outside-link.tsx'
import { hints } from '../session/form-state.ts'
import { type Failure, figuresOf, type Success } from '../session/outcome.ts'
import { announcement, cancel, outcome, pieceFailure, readOn, stage, urlList, work } from '../session/request-state.ts'
import { ListView } from './list-view.tsx'
import { download, savedResult } from './saved-result.ts'
import { viewsOf } from './views.tsx'

export function ResultPanel() {
  const box = useRef<HTMLElement>(null)
  const isLoading = work.value === 'request' || work.value === 'list'
  useEffect(() => {
    // On a narrow screen, the result is below the parameters. It grows when it arrives.
    if (isLoading)
      box.current?.scrollIntoView({ block: matchMedia('(max-width: 60rem)').matches ? 'start' : 'nearest' })
    // The button that had the focus, such as Cancel, no longer exists.
    else if (document.activeElement === document.body && announcement.value !== '')
      box.current?.focus({ preventScroll: true })
  }, [isLoading])
  return (
    <section aria-label="Result" aria-busy={isLoading} ref={box} tabIndex={-1}>
      <ErrorBoundary of={outcome.value}>
        <Shown isLoading={isLoading} />
      </ErrorBoundary>
    </section>
  )
}

function Shown({ isLoading }: { isLoading: boolean }) {
  const result = outcome.value
  if (urlList.value) {
    return (
      <>
        {result?.kind === 'failure' && <FailureView failure={result} />}
        <ListView rows={urlList.value} />
      </>
    )
  }
  if (isLoading) {
    return (
      <div class="view-bar">
        <Waiting />
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    )
  }
  if (!result) return <p class="muted">Fill in the form and press Send. The result appears here.</p>
  return result.kind === 'failure' ? <FailureView failure={result} /> : <SuccessView success={result} />
}

function Waiting() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p class="breakable">
      {stage.value}… {seconds > 0 && <span class="muted">{seconds} s</span>}
    </p>
  )
}

function SuccessView({ success }: { success: Success }) {
  const { body } = success
  const result = useMemo(() => savedResult(success), [success])
  const views = useMemo(() => viewsOf(success), [success])
  const [wanted, setWanted] = useState('')
  const view = views.find(({ id }) => id === wanted) ?? views[0]
  const warnings = Array.isArray(body.warnings) ? body.warnings : []
  return (
    <>
      <header class="result-head">
        <h2>{String(body.title || body.query || body.final_url || success.sent.file?.name || 'Result')}</h2>
        {typeof body.final_url === 'string' && <OutsideLink url={body.final_url} />}
        <p class="buttons">
          {result.isText && <CopyButton label="Copy result" text={() => result.text} />}
          <button type="button" class="quiet" onClick={() => download(result)}>
            Download {result.fileName.slice(result.fileName.lastIndexOf('.'))}
          </button>
        </p>
      </header>
      <dl class="figures">
        {figuresOf(success).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.map(({ code, message }, n) => (
        <p key={n} class="notice warning breakable">
          <code>{code}</code> {message}
        </p>
      ))}
      {view && (
        <Tabs label="Views of the result" tabs={views} chosen={view.id} onChoose={setWanted}>
          <ErrorBoundary of={view}>{view.draw()}</ErrorBoundary>
        </Tabs>
      )}
      <NextPiece body={body} />
    </>
  )
}

interface TabsProps {
  label: string
  tabs: readonly { id: string; label: string }[]
  chosen: string
  onChoose(id: string): void
  children: ComponentChildren
}

/** The arrow keys, Home and End switch between tabs. @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const at = tabs.findIndex(({ id }) => id === chosen)
  const targets: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at + tabs.length - 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabs[targets[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <>
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === chosen}
            aria-controls="tab-panel"
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen}`}>
        {children}
      </div>
    </>
  )
}

function NextPiece({ body: { next_offset: next, total_chars: total } }: Pick<Success, 'body'>) {
  if (typeof next !== 'number') return null
  const isReading = work.value === 'piece'
  return (
    <>
      <div class="view-bar">
        <p>
          {next.toLocaleString()} of {(total ?? next).toLocaleString()} characters are shown. Reading on is free for 15
          minutes.
        </p>
        <button type="button" onClick={isReading ? cancel : readOn}>
          {isReading ? 'Cancel' : 'Read on'}
        </button>
      </div>
      {pieceFailure.value && <FailureView failure={pieceFailure.value} />}
    </>
  )
}

interface ErrorBoundaryProps {
  /** The value being rendered. A new value triggers another attempt. */
  of: unknown
  children: ComponentChildren
}

class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: unknown }> {
  override state = { failed: undefined }

  override componentDidCatch(): void {
    this.setState({ failed: this.props.of })
  }

  override render({ of, children }: ErrorBoundaryProps, { failed }: { failed: unknown }) {
    if (failed !== of) return children
    return (
      <p class="notice error" role="alert">
        This part of the result can’t be shown.
      </p>
    )
  }
}

/** Failures without a response from the service. Their cost is unknown. */
const ownTitles = new Map([
  ['offline', 'The service is not responding'],
  ['unknown_response', 'This response is not from Gleaner'],
  ['unreadable_file', 'The file was not sent'],
])

function FailureView({ failure }: { failure: Failure }) {
  const { type, problems, requestId, creditsCharged, retryAfterS } = failure
  const ownTitle = ownTitles.get(type)
  const cost = creditsCharged > 0 ? `${creditsCharged.toLocaleString()} credits were charged` : 'Nothing was charged'
  const hint = hints.value.get(type)
  return (
    <div class="notice error breakable" role="alert">
      <h2>{ownTitle ?? 'The request failed'}</h2>
      {problems.map(({ field, message }, n) => (
        <p key={n}>{field === null ? message : `${field}: ${message}`}</p>
      ))}
      {hint && <p>{hint}</p>}
      {retryAfterS !== null && <p>Try again in {retryAfterS.toLocaleString()} seconds.</p>}
      {type === 'unauthorized' && (
        <button type="button" onClick={() => document.getElementById('api-key')?.focus()}>
          Enter a key
        </button>
      )}
      {!ownTitle && (
        <p class="small">{[cost, type, requestId && `request ${requestId}`].filter(Boolean).join(' · ')}</p>
      )}
    </div>
  )
}
