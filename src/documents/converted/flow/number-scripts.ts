/** List numbers in scripts other than Latin: 一, ①, 가, ア. Other scripts are written with digits. @see ECMA-376, part 1, §17.18.59 */

/** By the beginnings of their names in Office. */
const scripts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^decimalEnclosedCircle/, [...'①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳']],
  [/^ideographTraditional$/, [...'甲乙丙丁戊己庚辛壬癸']],
  [/^aiueo/, [...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン']],
  [/^ganada$/, [...'가나다라마바사아자차카타파하']],
  [/^hebrew1$/, [...'אבגדהוזחטי']],
  [/^hebrew2$/, [...'אבגדהוזחטיכלמנסעפצקרשת']],
  [/^arabicAlpha$/, [...'أبتثجحخدذرزسشصضطظعغفقكلمنهوي']],
  [/^russianLower$/, [...'абвгдежзиклмнопрстуфхцчшщэюя']],
  [/^thaiLetters$/, [...'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ']],
]

/** Returns the number in the named script; null if the script is unknown or has no symbol for it. */
export function writeInScript(number: number, name: string): string | null {
  if (/^(?:chinese|taiwanese)Counting|^ideographDigital$/.test(name)) return counted(number, '一')
  if (/^japanese(?:Counting|Digital)/.test(name)) return counted(number, '')
  return scripts.find(([names]) => names.test(name))?.[1][number - 1] ?? null
}

const examples = ['chineseCounting', 'decimalEnclosedCircle', 'aiueo', 'ganada', 'hebrew1', 'arabicAlpha']

/** Returns the name of the script whose first symbol begins an OpenDocument example: `一, 二, 三, ...`. */
export function scriptOfExample(example: string): string | null {
  return examples.find((name) => writeInScript(1, name) === example.split(',')[0]) ?? null
}

/** Returns the numbers that a string may represent in any of the scripts. */
export function numbersInScripts(text: string): number[] {
  const found = scripts.map(([, symbols]) => symbols.indexOf(text) + 1)
  const chinese = Array.from({ length: 99 }, (_, at) => at + 1).filter((number) => counted(number, '一') === text)
  return [...chinese, ...found].filter((number) => number > 0)
}

const digits = [...'〇一二三四五六七八九']

/** `一百零三`. `hundred`: the symbol written before 百 for 100 to 199. */
function counted(number: number, hundred: string): string | null {
  if (number > 999) return null
  const [hundreds, tens, ones] = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10]
  const first = hundreds === 0 ? '' : `${hundreds === 1 ? hundred : digits[hundreds]}百`
  const zero = first !== '' && hundred !== '' && tens === 0 && ones > 0 ? '零' : ''
  const one = tens === 1 && first === '' ? '' : tens === 1 && hundred === '' ? '' : digits[tens]
  return first + zero + (tens > 0 ? `${one}十` : '') + (ones > 0 ? digits[ones] : '')
}
