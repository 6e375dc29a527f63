import { expect, test } from 'vitest'
import { DocumentMeter } from '../../../../src/documents/converted/document-meter.ts'
import { diagramHtml } from '../../../../src/documents/office/drawings/graphic.ts'
import { parseXml } from '../../../../src/documents/office/xml/xml-tree.ts'

const namespaces =
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'

function textsOf(nodes: readonly string[], lines: readonly (readonly [from: string, to: string])[]): string[] {
  const points = nodes.map(
    (id) => `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${id}</a:t></a:r></a:p></dgm:t></dgm:pt>`,
  )
  const connections = lines.map(([from, to], i) => `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${i}"/>`)
  const model = `<dgm:dataModel ${namespaces}><dgm:ptLst>${points.join('')}</dgm:ptLst><dgm:cxnLst>${connections.join('')}</dgm:cxnLst></dgm:dataModel>`
  return diagramHtml(parseXml(model), new DocumentMeter())
    .split(/<[^>]*>|\s+/)
    .filter(Boolean)
}

test('nests each node of a diagram once, below its parent', () => {
  const lines = [
    ['a', 'c'],
    ['c', 'b'],
    ['a', 'b'],
  ] as const
  expect(textsOf(['a', 'b', 'c', 'd'], lines)).toEqual(['a', 'c', 'b', 'd'])
})

test('keeps nodes that form a cycle', () => {
  const lines = [
    ['b', 'c'],
    ['c', 'b'],
    ['d', 'd'],
  ] as const
  expect(textsOf(['a', 'b', 'c', 'd'], lines)).toEqual(['a', 'b', 'c', 'd'])
})
