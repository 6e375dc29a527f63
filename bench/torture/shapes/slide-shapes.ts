/** Presentations that are hard to read. */

import {
  openDocumentParts,
  partsOf,
  pptxParts,
  relationships,
  shape,
} from '../../../test/documents/hostile/office-files.ts'
import type { Random } from '../random.ts'
import { repeatedTable } from './flow-shapes.ts'
import { amount, entities, type Family, giant, longXml, many, nested, pack } from './pieces.ts'

const pptx = (random: Random, slide: string, more: Record<string, string> = {}, slides?: string) =>
  pack(partsOf(pptxParts(slide, more, slides)), random)
const text = (content: string) => shape(`<a:p><a:r><a:t>${content}</a:t></a:r></a:p>`)
const frame = (inside: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></p:graphicFrame>`
const diagram = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
const chart = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
const slideRelations = (rows: Parameters<typeof relationships>[0]) => ({
  'ppt/slides/_rels/slide1.xml.rels': relationships(rows),
})

export const pptxShapes: readonly Family[] = [
  [
    'one slide again and again',
    (random) =>
      pptx(
        random,
        text('x '.repeat(amount(random, 1, 50_000))),
        {},
        '<p:sldId id="256" r:id="rId1"/>'.repeat(amount(random, 10, 100_000)),
      ),
  ],
  [
    'groups in groups',
    (random) => pptx(random, nested('<p:grpSp>', '</p:grpSp>', amount(random, 100, 200_000), text('x'))),
  ],
  ['a long text', (random) => pptx(random, text(longXml(random)))],
  ['many shapes', (random) => pptx(random, text('x').repeat(amount(random, 1000, 200_000)))],
  [
    'shapes in giant places',
    (random) =>
      pptx(
        random,
        many(
          amount(random, 10, 50_000),
          () =>
            `<p:sp><p:spPr><a:xfrm rot="${giant(random)}"><a:off x="${giant(random)}" y="${giant(random)}"/><a:ext cx="${giant(random)}" cy="${giant(random)}"/></a:xfrm></p:spPr><p:txBody><a:p><a:pPr lvl="${giant(random)}" marL="${giant(random)}"><a:buAutoNum type="romanUcPeriod" startAt="${giant(random)}"/></a:pPr><a:r><a:rPr sz="${giant(random)}"/><a:t>x</a:t></a:r></a:p></p:txBody></p:sp>`,
        ),
      ),
  ],
  [
    'a table',
    (random) => {
      const cell = () =>
        `<a:tc gridSpan="${giant(random)}" rowSpan="${giant(random)}" vMerge="${random.pick(['0', '1'])}"><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody></a:tc>`
      return pptx(
        random,
        frame(
          `<a:tbl><a:tblGrid>${'<a:gridCol w="1"/>'.repeat(amount(random, 1, 100_000))}</a:tblGrid>${many(amount(random, 1, 500), () => `<a:tr>${many(random.integer(1, 300), cell)}</a:tr>`)}</a:tbl>`,
        ),
      )
    },
  ],
  [
    'a diagram',
    (random) => {
      const count = amount(random, 10, 100_000)
      const way = random.pick(['below one', 'in a chain', 'in circles'])
      const end = (n: number) => (way === 'below one' ? 0 : way === 'in a chain' ? n - 1 : (n * 7) % count)
      const data = `<dgm:dataModel ${diagram}><dgm:ptLst>${many(count, (n) => `<dgm:pt modelId="${n}"/>`)}</dgm:ptLst><dgm:cxnLst>${many(count, (n) => `<dgm:cxn srcId="${end(n)}" destId="${n}" srcOrd="${giant(random)}"/>`)}</dgm:cxnLst></dgm:dataModel>`
      return pptx(random, frame(`<dgm:relIds ${diagram} r:dm="d1"/>`).repeat(random.integer(1, 100)), {
        ...slideRelations([['d1', 'diagramData', '../diagrams/data1.xml']]),
        'ppt/diagrams/data1.xml': data,
      })
    },
  ],
  [
    'a chart',
    (random) => {
      const points = many(amount(random, 10, 50_000), () => `<c:pt idx="${giant(random)}"><c:v>x</c:v></c:pt>`)
      const series = `<c:ser><c:cat><c:strRef><c:strCache><c:ptCount val="${giant(random)}"/>${points}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:ptCount val="${giant(random)}"/>${points}</c:numCache></c:numRef></c:val></c:ser>`
      return pptx(random, frame(`<c:chart ${chart} r:id="c1"/>`).repeat(amount(random, 1, 1000)), {
        ...slideRelations([['c1', 'chart', '../charts/chart1.xml']]),
        'ppt/charts/chart1.xml': `<c:chartSpace ${chart}><c:chart><c:plotArea><c:barChart>${series.repeat(random.integer(1, 10))}</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
      })
    },
  ],
  [
    'notes and layouts in circles',
    (random) =>
      pptx(
        random,
        text('x').repeat(amount(random, 1, 1000)),
        slideRelations([
          ['r1', 'notesSlide', 'slide1.xml'],
          ['r2', 'slideLayout', 'slide1.xml'],
          ['r3', 'slideMaster', 'slide1.xml'],
        ]),
        '<p:sldId id="256" r:id="rId1"/>'.repeat(amount(random, 1, 10_000)),
      ),
  ],
  [
    'entities',
    (random) =>
      pptx(random, '', {
        'ppt/slides/slide1.xml': `${entities(random)}<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${text('&e12;')}</p:spTree></p:cSld></p:sld>`,
      }),
  ],
  [
    'giant attributes',
    (random) =>
      pptx(
        random,
        `<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" descr="${'x '.repeat(amount(random, 1000, 10_000_000))}"/></p:nvPicPr></p:pic>${text('x')}`,
      ),
  ],
]

