/** What a result cost and weighs, and where its time went. */

import { formatBytes, formatDuration, formatMoment, formatNumber } from '../locale/numbers.ts'
import type { Success } from '../session/requests/outcome.ts'
import { stageLabel, type Timing } from '../session/requests/server-timing.ts'

/** About how many characters a token has, where the service does not say. */
const charsPerToken = 4

export function Figures({ success }: { success: Success }) {
  const { body, bytes, pieces, timing } = success
  return (
    <section class="figures" aria-label="Figures">
      <dl>
        {figuresOf(success).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{pieces > 1 ? `Size of ${formatNumber(pieces)} pieces` : 'Size'}</dt>
          <dd>{formatBytes(bytes)}</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{formatDuration(timing.totalMs)}</dd>
        </div>
      </dl>
      <StageBar timing={timing} />
      {typeof body.fetched_at === 'string' && (
        <p class="muted fetched">
          Fetched {formatMoment(body.fetched_at)}
          {body.from_cache === true ? ', kept since' : ''}
        </p>
      )}
    </section>
  )
}

/** Those that the result has. */
function figuresOf({ body }: Success): [string, string][] {
  const { credits_charged: charged, credits_remaining: left, status_code: status, usage } = body
  const { input_tokens: read, output_tokens: written } = (usage ?? {}) as Record<string, unknown>
  const rows: [string, string | null][] = [
    ['Status', typeof status === 'number' ? String(status) : null],
    ['Credits', typeof charged === 'number' ? formatNumber(charged) : null],
    ['Credits left', typeof left === 'number' ? formatNumber(left) : null],
    ['Tokens', tokensOf(body)],
    ['Model read', typeof read === 'number' ? `${formatNumber(read)} tokens` : null],
    ['Model wrote', typeof written === 'number' ? `${formatNumber(written)} tokens` : null],
  ]
  return rows.filter((row): row is [string, string] => row[1] !== null)
}

function tokensOf({ content_tokens: told, content }: Success['body']): string | null {
  if (typeof told === 'number') return formatNumber(told)
  const text = typeof content === 'string' ? content : content ? JSON.stringify(content) : ''
  return text === '' ? null : `≈ ${formatNumber(Math.ceil(text.length / charsPerToken))}`
}

function StageBar({ timing: { stages } }: { timing: Timing }) {
  if (stages.length === 0) return null
  return (
    <div class="stages">
      <div class="stage-bar" aria-hidden="true">
        {stages.map(({ name, ms }) => (
          <span key={name} class={`stage ${name}`} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul class="stage-list" aria-label="Time by stage">
        {stages.map(({ name, ms }) => (
          <li key={name}>
            <span class={`key stage ${name}`} />
            {stageLabel(name)} <span class="muted">{formatDuration(ms)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
