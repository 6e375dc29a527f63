/** What is filled into the forms of a page, and what is typed onto it: its annotations as lines of text. */

import { collapseAndTrim } from '../../../html/white-space.ts'
import { isInvisible, white } from '../../converted/hidden-text.ts'
import { isOutsideArea } from './painted-areas.ts'

/** An annotation as pdf.js has it. @see AnnotationElement of pdf.js */
export interface Annotation {
  subtype?: string
  annotationFlags?: number
  hidden?: boolean
  noView?: boolean
  /** Of a form's field: `Tx` text, `Ch` choice, `Btn` button. */
  fieldType?: string
  fieldName?: string
  /** What the field is called for people. */
  alternativeText?: string
  fieldValue?: unknown
  password?: boolean
  checkBox?: boolean
  radioButton?: boolean
  /** The value that this check box or radio button stands for. */
  exportValue?: string
  buttonValue?: string
  options?: readonly { exportValue: string; displayValue: string }[]
  /** What is typed onto the page. */
  contentsObj?: { str?: string }
  /** Edges of its box. */
  rect?: readonly number[]
  backgroundColor?: ArrayLike<number> | null
  color?: ArrayLike<number> | null
  defaultAppearanceData?: { fontSize?: number; fontColor?: ArrayLike<number> | null }
}

/** Whether words of an annotation could not be seen. `page`: edges of the page. */
export function isUnseen(annotation: Annotation, page: readonly number[]): boolean {
  const { rect, backgroundColor, color, defaultAppearanceData: { fontSize = 0, fontColor } = {} } = annotation
  if (rect && isOutsideArea(rect, page)) return true
  // Programs state what is behind typed words in either way.
  const grounds = [backgroundColor, color].flatMap((one) => (one ? [rgbOf(one)] : []))
  const colour = fontColor ? rgbOf(fontColor) : null
  // A size of 0 is chosen by the program.
  return isInvisible({ colour, grounds: backgroundColor ? grounds : [white, ...grounds], points: fontSize || null })
}

const rgbOf = (colour: ArrayLike<number>) => [colour[0] ?? 0, colour[1] ?? 0, colour[2] ?? 0] as const

/** `name: value` for each field with a value, and the texts that are typed onto the page, one line for each; empty for none. */
export function formText(annotations: readonly Annotation[]): string {
  return annotations
    .filter(({ hidden, noView }) => !hidden && !noView)
    .map(lineOf)
    .filter((line) => line !== '')
    .join('\n')
}

function lineOf(annotation: Annotation): string {
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
  return own !== undefined && own !== null && own === fieldValue ? own : ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Without the number that editors put behind a name (`city[0]`), and without the names of the parts of the form around it. */
function nameOf({ alternativeText, fieldName = '' }: Annotation): string {
  return alternativeText || fieldName.slice(fieldName.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')
}
