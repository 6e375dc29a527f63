/** Characters that are not rendered, by class, and which of them each reader of text removes. */

const classes = {
  softHyphen: '\\u00ad',
  zeroWidthSpace: '\\u200b',
  /** Zero-width non-joiner and joiner. */
  joiners: '\\u200c\\u200d',
  /** Left-to-right and right-to-left mark. */
  directionMarks: '\\u200e\\u200f',
  /** Embeddings, overrides and isolates. */
  directionControls: '\\u202a-\\u202e\\u2066-\\u2069',
  wordJoiner: '\\u2060',
  /** Function application, invisible times, separator and plus. */
  mathOperators: '\\u2061-\\u2064',
  byteOrderMark: '\\ufeff',
}

/** Tag characters spell words that no reader sees; after a black flag they are the flag of a region. */
const tagsOutsideFlags = '\\u{e0001}|(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,7})[\\u{e0020}-\\u{e007f}]'
/** Any tag character begins with this surrogate: a cheap test before the dear one. */
const tagSurrogate = /\udb40/

function remover(removed: readonly (keyof typeof classes)[], { removesTags = false } = {}): (text: string) => string {
  const set = `[${removed.map((name) => classes[name]).join('')}]`
  const some = new RegExp(set)
  const all = new RegExp(removesTags ? `${set}|${tagsOutsideFlags}` : set, 'gu')
  return (text) => (some.test(text) || (removesTags && tagSurrogate.test(text)) ? text.replace(all, '') : text)
}

/** The text without the characters that its reader has no use for. */
export const withoutInvisible = {
  /** All but the joiners and marks that writing needs. */
  markdown: remover(
    ['softHyphen', 'zeroWidthSpace', 'wordJoiner', 'mathOperators', 'byteOrderMark', 'directionControls'],
    { removesTags: true },
  ),
  /** What is spread through addresses against collectors. */
  emails: remover(['softHyphen', 'zeroWidthSpace', 'joiners', 'wordJoiner', 'byteOrderMark']),
  /** What Google sets around displayed URLs and prices. */
  ads: remover(['zeroWidthSpace', 'directionMarks', 'directionControls', 'byteOrderMark']),
  /** All that is not rendered: it can carry instructions. */
  model: withoutUnrendered,
}

// What Unicode itself says may be left out of a rendering (zero-width, direction, tags, fillers, variation selectors), marks of
// annotations, and a braille cell without dots. Bounded: one run of ten million overflows the stack.
const unrendered = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]{1,1000}/gu

const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?$/u
const emojiAfter = /^\p{Extended_Pictographic}/u
// Scripts that spell with joiners: Arabic and its relatives, Syriac, Mongolian, the scripts of India and its neighbours.
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]\p{M}*$/u
const joinable = /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/u

/** Single joiners stay where writing needs them: between emoji, and between letters of scripts that have them. */
function withoutUnrendered(text: string): string {
  return text.replace(unrendered, (run, at: number) => {
    if (run === '\ufe0f') return emojiBefore.test(text.slice(Math.max(0, at - 2), at)) ? run : ''
    const core = run.replace(/^\ufe0f/, '')
    if (core !== '\u200d' && core !== '\u200c') return ''
    const before = text.slice(Math.max(0, at - 6), at)
    const after = text.slice(at + run.length, at + run.length + 2)
    if (core === '\u200d' && emojiBefore.test(before) && emojiAfter.test(after)) return run
    return joining.test(before) && (core === '\u200d' || joinable.test(after)) ? core : ''
  })
}
