/** Draws points as SVG with Vega-Lite, without a browser. */

import { fileURLToPath, pathToFileURL } from 'node:url'
import { installPackages } from '../../test/packaging/installed-packages.ts'
import type { Point } from './studies.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

interface VegaLite {
  compile(spec: object): { spec: object }
}
interface Vega {
  parse(spec: object): object
  View: new (runtime: object, options: object) => { toSVG(): Promise<string>; finalize(): void }
}

export type Draw = (plot: Plot) => Promise<string>

interface Plot {
  title: string
  points: readonly Point[]
  /** Mark and channels for Vega-Lite. Data, size and colors are the same for all plots. */
  layers: object[]
  /** The field by which points are split into adjacent plots. Its values are the titles of the plots. */
  column?: string
}

const config = {
  background: 'white',
  font: 'system-ui, sans-serif',
  axis: { labelFontSize: 11, titleFontSize: 12, titleFontWeight: 'normal', gridColor: '#e5e7eb', labelFlush: false },
  legend: { labelFontSize: 11, labelLimit: 300, titleFontSize: 12, titleFontWeight: 'normal' },
  title: { fontSize: 14, anchor: 'start', offset: 12 },
  header: { labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal' },
  // Colors that color-blind readers can distinguish too (Okabe and Ito).
  range: { category: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00'] },
  line: { strokeWidth: 2 },
  point: { size: 45, filled: true },
}

/** Installs the drawing packages and returns the function that draws. Throws if the registry is unreachable. */
export async function openDrawing(): Promise<Draw> {
  const missing = await installPackages(here)
  if (missing !== null) throw new Error(missing)
  const load = (path: string) => import(pathToFileURL(`${here}node_modules/${path}`).href)
  const lite = (await load('vega-lite/build/index.js')) as VegaLite
  const vega = (await load('vega/build/vega.module.js')) as Vega
  return async ({ title, points, layers, column }) => {
    const size = { width: column ? 260 : 620, height: 260 }
    const one = { ...size, layer: layers }
    const spec = lite.compile({
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      ...{ title, data: { values: points }, config },
      ...(column ? { facet: { column: { field: column, title: null, sort: null } }, spec: one } : one),
    })
    const view = new vega.View(vega.parse(spec.spec), { renderer: 'none' })
    const svg = await view.toSVG()
    view.finalize()
    return `${svg}\n`
  }
}
