/** Reads a form field or a typed annotation on a page as a line of text. */

import { collapseAndTrim } from '../../../html/white-space.ts'
import { isInvisible, white } from '../../converted/hidden-text.ts'
import { isOutsideArea } from './painted-areas.ts'
import type { PdfComment } from './run.ts'

/** An annotation as represented in pdf.js. @see AnnotationElement in pdf.js */
export interface Annotation extends PdfComment {
  id?: string
  subtype?: string
  annotationFlags?: number
  hidden?: boolean
  noView?: boolean
  /** Type of a form field: `Tx` text, `Ch` choice, `Btn` button. */
  fieldType?: string
  fieldName?: string
  /** Human-readable label of the field. */
  alternativeText?: string
  fieldValue?: unknown
  password?: boolean
  checkBox?: boolean
  radioButton?: boolean
  /** The value of this check box or radio button when it is selected. */
  exportValue?: string
  buttonValue?: string
  options?: readonly { exportValue: string; displayValue: string }[]
  inReplyTo?: string | null
  replyType?: string
  /** Set if the annotation contains only the state of a review. */
  stateModel?: string | null
  it?: string
  quadPoints?: ArrayLike<number> | null
  rect?: readonly number[]
  url?: string | null
  unsafeUrl?: string | null
  backgroundColor?: ArrayLike<number> | null
  color?: ArrayLike<number> | null
  defaultAppearanceData?: { fontSize?: number; fontColor?: ArrayLike<number> | null }
}

/** True if the text of an annotation is invisible. `page`: edges of the page. */
export function isUnseen(annotation: Annotation, page: readonly number[]): boolean {
  const { rect, backgroundColor, color, defaultAppearanceData: { fontSize = 0, fontColor } = {} } = annotation
  if (rect && isOutsideArea(rect, page)) return true
  // Programs store the background of typed text in either of these properties.
  const grounds = [backgroundColor, color].flatMap((one) => (one ? [rgbOf(one)] : []))
  const colour = fontColor ? rgbOf(fontColor) : null
  // A font size of 0 means that the viewer chooses it.
  return isInvisible({ colour, grounds: backgroundColor ? grounds : [white, ...grounds], points: fontSize || null })
}

const rgbOf = (colour: ArrayLike<number>) => [colour[0] ?? 0, colour[1] ?? 0, colour[2] ?? 0] as const

/** Returns `name: value` for a field with a value, or the text typed onto the page; otherwise, an empty string. */
export function formText(annotation: Annotation): string {
  if (annotation.hidden || annotation.noView) return ''
  if (annotation.subtype === 'FreeText') return collapseAndTrim(annotation.contentsObj?.str ?? '')
  if (annotation.subtype !== 'Widget' || annotation.password) return ''
  const [name, value] = [nameOf(annotation), shownValue(annotation)].map(collapseAndTrim)
  return name && value ? `${name}: ${value}` : (value ?? '')
}

function shownValue({ fieldType, fieldValue, options = [], ...field }: Annotation): string {
  if (fieldType === 'Tx') return textOf(fieldValue)
  if (fieldType === 'Ch') {
    const chosen = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
    const shown = chosen.map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
    return shown.map(textOf).join(', ')
  }
  const own = field.checkBox ? field.exportValue : field.radioButton ? field.buttonValue : undefined
  return own && own === fieldValue ? own : ''
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Leaves out the index that editors append to a name (`city[0]`), and the names of the surrounding form parts. */
function nameOf({ alternativeText, fieldName = '' }: Annotation): string {
  return alternativeText || fieldName.slice(fieldName.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')
}
