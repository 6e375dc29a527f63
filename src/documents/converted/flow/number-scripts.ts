/** List numbers in scripts other than Latin: 一, א, ①, ア. @see ECMA-376, part 1, §17.18.59 */

/** A sequence of symbols, with decimal numbers after the last one, or a function that writes the number. */
type Script = readonly string[] | ((number: number) => string | null)

const signs = (text: string) => [...text]

function fromTo(first: string, last: string): string[] {
  const [from = 0, to = 0] = [first.codePointAt(0), last.codePointAt(0)]
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))
}

const katakana = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'
const iroha = 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス'
const russian = 'абвгдежзиклмнопрстуфхцчшщэюя'
const greek = 'αβγδεζηθικλμνξοπρστυφχψω'

/** Keyed by their names in Office. */
const scripts: ReadonlyMap<string, Script> = new Map<string, Script>(
  Object.entries({
    chineseCounting: (number) => counted(number, '一'),
    japaneseCounting: (number) => counted(number, ''),
    ideographTraditional: signs('甲乙丙丁戊己庚辛壬癸'),
    ideographZodiac: signs('子丑寅卯辰巳午未申酉戌亥'),
    decimalEnclosedCircle: [...fromTo('①', '⑳'), ...fromTo('㉑', '㉟'), ...fromTo('㊱', '㊿')],
    decimalEnclosedParen: fromTo('⑴', '⒇'),
    aiueoFullWidth: signs(katakana),
    irohaFullWidth: signs(iroha),
    ganada: signs('가나다라마바사아자차카타파하'),
    chosung: signs('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
    koreanDigital: signs('일이삼사오육칠팔구'),
    hebrew1: hebrew,
    hebrew2: signs('אבגדהוזחטיכלמנסעפצקרשת'),
    arabicAlpha: signs('أبتثجحخدذرزسشصضطظعغفقكلمنهوي'),
    arabicAbjad: signs('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ'),
    russianLower: signs(russian),
    russianUpper: signs(russian.toUpperCase()),
    greekLower: signs(greek),
    greekUpper: signs(greek.toUpperCase()),
    thaiLetters: signs('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'),
  }),
)

/** Other names for the same scripts. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    chineseCountingThousand: 'chineseCounting',
    taiwaneseCounting: 'chineseCounting',
    taiwaneseCountingThousand: 'chineseCounting',
    ideographDigital: 'chineseCounting',
    japaneseDigitalTenThousand: 'japaneseCounting',
    koreanCounting: 'koreanDigital',
    decimalEnclosedCircleChinese: 'decimalEnclosedCircle',
    aiueo: 'aiueoFullWidth',
    iroha: 'irohaFullWidth',
  }),
)

/** Returns the number in the named script; null if the script is unknown or has no symbol for it. */
export function writeInScript(number: number, name: string): string | null {
  const script = scripts.get(aliases.get(name) ?? name)
  if (!script || number < 1) return null
  return typeof script === 'function' ? script(number) : (script[number - 1] ?? null)
}

/** Returns the name of the script whose first symbols match an OpenDocument example: `一, 二, 三, ...`. */
export function scriptOfExample(example: string): string | null {
  const [first, second] = example.split(/,\s*/, 2)
  const isShown = (name: string) => writeInScript(1, name) === first && writeInScript(2, name) === second
  return [...scripts.keys()].find(isShown) ?? null
}

/** Returns the numbers that a string may represent in any of the scripts. */
export function numbersInScripts(text: string): number[] {
  return byText().get(text) ?? []
}

let known: Map<string, number[]> | null = null
const maxRead = 99

function byText(): Map<string, number[]> {
  if (known) return known
  known = new Map()
  for (const name of scripts.keys()) {
    for (let number = 1; number <= maxRead; number++) {
      const text = writeInScript(number, name)
      if (text !== null) known.set(text, [...(known.get(text) ?? []), number])
    }
  }
  return known
}

const digits = signs('〇一二三四五六七八九')

/** `一百零三`. `hundred`: the symbol written before 百 for 100 to 199. */
function counted(number: number, hundred: string): string | null {
  if (number > 999) return null
  const [hundreds, tens, ones] = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10]
  const first = hundreds === 0 ? '' : `${hundreds === 1 ? hundred : digits[hundreds]}百`
  const zero = first !== '' && hundred !== '' && tens === 0 && ones > 0 ? '零' : ''
  const one = tens === 1 && first === '' ? '' : tens === 1 && hundred === '' ? '' : digits[tens]
  return first + zero + (tens > 0 ? `${one}十` : '') + (ones > 0 ? digits[ones] : '')
}

const hebrewOnes = signs('אבגדהוזחט')
const hebrewTens = signs('יכלמנסעפצ')

/** Written the regular way, 15 and 16 would spell a name of God. */
function hebrew(number: number): string | null {
  if (number > 99) return null
  if (number === 15 || number === 16) return `ט${number === 15 ? 'ו' : 'ז'}`
  return (hebrewTens[Math.floor(number / 10) - 1] ?? '') + (hebrewOnes[(number % 10) - 1] ?? '')
}