const odp = (random: Random, body: string, options = {}) =>
  pack(openDocumentParts('presentation', body, options), random)
const page = (inside: string) => `<draw:page draw:name="p">${inside}</draw:page>`
const box = (inside: string) => `<draw:frame><draw:text-box>${inside}</draw:text-box></draw:frame>`

export const odpShapes: readonly Family[] = [
  [
    'many pages',
    (random) =>
      odp(
        random,
        page(box(`<text:p>${'x '.repeat(amount(random, 1, 2000))}</text:p>`)).repeat(amount(random, 100, 20_000)),
      ),
  ],
  [
    'groups in groups',
    (random) =>
      odp(random, page(nested('<draw:g>', '</draw:g>', amount(random, 100, 200_000), box('<text:p>x</text:p>')))),
  ],
  [
    'boxes in boxes',
    (random) =>
      odp(
        random,
        page(
          nested(
            '<draw:frame><draw:text-box>',
            '</draw:text-box></draw:frame>',
            amount(random, 100, 100_000),
            '<text:p>x</text:p>',
          ),
        ),
      ),
  ],
  [
    'lists in lists',
    (random) =>
      odp(
        random,
        page(
          box(
            nested(
              '<text:list><text:list-item>',
              '</text:list-item></text:list>',
              amount(random, 100, 100_000),
              '<text:p>x</text:p>',
            ),
          ),
        ),
      ),
  ],
  ['a long text', (random) => odp(random, page(box(`<text:p>${longXml(random)}</text:p>`)))],
  [
    'repeated tables in each other',
    (random) => {
      let inside = '<text:p>x</text:p>'
      for (let left = random.integer(1, 12); left > 0; left--) inside = repeatedTable(random, inside)
      return odp(random, page(`<draw:frame>${inside}</draw:frame>`).repeat(random.integer(1, 20)))
    },
  ],
  [
    'many frames',
    (random) =>
      odp(
        random,
        page(
          `<draw:frame svg:x="${giant(random)}cm"/>`.repeat(amount(random, 1000, 500_000)) +
            '<draw:object/>'.repeat(random.integer(0, 1000)),
        ),
      ),
  ],
  [
    'many spaces',
    (random) =>
      odp(
        random,
        page(box(many(amount(random, 1, 20_000), () => `<text:p>x<text:s text:c="${giant(random)}"/></text:p>`))),
      ),
  ],
  ['entities', (random) => odp(random, page(box('<text:p>&e12;</text:p>')), { prolog: entities(random) })],
]
