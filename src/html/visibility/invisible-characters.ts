/** Removes characters that aren't rendered, except those that the writing system needs. Used by all readers of text. */

// Characters that Unicode allows renderers to omit (soft hyphen, zero-width, direction, tags, fillers, variation selectors),
// annotation marks, and a braille cell without dots. Limited in length, because a run of ten million overflows the stack.
const unrendered = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]{1,1000}/gu

/** Matches any of these characters, and the lead surrogates of those beyond U+FFFF. A cheap test before the expensive one. */
const maybeUnrendered =
  /\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43]/

/** Tag characters can spell words that readers don't see. After a black flag and before an end tag, they form the flag of a region. */
const regionFlag = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u

// Scripts whose spelling uses joiners: Arabic and related scripts, Syriac, Mongolian, the scripts of India and its neighbours.
const joiningScripts = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\u0900-\u0dff\u1000-\u109f\u1780-\u17ff`

const rightToLeft = /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Single characters that are needed in a given context. @see Unicode Standard, 23.2 and 23.4; UTS #51 */
const needed: readonly { character: RegExp; before: RegExp; after?: RegExp }[] = [
  {
    character: /^\u200d$/,
    before: /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?$/u,
    after: /^\p{Extended_Pictographic}/u,
  },
  { character: /^\u200d$/, before: new RegExp(String.raw`[${joiningScripts}]\p{M}*$`, 'u') },
  {
    character: /^\u200c$/,
    before: new RegExp(String.raw`[${joiningScripts}]\p{M}*$`, 'u'),
    after: new RegExp(`^[${joiningScripts}]`, 'u'),
  },
  // Between text of opposite directions, the mark determines on which side a punctuation mark appears.
  { character: /^[\u200e\u200f\u061c]$/, before: rightToLeft },
  { character: /^[\u200e\u200f\u061c]$/, before: /^/, after: rightToLeft },
  { character: /^[\ufe0e\ufe0f]$/, before: /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[0-9#*])$/u },
  // A variant form of a character, as used in names, which has no separate code point.
  { character: /^[\ufe00-\ufe02\u{e0100}-\u{e01ef}]$/u, before: /\p{Script=Han}$/u },
  { character: /^\ufe00$/, before: /[\p{Sm}\u1000-\u109f]$/u },
  { character: /^[\u180b-\u180f]$/, before: /\p{Script=Mongolian}$/u },
  { character: /^\u2800+$/, before: /[\u2801-\u28ff]$/u, after: /^[\u2801-\u28ff]/u },
  { character: /^[\u115f\u1160]$/, before: /(?:^|[^\u1100-\u11ff])$/u, after: /^[\u1100-\u11ff]/u },
  { character: /^\u1160$/, before: /[\u1100-\u115f]$/u },
]

/** False if a string certainly has no invisible characters. */
export function mayHoldInvisible(text: string): boolean {
  return maybeUnrendered.test(text)
}

/**
 * Returns the text without characters that aren't rendered. Keeps these characters where text needs them: joiners in emoji and in scripts
 * that use joiners, variation selectors, and direction marks next to right-to-left scripts. Also keeps tags in flags and blank cells within
 * braille.
 * @example
 * withoutInvisible('pass\u200bword') // 'password'
 * withoutInvisible('👩\u200d💻') // '👩\u200d💻'
 */
export function withoutInvisible(text: string): string {
  if (!maybeUnrendered.test(text)) return text
  return text.replace(unrendered, (run, at: number) => {
    if (run.length > maxNeeded) return flagIn(run, text, at)
    const before = text.slice(Math.max(0, at - 8), at)
    const after = text.slice(at + run.length, at + run.length + 8)
    // An emoji's variation selector may be followed by a joiner.
    const [first = '', ...others] = run
    const rest = others.join('')
    if (isNeeded(run, before, after)) return run
    if (isNeeded(first, before, after)) return isNeeded(rest, before + first, after) ? run : first
    return isNeeded(rest, before, after) ? rest : flagIn(run, text, at)
  })
}

const maxNeeded = 4

function isNeeded(run: string, before: string, after: string): boolean {
  return needed.some((one) => one.character.test(run) && one.before.test(before) && (one.after?.test(after) ?? true))
}

function flagIn(run: string, text: string, at: number): string {
  if (!text.startsWith('\u{1f3f4}', at - 2)) return ''
  return regionFlag.exec(run)?.[0] ?? ''
}
