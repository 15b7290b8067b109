const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const DECADES = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties']

/** Numbers below one hundred in words: "forty-two". */
export const inWords = (number: number): string =>
  number < 20
    ? ONES[number]!
    : TENS[Math.floor(number / 10)]! + (number % 10 > 0 ? `-${ONES[number % 10]}` : '')

/**
 * "eighteen sixty-eight", "nineteen oh five", "two thirty-seven". Engines pronounce round thousands and 2005 correctly.
 */
const inHalves = (digits: string): string => {
  const number = Number(digits)
  const [high, low] = [Math.floor(number / 100), number % 100]
  if (high < 1 || high > 99 || (high % 10 === 0 && low < 10)) return digits
  if (low === 0) return high < 10 ? digits : `${inWords(high)} hundred`
  return `${inWords(high)} ${low < 10 ? `oh ${ONES[low]}` : inWords(low)}`
}

const digitByDigit = (digits: string) =>
  [...digits].map((digit) => (digit === '0' ? 'oh' : ONES[Number(digit)])).join(' ')

const DIGIT = /\d/
/** Not part of a longer number, a sum, a date, a telephone number or a name such as "1080p". */
const ALONE = {
  before: String.raw`(?<![\p{L}\p{N}#$€£+='./:,-])`,
  after: String.raw`(?![\p{L}\p{N}%']|[.,:/-]\d|\s?[$€£%°])`,
}
const alone = (digits: string) => new RegExp(ALONE.before + digits + ALONE.after, 'gu')

const YEARS = alone(String.raw`(1\d{3}|20\d\d)[-–](1\d{3}|20\d\d)`)
const YEAR = alone(String.raw`(?:1\d{3}|20\d\d)`)
const POSTCODE = alone(String.raw`[1-9]\d{2}(?!00)\d\d(?=\s*(?:$|[-–—.,)]))`)
const AIRLINER = alone('7[0-8]7')
const ROOM_NUMBER = new RegExp(
  String.raw`(?<=\b(?:room|suite|apartment|flat|ward|cell|locker|flight|highway|route|interstate|freeway)\s)[1-9]\d{2,3}` +
    ALONE.after,
  'giu',
)
/** The same in a sentence, where "in the room 200 people wait" does not name a room. */
const NAMED_ROOM = new RegExp(
  String.raw`(?<=\b(?:R(?:oom|OOM)|A(?:partment|PARTMENT)|F(?:light|LIGHT)|H(?:ighway|IGHWAY)|I(?:nterstate|NTERSTATE))\s)[1-9]\d{2,3}` +
    ALONE.after,
  'gu',
)
const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december'
/** Only years: "since 1937, when", "June 1st, 1985." */
const YEAR_IN_SENTENCE = new RegExp(
  String.raw`(?<=\b(?:in|since|by|until|circa|(?:${MONTH}|summer of|fall of|autumn of|winter of|spring of)(?: \d{1,2}(?:st|nd|rd|th)?)?,?) )(?:1[1-9]\d\d|20\d\d)(?=[.,;:!?)"\]]*$|[.,;:!?)"\]]+\s)`,
  'giu',
)
/** Words that occur only in English. */
const ENGLISH = /\b(?:the|and|you|with|this|that|his|she|from|what|they)\b/i

const UNITS = 'hour|mile|inch|block|second|minute|day|year|month|week|dozen'
const HALF = new RegExp(String.raw`(?<![\p{N}./-])(?:(\d{1,3})[ -])?1\/2 (?:an? )?(${UNITS})(s?)\b`, 'giu')

const clock = (hour: string, minute: string): string => {
  const hours = Number(hour) > 12 ? inWords(Number(hour)) : String(Number(hour))
  if (minute !== '00') return minute.startsWith('0') ? `${hours} oh ${minute.slice(1)}` : `${hours}:${minute}`
  return Number(hour) > 12 || hour.startsWith('0') ? `${inWords(Number(hour))} hundred` : `${hours} o'clock`
}

/** "8:03", "[09.20]", "15.00": two digits before a full stop, which has many other uses. */
const CLOCK =
  /(?<![\p{L}\p{N}.:$€£-])([01]?\d(?=:)|2[0-3]|[01]\d)[.:]([0-5]\d)(?![\p{L}\p{N}%]|[.:]\d|\s?[AP]\.M)/gu

