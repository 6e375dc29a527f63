/** Data of any shape as a tree that unfolds. */

import { useState } from 'preact/hooks'
import { CopyButton } from '../../controls/copy-button.tsx'
import { isWebAddress, OutsideLink } from '../../controls/outside-link.tsx'
import { formatNumber } from '../../locale/numbers.ts'

const openLevels = 2
const childrenAtOnce = 200
const maxTextChars = 2000

export function TreeView({ value }: { value: unknown }) {
  return (
    <div class="view">
      <div class="view-bar">
        <span class="muted">{isBranch(value) ? sizeOf(value) : ''}</span>
        <CopyButton label="Copy as JSON" text={() => JSON.stringify(value, null, 2)} />
      </div>
      <div class="tree">{isBranch(value) ? <Branches value={value} level={1} /> : <Leaf value={value} />}</div>
    </div>
  )
}

function Branches({ value, level }: { value: object; level: number }) {
  const [most, setMost] = useState(childrenAtOnce)
  const entries = Object.entries(value)
  return (
    <ul>
      {entries.slice(0, most).map(([name, child]) => (
        <li key={name}>
          {isBranch(child) && Object.keys(child).length > 0 ? (
            <Branch name={name} value={child} level={level} />
          ) : (
            <>
              <span class="name">{name}</span> <Leaf value={child} />
            </>
          )}
        </li>
      ))}
      {entries.length > most && (
        <li>
          <button type="button" class="quiet" onClick={() => setMost(most * 5)}>
            {formatNumber(entries.length - most)} more
          </button>
        </li>
      )}
    </ul>
  )
}

function Branch({ name, value, level }: { name: string; value: object; level: number }) {
  const [isOpen, setOpen] = useState(level <= openLevels)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="name">{name}</span> <span class="muted">{sizeOf(value)}</span>
      </summary>
      {isOpen && <Branches value={value} level={level + 1} />}
    </details>
  )
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value !== 'string') return <span class="literal">{JSON.stringify(value) ?? 'nothing'}</span>
  if (isWebAddress(value)) return <OutsideLink url={value} />
  const isLong = value.length > maxTextChars
  return <span class="breakable">{isLong ? `${value.slice(0, maxTextChars).toWellFormed()}…` : value || '""'}</span>
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

function sizeOf(value: object): string {
  const count = Object.keys(value).length
  return `${formatNumber(count)} ${Array.isArray(value) ? (count === 1 ? 'item' : 'items') : count === 1 ? 'field' : 'fields'}`
}
