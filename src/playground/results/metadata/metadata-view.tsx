/** Metadata as cards: what the page says of itself, and how a link to it would look where it is shared. */

import type { ComponentChildren } from 'preact'
import { isWebAddress, OutsideLink } from '../../controls/outside-link.tsx'
import { formatMoment } from '../../locale/numbers.ts'
import { labelOf } from '../../operations/labels.ts'
import { ownField } from '../../operations/own-field.ts'
import type { DataRecord } from '../data/records.ts'
import { TableView } from '../data/table-view.tsx'
import { TreeView } from '../data/tree-view.tsx'
import { propertiesOf, shareCardOf } from './share.ts'

interface MetadataViewProps {
  metadata: Readonly<Record<string, unknown>>
  pageUrl: string
}

export function MetadataView({ metadata, pageUrl }: MetadataViewProps) {
  const plain = Object.entries(metadata).filter(([, value]) => typeof value === 'string' && value !== '')
  const sources = propertiesOf(metadata.sources)
  const alternates = Array.isArray(metadata.alternates) ? (metadata.alternates as DataRecord[]) : []
  const data = Array.isArray(metadata.json_ld) ? metadata.json_ld : []
  return (
    <div class="cards">
      <Card title="As it would be shared">
        <SharePreview metadata={metadata} pageUrl={pageUrl} />
      </Card>
      <Card title="The page">
        <dl class="facts">
          {plain.map(([name, value]) => (
            <Fact key={name} name={labelOf(name)} value={String(value)} source={ownField(sources, name)} />
          ))}
        </dl>
        {plain.length === 0 && <p class="muted">It says nothing of itself.</p>}
      </Card>
      <Properties title="Open Graph" values={propertiesOf(metadata.open_graph)} />
      <Properties title="Twitter" values={propertiesOf(metadata.twitter)} />
      {data.length > 0 && (
        <Card title="Structured data" isWide>
          <TreeView value={data} />
        </Card>
      )}
      {alternates.length > 0 && (
        <Card title="Other forms of this page" isWide>
          <TableView records={alternates} label="other forms of this page" />
        </Card>
      )}
    </div>
  )
}

interface CardProps {
  title: string
  isWide?: boolean
  children: ComponentChildren
}

function Card({ title, isWide = false, children }: CardProps) {
  return (
    <section class={isWide ? 'card wide' : 'card'}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Properties({ title, values }: { title: string; values: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <Card title={title}>
      <dl class="facts">
        {entries.map(([name, value]) => (
          <Fact key={name} name={name} value={[value].flat().join('\n')} />
        ))}
      </dl>
    </Card>
  )
}

function Fact({ name, value, source }: { name: string; value: string; source?: unknown }) {
  const shown = /^\d{4}-\d\d-\d\dT/.test(value) ? formatMoment(value) : value
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isWebAddress(value) ? <OutsideLink url={value} /> : <span class="breakable">{shown}</span>}
        {typeof source === 'string' && <small class="muted"> from {source}</small>}
      </dd>
    </div>
  )
}

function SharePreview({ metadata, pageUrl }: MetadataViewProps) {
  const { title, description, site, image, isLarge } = shareCardOf(metadata, pageUrl)
  return (
    <div class={isLarge ? 'share large' : 'share'}>
      <div class="share-picture">
        {image === null ? (
          'No picture'
        ) : (
          <>
            Picture, not loaded here
            <br />
            <OutsideLink url={image} text={fileOf(image)} />
          </>
        )}
      </div>
      <div class="share-words">
        <small>{site}</small>
        <strong>{title}</strong>
        <p>{description}</p>
      </div>
    </div>
  )
}

const fileOf = (url: string) =>
  URL.parse(url)
    ?.pathname.split('/')
    .findLast((part) => part !== '') ?? url