/** "8:03 a.m.", "3 PM", "12:00 P.M."; not German "10 am Ende". */
const plainTimes = (text: string): string =>
  text
    .replace(
      /(?<![\d:.])(\d{1,2})(?:[:.]([0-5]\d))?\s?(?:([AP])\s?\.?\s?M|([ap])\.\s?m|(?<=\d[:.]\d\d\s?)([ap])m|(p)m)\b\.?/g,
      (_, hour: string, minute: string | undefined, ...half: (string | undefined)[]) =>
        `${minute === undefined || minute === '00' ? Number(hour) : clock(hour, minute)} ${half.slice(0, 4).join('').toUpperCase()}.M.`,
    )
    .replace(/\b0(\d)00(?=\s?(?:hours|hrs)\b)/gi, (_, digit: string) => `oh ${ONES[Number(digit)]} hundred`)

/** Numbers that engines mispronounce in any context: times, "9/11", "1920s", "1/2 hour". */
export const plainNumbers = (text: string): string => {
  if (!DIGIT.test(text)) return text
  return plainTimes(text)
    .replace(/(?<![\d/])(9\/11|24\/7)(?![\d/])/g, (all) => all.replace('/', ' '))
    .replace(HALF, (_, whole: string | undefined, unit: string, more: string) =>
      whole === undefined
        ? `half ${/^h/i.test(unit) ? 'an' : 'a'} ${unit}${more}`
        : `${whole} and a half ${unit}${more}`,
    )
}

/** In a sentence: numbers that can only be a year or a room. */
export const numbersInSentence = (text: string): string =>
  DIGIT.test(text) && ENGLISH.test(text)
    ? text.replace(NAMED_ROOM, inHalves).replace(YEAR_IN_SENTENCE, inHalves)
    : text

/** In a slug line, a shot or a caption: four digits are a year or pronounced like one ("1845 Elm Street"). */
export const numbersInHeading = (text: string): string => {
  if (!DIGIT.test(text)) return text
  return text
    .replace(CLOCK, (_, hour: string, minute: string) => clock(hour, minute))
    .replace(YEARS, (_, from: string, to: string) => `${inHalves(from)} to ${inHalves(to)}`)
    .replace(ROOM_NUMBER, inHalves)
    .replace(YEAR, inHalves)
    .replace(AIRLINER, inHalves)
    .replace(POSTCODE, digitByDigit)
}

/** Runs after capitals are converted: "in her 40s", "the '70s", "the 1920s", "the 1800s". */
export const plainDecades = (text: string): string =>
  text
    .replace(/(?<![\d$€£.,])'?\b([2-9])0'?s\b/g, (all, ten: string) => DECADES[Number(ten) - 2] ?? all)
    .replace(/(?<![\p{L}\p{N}$€£.,])(1[1-9])(\d)0'?s\b/gu, (all, century: string, ten: string) => {
      const words = inWords(Number(century))
      return ten === '0'
        ? `${words} hundreds`
        : Number(ten) > 1
          ? `${words} ${DECADES[Number(ten) - 2]}`
          : all
    })

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** "PART I" contains a number only at the end, unlike "the part I love". */
const endsHere = (rest: string) => /^\s*(?:$|[-–—:.,])/.test(rest)

/** "ACT II" becomes "act 2"; a single letter is a number only in a heading ("ACT I"), in lower case only "i". */
export const plainRomans = (text: string, isSentence: boolean): string =>
  text.replace(
    /\b(?:act|scene|part|chapter|episode|volume|book)\s+[IVX]+\b/gi,
    (all, at: number, whole: string) => {
      const roman = all.split(/\s/).at(-1) ?? ''
      const isSmall = roman !== roman.toUpperCase()
      if (isSentence ? roman.length === 1 || isSmall : isSmall && /^[vx]$/.test(roman)) return all
      const number = ROMAN.indexOf(roman.toUpperCase()) + 1
      if (number === 0 || (number === 1 && !endsHere(whole.slice(at + all.length, at + all.length + 3))))
        return all
      return all.slice(0, -roman.length) + number
    },
  )

/** "Scene a." becomes "Scene A", only at the end. */
export const plainLetters = (text: string): string =>
  text.replace(
    /(?<=\b(?:act|scene|part|apartment|room|block|unit|stage|studio|tag|opening|open|exhibit|row|wing|plan)\s["']?)([a-z])(?=["']?\s*(?:$|[-–—:.,)]))/gi,
    (letter) => letter.toUpperCase(),
  )
