/** Reads equation fields, an older notation than OMML: `EQ \f(1,2)`. @see ECMA-376, part 1, §17.16.5.17 */

import { mathTokens } from '../office/drawings/omml.ts'

/** Text as a formula (MathML) and as plain text. */
interface Expression {
  math: string
  text: string
  isFormula: boolean
}

const maxDepth = 40

/** Returns the MathML of a field with a fraction or a root, or the text of any other; null if it isn't an equation. */
export function equationOf(instruction: string): { html: string } | { text: string } | null {
  const source = /^\s*EQ\s([\s\S]*)$/i.exec(instruction)?.[1]
  if (source === undefined) return null
  const pieces = source.match(/\\[a-z]+\d*|\\[^a-z]|[(),;]|[^\\(),;]+/gi) ?? []
  let at = 0
  const { math, text, isFormula } = expression(0)
  return isFormula ? { html: `<math>${math}</math>` } : { text: text.trim() }

  /** Reads up to the end of an argument, or to the end if `depth` is 0. */
  function expression(depth: number): Expression {
    const parts: Expression[] = []
    for (; at < pieces.length; at++) {
      const piece = pieces[at] ?? ''
      if (depth > 0 && /^[),;]$/.test(piece)) break
      if (/^\\[abdfilorsx]$/i.test(piece) && depth < maxDepth) parts.push(switched(piece, depth))
      else {
        const text = piece.replace(/^\\/, '')
        parts.push({ math: mathTokens(text), text, isFormula: false })
      }
    }
    return joined(parts)
  }

  /** Reads a switch such as `\f`, with its options (`\co2`) and arguments. */
  function switched(name: string, depth: number): Expression {
    const args: Expression[] = []
    while (/^\\/.test(pieces[at + 1] ?? '')) at++
    if (pieces[at + 1] !== '(') return joined([])
    for (at++; at < pieces.length && pieces[at] !== ')'; ) {
      at++
      args.push(expression(depth + 1))
    }
    const [first = joined([]), second] = args
    const group = ({ math }: Expression) => `<mrow>${math}</mrow>`
    const text = args.map((arg) => arg.text).join(name === '\\o' ? '' : ', ')
    if (name === '\\f' && second)
      return { math: `<mfrac>${group(first)}${group(second)}</mfrac>`, text, isFormula: true }
    if (name === '\\r')
      return {
        math: second ? `<mroot>${group(second)}${group(first)}</mroot>` : `<msqrt>${group(first)}</msqrt>`,
        text,
        isFormula: true,
      }
    return { ...joined(args), text }
  }
}

function joined(parts: readonly Expression[]): Expression {
  return {
    math: parts.map(({ math }) => math).join(''),
    text: parts.map(({ text }) => text).join(''),
    isFormula: parts.some(({ isFormula }) => isFormula),
  }
}
