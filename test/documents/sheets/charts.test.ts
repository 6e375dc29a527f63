import { expect, test } from 'vitest'
import { formatDocument, outputOf } from '../format-document.ts'
import { relationships, sheetData, workbookOf } from './workbook.ts'

const namespaces = ['main', 'chart', 'spreadsheetDrawing'].map((name) => {
  return `xmlns:${{ main: 'a', chart: 'c', spreadsheetDrawing: 'xdr' }[name]}="http://schemas.openxmlformats.org/drawingml/2006/${name}"`
})
const declared = `${namespaces.join(' ')} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`

function drawing(...charts: readonly { id: string; hidden?: string }[]): string {
  const frames = charts.map(({ id, hidden = '0' }) => {
    const data = `<a:graphic><a:graphicData><c:chart r:id="${id}"/></a:graphicData></a:graphic>`
    const properties = `<xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart" hidden="${hidden}"/></xdr:nvGraphicFramePr>`
    return `<xdr:twoCellAnchor><xdr:graphicFrame>${properties}${data}</xdr:graphicFrame></xdr:twoCellAnchor>`
  })
  return `<xdr:wsDr ${declared}>${frames.join('')}</xdr:wsDr>`
}

function chart(title: string, values: readonly number[], range = ''): string {
  const points = (texts: readonly (string | number)[]) =>
    texts.map((text, i) => `<c:pt idx="${i}"><c:v>${text}</c:v></c:pt>`)
  const series = `<c:ser><c:tx><c:strRef><c:strCache>${points(['2024'])}</c:strCache></c:strRef></c:tx>
    <c:cat><c:strRef><c:strCache>${points(['North', 'South']).join('')}</c:strCache></c:strRef></c:cat>
    <c:val><c:numRef><c:f>${range}</c:f><c:numCache><c:formatCode>0%</c:formatCode>${points(values).join('')}</c:numCache></c:numRef></c:val></c:ser>`
  return `<c:chartSpace ${declared}><c:chart><c:title><c:tx>${title}</c:tx></c:title><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`
}

const richTitle = '<c:rich><a:p><a:r><a:t>Share of sales</a:t></a:r></a:p></c:rich>'
const linkedTitle =
  '<c:strRef><c:f>Data!$A$1</c:f><c:strCache><c:pt idx="0"><c:v>Costs</c:v></c:pt></c:strCache></c:strRef>'

test('charts in a workbook are below their sheet, and a chart sheet has its name as heading', async () => {
  const workbook = workbookOf({
    sheets: [
      { name: 'Regions &amp; shares', xml: sheetData([['Region', 'Share']]) },
      { name: 'Only a chart', xml: '<sheetData/>' },
    ],
    files: {
      'xl/_rels/workbook.xml.rels': relationships([
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'chartsheet', 'chartsheets/sheet1.xml'],
      ]),
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([['d1', 'drawing', '../drawings/drawing1.xml']]),
      'xl/chartsheets/sheet1.xml': '<chartsheet/>',
      'xl/chartsheets/_rels/sheet1.xml.rels': relationships([['d1', 'drawing', '../drawings/drawing2.xml']]),
      'xl/drawings/drawing1.xml': drawing({ id: 'c1' }, { id: 'c2', hidden: '1' }),
      'xl/drawings/drawing2.xml': drawing({ id: 'c2' }),
      'xl/drawings/_rels/drawing1.xml.rels': relationships([
        ['c1', 'chart', '../charts/chart1.xml'],
        ['c2', 'chart', '../charts/chart2.xml'],
      ]),
      'xl/drawings/_rels/drawing2.xml.rels': relationships([['c2', 'chart', '../charts/chart2.xml']]),
      'xl/charts/chart1.xml': chart(richTitle, [0.25, 0.75], "'Regions &amp; shares'!$B$2:$B$3"),
      'xl/charts/chart2.xml': chart(linkedTitle, [0.5, 0.5]),
    },
  })
  expect(await outputOf('xlsx', workbook)).toBe(
    [
      '## Regions & shares\n\n| Region | Share |\n| --- | --- |\n\nShare of sales\n\n2024',
      '## Only a chart\n\nCosts\n\n|  | 2024 |\n| --- | --- |\n| North | 50% |\n| South | 50% |',
    ].join('\n\n'),
  )
})

