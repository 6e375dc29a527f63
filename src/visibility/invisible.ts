/** Text without the characters that no reader sees: they carry what only a machine reads. */

// What Unicode itself says may be left out of a rendering (zero-width, direction, tags, fillers, variation selectors), marks of
// annotations, and a braille cell without dots. Bounded: one run of ten million overflows the stack.
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]{1,1000}/gu

const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?$/u
const emojiAfter = /^\p{Extended_Pictographic}/u
// Scripts that spell with joiners: Arabic and its relatives, Syriac, Mongolian, the scripts of India and its neighbours.
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]\p{M}*$/u
const joinable = /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/u

/** Single joiners stay where writing needs them, between emoji and between letters of scripts that have them; nothing else does. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, (run, at: number) => {
    if (run === '\ufe0f') return emojiBefore.test(text.slice(Math.max(0, at - 2), at)) ? run : ''
    const core = run.replace(/^\ufe0f/, '')
    if (core !== '\u200d' && core !== '\u200c') return ''
    const before = text.slice(Math.max(0, at - 6), at)
    const after = text.slice(at + run.length, at + run.length + 2)
    if (core === '\u200d' && emojiBefore.test(before) && emojiAfter.test(after)) return run
    return joining.test(before) && (core === '\u200d' || joinable.test(after)) ? core : ''
  })
}
