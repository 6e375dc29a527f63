/** Which parameters stand in the form at once; the others are folded. What the list does not name is still there. */

import type { ApiOperation, FormField } from './api-operation.ts'

const common = [
  'output',
  'render_js',
  'main_content',
  'css_selector',
  'prompt',
  'domain',
  'locale',
  'geo_location',
  'pages',
]

const mostWithoutList = 4

export interface FieldGroups {
  common: readonly FormField[]
  folded: readonly FormField[]
}

export function groupFields({ fields }: ApiOperation): FieldGroups {
  const order = ({ name }: FormField) => common.indexOf(name)
  const listed = fields.filter((field) => order(field) >= 0).sort((a, b) => order(a) - order(b))
  const atOnce = listed.length > 0 ? listed : fields.filter(({ isHeader }) => !isHeader).slice(0, mostWithoutList)
  return { common: atOnce, folded: fields.filter((field) => !atOnce.includes(field)) }
}
