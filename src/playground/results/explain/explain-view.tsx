/** What was kept of a page and what was dropped, drawn on its own structure. */

import { useMemo, useState } from 'preact/hooks'
import { formatNumber, formatShare } from '../../locale/numbers.ts'
import { ownField } from '../../operations/own-field.ts'
import { charsOf, type ExplainedPart, type StructureNode, structureOf } from './structure.ts'

export interface Explanation {
  kind?: string | null
  confidence?: number
  level?: string
  kept: readonly ExplainedPart[]
  dropped: readonly ExplainedPart[]
}

const levelWords: Readonly<Record<string, string>> = {
  strict: 'All that reads unlike content was dropped.',
  loose: 'Too little was left at first, so less was dropped.',
  tags: 'The page is short: only what its tags set apart was dropped.',
  nothing: 'Nothing was dropped: nothing else would be left.',
}

const shown = ['everything', 'kept', 'dropped'] as const

export function ExplainView({ explanation }: { explanation: Explanation }) {
  const { kept, dropped, kind, confidence, level = '' } = explanation
  const [which, setWhich] = useState<(typeof shown)[number]>('everything')
  const root = useMemo(
    () => structureOf(which === 'dropped' ? [] : kept, which === 'kept' ? [] : dropped),
    [kept, dropped, which],
  )
  const [keptChars, droppedChars] = [charsOf(kept), charsOf(dropped)]
  return (
    <div class="view">
      <p class="explain-summary">
        {kind && (
          <>
            Read as <strong>{kind}</strong>
            {confidence !== undefined && <> with a confidence of {formatShare(confidence)}</>}.{' '}
          </>
        )}
        {ownField(levelWords, level) ?? ''}
      </p>
      <div class="kept-bar" aria-hidden="true">
        <span class="kept" style={{ flexGrow: keptChars }} />
        <span class="dropped" style={{ flexGrow: droppedChars }} />
      </div>
      <div class="view-bar">
        <span>
          <span class="key kept" /> {formatNumber(keptChars)} characters kept <span class="key dropped" />{' '}
          {formatNumber(droppedChars)} dropped
        </span>
        <fieldset class="segments">
          <legend class="visually-hidden">Parts that are shown</legend>
          {shown.map((name) => (
            <label key={name}>
              <input type="radio" name="parts" checked={which === name} onChange={() => setWhich(name)} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <div class="structure">
        <Nodes nodes={root.children} />
      </div>
    </div>
  )
}

function Nodes({ nodes }: { nodes: readonly StructureNode[] }) {
  return (
    <ul>
      {nodes.map((node, n) => (
        <li key={n}>
          <Node node={node} />
        </li>
      ))}
    </ul>
  )
}

/** Elements that hold nothing but one another stand on one line. */
function Node({ node }: { node: StructureNode }) {
  const [steps, last] = singleLine(node)
  return (
    <>
      <code>{steps.join(' › ')}</code>
      {last.parts.map((part, n) => (
        <Part key={n} part={part} />
      ))}
      {last.children.length > 0 && <Nodes nodes={last.children} />}
    </>
  )
}

function singleLine(node: StructureNode): [string[], StructureNode] {
  const steps = [node.step]
  let last = node
  for (let only = onlyChild(last); only; only = onlyChild(last)) {
    steps.push(only.step)
    last = only
  }
  return [steps, last]
}

function onlyChild({ children, parts }: StructureNode): StructureNode | null {
  return parts.length === 0 && children.length === 1 ? (children[0] ?? null) : null
}

function Part({ part: { isKept, reason, chance, chars, text } }: { part: StructureNode['parts'][number] }) {
  return (
    <div class={isKept ? 'part kept' : 'part dropped'}>
      <p class="part-head">
        <strong>{isKept ? 'Kept' : 'Dropped'}</strong> {reason}
        <span class="muted">
          {formatNumber(chars)} characters · {formatShare(chance)} likely content
        </span>
      </p>
      <p class="part-text">{text}</p>
    </div>
  )
}