test('text boxes are below the cells of their sheet, without hidden text', async () => {
  const run = (text: string, properties = '') => `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`
  const box = (body: string, hidden = '0') =>
    `<xdr:oneCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box" hidden="${hidden}"/></xdr:nvSpPr>` +
    `<xdr:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></xdr:spPr><xdr:txBody>${body}</xdr:txBody></xdr:sp></xdr:oneCellAnchor>`
  const white = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'
  const boxes = [
    box(`<a:p>${run('All figures ')}${run('in euros', '<a:latin/>')}</a:p><a:p>${run('Draft')}</a:p>`),
    box(`<a:p>${run('white on white '.repeat(20), white)}</a:p>`) + box(`<a:p>${run('hidden')}</a:p>`, '1'),
  ]
  const workbook = workbookOf({
    sheets: [{ name: 'S', xml: sheetData([['a'], ['1']]) }],
    files: {
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([['d1', 'drawing', '../drawings/drawing1.xml']]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${declared}>${boxes.join('')}</xdr:wsDr>`,
    },
  })
  const { content, warnings } = await formatDocument('xlsx', workbook)
  expect(content).toBe('## S\n\n| a |\n| --- |\n| 1 |\n\nAll figures in euros\n\nDraft')
  expect(warnings).toMatchObject([{ code: 'hidden_text_removed' }])
})

test('the titles of axes, series with literal names, diagrams and form controls are read, and headers are named', async () => {
  const text = (name: string, words: string) =>
    `<c:${name}><c:tx><c:rich><a:p><a:r><a:t>${words}</a:t></a:r></a:p></c:rich></c:tx></c:${name}>`
  const graphic = (data: string, uri = '') =>
    `<xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData uri="${uri}">${data}</a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor>`
  const diagram = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
  const control = (kind: string, words: string) =>
    `<v:shape><v:textbox><div><font>${words}</font></div></v:textbox><x:ClientData ObjectType="${kind}"/></v:shape>`
  const printed =
    '<headerFooter><oddHeader>&amp;LDraft&amp;R&amp;"Arial"&amp;10Page &amp;P of &amp;N</oddHeader><oddFooter>&amp;A</oddFooter></headerFooter>'
  const workbook = workbookOf({
    sheets: [{ name: 'S', xml: sheetData([['a'], ['1']]) + printed }],
    files: {
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([
        ['d1', 'drawing', '../drawings/drawing1.xml'],
        ['v1', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
      ]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${declared} ${diagram}>${graphic('<c:chart r:id="c1"/>')}${graphic('<dgm:relIds r:dm="m1"/>')}
        ${graphic('', 'http://schemas.microsoft.com/office/drawing/2014/chartex')}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships([
        ['c1', 'chart', '../charts/chart1.xml'],
        ['m1', 'diagramData', '../diagrams/data1.xml'],
      ]),
      'xl/drawings/vmlDrawing1.vml': `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
        ${control('Button', 'Press here')}${control('Note', 'A note')}</xml>`,
      'xl/charts/chart1.xml': `<c:chartSpace ${declared}><c:chart>${text('title', 'Rain')}<c:plotArea><c:barChart>
        <c:ser><c:tx><c:v>Northern</c:v></c:tx>${text('dLbl', 'A peak')}<c:val><c:numRef><c:f>S!$A$2</c:f></c:numRef></c:val></c:ser></c:barChart>
        <c:catAx>${text('title', 'Months')}</c:catAx></c:plotArea></c:chart></c:chartSpace>`,
      'xl/diagrams/data1.xml': `<dgm:dataModel ${diagram} ${declared}><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>A step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
    },
  })
  const { content, warnings } = await formatDocument('xlsx', workbook)
  expect(String(content).split('\n\n').slice(2)).toEqual([
    'Rain',
    'A peak',
    'Months',
    'Northern',
    '- A step',
    '[Chart]',
    'Press here',
  ])
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/^1 line of running.*: "Draft"$/)])
})

test('the values of a chart that has more series than a table shows are named', async () => {
  const series = '<c:ser><c:val><c:numLit><c:pt idx="0"><c:v>1</c:v></c:pt></c:numLit></c:val></c:ser>'.repeat(31)
  const workbook = workbookOf({
    sheets: [{ name: 'S', xml: sheetData([['a']]) }],
    files: {
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([['d1', 'drawing', '../drawings/drawing1.xml']]),
      'xl/drawings/drawing1.xml': drawing({ id: 'c1' }),
      'xl/drawings/_rels/drawing1.xml.rels': relationships([['c1', 'chart', '../charts/chart1.xml']]),
      'xl/charts/chart1.xml': `<c:chartSpace ${declared}><c:chart><c:plotArea>${series}</c:plotArea></c:chart></c:chartSpace>`,
    },
  })
  const { warnings } = await formatDocument('xlsx', workbook)
  expect(warnings.map(({ message }) => message)).toEqual([
    'Not read: values of a chart (it has more than 30 series or 200 points)',
  ])
})
