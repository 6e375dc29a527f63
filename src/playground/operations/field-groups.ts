/** Which parameters stand in the form at once; the others are folded. What the lists do not name is still there. */

import type { ApiOperation, FormField } from './api-operation.ts'

const common = [
  'output',
  'render_js',
  'render_if_needed',
  'main_content',
  'css_selector',
  'prompt',
  'domain',
  'locale',
  'geo_location',
  'device',
  'pages',
]

/** How the page is reached. */
const loading = ['wait_for', 'headers', 'cookies', 'max_age_s', 'timeout_ms']

/** Less of the page, more of it at once, or data. */
const returned = [
  'highlights',
  'extra_outputs',
  'exclude_selector',
  'include_links',
  'include_images',
  'front_matter',
  'extract_rules',
  'json_schema',
  'model',
]

const maxWithoutList = 4

interface FieldGroups {
  common: readonly FormField[]
  folds: readonly { title: string; fields: readonly FormField[] }[]
}

export function groupFields({ fields }: ApiOperation): FieldGroups {
  const listed = inOrder(fields, common)
  const atOnce = listed.length > 0 ? listed : fields.filter(({ isHeader }) => !isHeader).slice(0, maxWithoutList)
  const folded = (names: readonly string[]) => inOrder(fields, names).filter((field) => !atOnce.includes(field))
  const [ofResult, ofLoading] = [folded(returned), folded(loading)]
  const others = fields.filter((field) => ![...atOnce, ...ofResult, ...ofLoading].includes(field))
  const folds = [
    { title: 'What comes back', fields: ofResult },
    { title: 'Loading', fields: ofLoading },
    { title: 'More', fields: others },
  ]
  return { common: atOnce, folds: folds.filter((fold) => fold.fields.length > 0) }
}

/** The fields of a list, as it has them. */
function inOrder(fields: readonly FormField[], names: readonly string[]): FormField[] {
  return names.flatMap((name) => fields.find((field) => field.name === name) ?? [])
}
