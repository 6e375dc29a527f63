/** Large, deep or endless presentations and drawings. */

import type { HostileDocument } from './hostile-document.ts'
import { docx, openDocument, pptx, relationships, shape } from './office-files.ts'

export const presentations: readonly HostileDocument[] = [
  [
    'one slide listed 100,000 times',
    'pptx',
    () => pptx(shape('<a:p><a:r><a:t>x</a:t></a:r></a:p>'), {}, '<p:sldId id="256" r:id="rId1"/>'.repeat(100_000)),
  ],
  [
    'a slide that is its own notes and layout',
    'pptx',
    () =>
      pptx(shape('<a:p><a:r><a:t>x</a:t></a:r></a:p>'), {
        'ppt/slides/_rels/slide1.xml.rels': relationships([
          ['r1', 'notesSlide', 'slide1.xml'],
          ['r2', 'slideLayout', 'slide1.xml'],
          ['r3', 'slideMaster', '../slides/slide1.xml'],
        ]),
      }),
  ],
  [
    'a diagram of 200,000 nodes below one',
    'pptx',
    () => {
      const namespace = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
      const nodes = Array.from({ length: 200_000 }, (_, n) => n)
      return pptx(
        `<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds ${namespace} r:dm="d1"/></a:graphicData></a:graphic></p:graphicFrame>`,
        {
          'ppt/slides/_rels/slide1.xml.rels': relationships([['d1', 'diagramData', '../diagrams/data1.xml']]),
          'ppt/diagrams/data1.xml': `<dgm:dataModel ${namespace}><dgm:ptLst>${nodes.map((n) => `<dgm:pt modelId="${n}"/>`).join('')}</dgm:ptLst><dgm:cxnLst>${nodes.map((n) => `<dgm:cxn srcId="0" destId="${n}" srcOrd="${n}"/>`).join('')}</dgm:cxnLst></dgm:dataModel>`,
        },
      )
    },
  ],
  [
    'one chart drawn 50,000 times',
    'docx',
    () => {
      const chart = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
      const main = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
      const relation = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
      const points = Array.from({ length: 5000 }, (_, n) => `<c:pt idx="${n}"><c:v>${n}.25</c:v></c:pt>`).join('')
      const drawing = `<w:p><w:r><w:drawing><a:graphic ${main}><a:graphicData><c:chart ${chart} ${relation} r:id="c1"/></a:graphicData></a:graphic></w:drawing></w:r></w:p>`
      return docx(drawing.repeat(50_000), {
        'word/_rels/document.xml.rels': relationships([['c1', 'chart', 'charts/chart1.xml']]),
        'word/charts/chart1.xml': `<c:chartSpace ${chart}><c:chart><c:plotArea><c:ser><c:cat>${points}</c:cat></c:ser></c:plotArea></c:chart></c:chartSpace>`,
      })
    },
  ],
  [
    'groups of groups around an object',
    'odp',
    () =>
      openDocument(
        'presentation',
        `<draw:page>${'<draw:g>'.repeat(100_000)}<draw:object/>${'</draw:g>'.repeat(100_000)}</draw:page>`,
      ),
  ],
  [
    'repeated pages of a presentation',
    'odp',
    () =>
      openDocument(
        'presentation',
        '<draw:page draw:name="p"><draw:frame><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame></draw:page>'.repeat(
          50_000,
        ),
      ),
  ],
]
