const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion']
const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}
/** Longer numbers are read digit by digit. */
const LONGEST = 15

const belowHundred = (number: number): string =>
  number < 20
    ? ONES[number]!
    : TENS[Math.floor(number / 10)]! + (number % 10 > 0 ? `-${ONES[number % 10]}` : '')

const belowThousand = (number: number, and: string): string => {
  const rest = number % 100
  if (number < 100) return belowHundred(rest)
  const hundreds = `${ONES[Math.floor(number / 100)]} hundred`
  return rest === 0 ? hundreds : `${hundreds}${and}${belowHundred(rest)}`
}

/** "four one five"; zeros are "zero" here. */
export const digitsInWords = (digits: string): string =>
  [...digits].map((digit) => ONES[Number(digit)]).join(' ')

/** As in a telephone number: zeros are "oh". */
export const digitByDigit = (digits: string): string =>
  [...digits.replace(/\D/g, '')].map((digit) => (digit === '0' ? 'oh' : ONES[Number(digit)])).join(' ')

/** "1,234" or "1234" in words; the British put an "and" before the tens. */
export function cardinal(written: string | number, isBritish = false): string {
  const and = isBritish ? ' and ' : ' '
  const digits = String(written).replaceAll(',', '')
  if (digits.length > LONGEST) return digitsInWords(digits)
  let number = Number(digits)
  if (number < 1000) return belowThousand(number, and)
  const last = number % 1000
  const groups: string[] = []
  for (let scale = 0; number > 0; scale++) {
    const group = number % 1000
    if (group > 0) groups.unshift(belowThousand(group, and) + SCALES[scale])
    number = Math.floor(number / 1000)
  }
  // "one thousand and one"
  const smallest = last > 0 && last < 100 && groups.length > 1 ? and + groups.pop() : ''
  return groups.join(' ') + smallest
}

export const ordinal = (written: string | number, isBritish = false): string =>
  cardinal(written, isBritish).replace(/[a-z]+$/, (word) => ORDINALS[word] ?? word.replace(/y$/, 'ie') + 'th')

/** "nineteen oh five", "two thousand five", "twenty ten". `digits` are four. */
export function year(digits: string, isBritish = false): string {
  const high = Number(digits.slice(0, 2))
  const low = Number(digits.slice(2))
  if (high === 0 || (high % 10 === 0 && low < 10)) return cardinal(digits, isBritish)
  return inHalves(digits)
}

/** Three or four digits in halves: "three fifty-seven", "eleven oh one", "twelve hundred". */
export const inHalves = (digits: string): string => {
  const [high, low] = [digits.slice(0, -2), digits.slice(-2)]
  if (low === '00') return `${cardinal(high)} hundred`
  return `${cardinal(high)} ${low.startsWith('0') ? `oh ${cardinal(low[1]!)}` : cardinal(low)}`
}

export const decimal = (written: string, isBritish = false): string => {
  const [whole = '', fraction = ''] = written.split('.')
  const before = whole === '' ? '' : cardinal(whole, isBritish)
  return fraction === '' ? before : `${before} point ${digitsInWords(fraction)}`.trim()
}

/** "1,234.5", "-3" or "12" in words. */
export const amount = (written: string, isBritish = false): string =>
  (/^[-−]/.test(written) ? 'minus ' : '') + decimal(written.replace(/^[-−]/, ''), isBritish)

/** "twenty" is "twenties", "forty-seven" is "forty-sevens", "six" is "sixes". */
export const plural = (words: string): string =>
  words.endsWith('y') ? `${words.slice(0, -1)}ies` : words.endsWith('x') ? `${words}es` : `${words}s`
