/** PDFs of @react-pdf/renderer. */

import { flatItems, fontFile, sizeOf } from './drawn.mjs'
import { isNumericColumn, load, loadModule } from './tools.mjs'

export async function reactPdf(source, path) {
  const { Document, Page, Text, View, Font, renderToFile } = await loadModule('@react-pdf/renderer')
  const { createElement: h } = load('react')
  const { look, stamp } = source
  const family = `body-${look.font}`
  Font.register({
    family,
    fonts: [{ src: fontFile(look.font, 'Regular') }, { src: fontFile(look.font, 'Bold'), fontWeight: 'bold' }],
  })
  Font.registerHyphenationCallback((word) => [word])
  const blocks = {
    heading: ({ level, text }) =>
      h(
        Text,
        {
          style: {
            fontSize: sizeOf(level, look.size),
            fontWeight: 'bold',
            lineHeight: 1.2,
            color: look.color,
            marginTop: 10,
            marginBottom: 4,
          },
        },
        text,
      ),
    paragraph: ({ text }) => h(Text, { style: { marginBottom: 8 } }, text),
    list: (block) =>
      h(
        View,
        { style: { marginBottom: 8 } },
        ...flatItems(block).map(({ text, depth, label }) =>
          h(
            View,
            { style: { flexDirection: 'row', marginLeft: 10 + depth * 16, marginBottom: 2 } },
            h(Text, { style: { width: 14 } }, label),
            h(Text, { style: { flex: 1 } }, text),
          ),
        ),
      ),
    table: ({ rows, head, look: kind }) =>
      h(
        View,
        { style: { marginVertical: 8 } },
        ...rows.map((row, at) =>
          h(
            View,
            {
              wrap: false,
              style: {
                flexDirection: 'row',
                ...(kind === 'plain' ? {} : { borderBottom: '0.5pt solid #888' }),
                ...(head && at === 0 && kind === 'shaded' ? { backgroundColor: '#d9e2f0' } : {}),
              },
            },
            ...row.map((text, column) =>
              h(
                Text,
                {
                  style: {
                    flex: column === 1 ? 2 : 1,
                    padding: 3,
                    textAlign: isNumericColumn(rows, column) ? 'right' : 'left',
                    fontWeight: head && at === 0 ? 'bold' : 'normal',
                  },
                },
                text,
              ),
            ),
          ),
        ),
      ),
  }
  const running = [
    ...(source.header
      ? [h(Text, { fixed: true, style: { position: 'absolute', top: 24, left: 56, fontSize: 8 } }, source.header)]
      : []),
    ...(source.page
      ? [
          h(Text, {
            fixed: true,
            style: { position: 'absolute', bottom: 24, right: 56, fontSize: 8 },
            render: ({ pageNumber }) => `${source.page} ${pageNumber}`,
          }),
        ]
      : []),
    ...(stamp
      ? [
          h(
            Text,
            {
              fixed: true,
              style: {
                position: 'absolute',
                top: 360,
                left: 110,
                fontSize: 80,
                color: '#e4e4e4',
                transform: 'rotate(-45deg)',
              },
            },
            stamp.text,
          ),
        ]
      : []),
  ]
  const page = h(
    Page,
    {
      size: 'A4',
      orientation: look.landscape ? 'landscape' : 'portrait',
      style: { fontFamily: family, fontSize: look.size, lineHeight: 1.4, padding: 56 },
    },
    ...running,
    ...source.blocks.map((block) => blocks[block.type](block)),
  )
  await renderToFile(h(Document, { title: source.title }, page), path)
}
