import abbreviations from '../../data/abbreviations.json' with { type: 'json' }
import letters from '../../data/letters.json' with { type: 'json' }
import romans from '../../data/romans.json' with { type: 'json' }

/**
 * What occurs in a text, as bits: a class of tokens names those of which its tokens have one (`needs`), and most lines
 * have none. A trait may be seen where no class claims anything, never the other way round.
 */
export const TRAIT = {
  digit: 1 << 0,
  /** A capital behind a letter or an apostrophe: "USB", "McCue", "O'Hara". */
  capitals: 1 << 1,
  /** A letter on its own beside a full stop, a hyphen, "/", "&" or another capital: "V.O.", "c-a-t", "F B". */
  letter: 1 << 2,
  slash: 1 << 3,
  dash: 1 << 4,
  bracket: 1 << 5,
  /** A sign that is neither punctuation nor one of the above. */
  sign: 1 << 6,
  /** A character beyond ASCII that is no letter and no dash: "½", "£". */
  wideSign: 1 << 7,
  wideLetter: 1 << 8,
  /** "oldmill.org" */
  stopInside: 1 << 9,
  colon: 1 << 10,
  /** The same letter three times. */
  held: 1 << 11,
  abbreviation: 1 << 12,
  stage: 1 << 13,
  point: 1 << 14,
  state: 1 << 15,
  roman: 1 << 16,
  /** Letters that are spelled in small type too: "tv". */
  spelled: 1 << 17,
  unit: 1 << 18,
  phrase: 1 << 19,
  english: 1 << 20,
  foreign: 1 << 21,
  /** Given by the line: a heading, and any label or text in capitals. */
  heading: 1 << 22,
  label: 1 << 23,
} as const

/** A word behind which one letter may be a Roman number: "act I", "King Zog I". */
const NUMBERED = 1 << 24

/** Words and their traits; of some only before a full stop, an apostrophe, a digit or a dash. */
const WORDS = new Map<string, number>()
const STOPPED = new Map<string, number>()
const add = (table: Map<string, number>, trait: number, words: Iterable<string>) => {
  for (const word of words) {
    const [first = ''] = word.split("'")
    const to = first === word ? table : STOPPED
    to.set(first, (to.get(first) ?? 0) | trait)
  }
}
const inList = (lists: string | readonly string[]) => [lists].flat().join(' ').split(' ')

for (const table of Object.values(abbreviations))
  add(STOPPED, TRAIT.abbreviation, typeof table === 'string' ? table.split(' ') : Object.keys(table))
add(STOPPED, TRAIT.abbreviation, ['co', 'v', 'm'])
add(STOPPED, TRAIT.unit, inList('yr yrs mo mos wk wks hr hrs min mins lb lbs ft fts oz ozs'))
add(STOPPED, TRAIT.phrase, ['eg', 'ie'])
/** Those that are read without a full stop in a sentence too. */
add(WORDS, TRAIT.abbreviation, Object.keys(abbreviations.anywhere))
for (const list of [abbreviations.bareBeforeNumbers, abbreviations.titlesWithoutStop])
  add(WORDS, TRAIT.abbreviation, inList(list))
add(
  WORDS,
  TRAIT.abbreviation,
  inList('wk wks mos yr yrs hr hrs mins secs flr blks pcs ave blvd hwy pkwy rd ln st dr ct pl sq'),
)
add(
  WORDS,
  TRAIT.stage,
  inList(
    'vo os oc bg fg mg fx sfx vfx gfx pov povs mos int ext med blk blkout wht msg msgs txt txts pkg diss disslv scrn seq rev ans',
  ),
)
add(
  WORDS,
  TRAIT.stage,
  inList(
    'cu ecu mcu bcu xcu ws ews vws mws ms ls ots els mls xls fade dissolve xfade xdissolve flashbk flshbk',
  ),
)
add(WORDS, TRAIT.point, inList('n s e w ne nw se sw nne ene ese sse ssw wsw wnw nnw'))
for (const word of inList(letters.spelledInSmall)) add(WORDS, TRAIT.spelled, [word, `${word}s`])
add(WORDS, TRAIT.spelled, ['ph'])
add(WORDS, TRAIT.phrase, ['et'])
/** Words that occur only in English, and those that do not occur in it. */
add(WORDS, TRAIT.english, inList('the and you with this that his she from what they'))
add(WORDS, TRAIT.foreign, inList('der das und ist les une dans avec una gli della het een'))
for (const list of [romans.titles, romans.monarchs, romans.numbered, romans.places])
  add(WORDS, NUMBERED, inList(list))
add(STOPPED, TRAIT.state, inList('va wash ala ariz calif fla okla tenn minn wyo'))

const ROMAN = /^(?:[IVXLCDM]+(?:th|st|nd|rd)?|[ivxlc]+)$/
const LONGEST = 15

const code = (character: string) => character.charCodeAt(0)
const [STOP, APOSTROPHE, SPACE, COMMA] = ['.', "'", ' ', ','].map(code) as [number, number, number, number]
const ASCII = new Int32Array(128)
for (let at = 33; at < 127; at++) ASCII[at] = TRAIT.sign
for (const character of `.,?!'"`) ASCII[code(character)] = 0
for (const character of '0123456789') ASCII[code(character)] = TRAIT.digit
for (const character of ':;') ASCII[code(character)] = TRAIT.colon
for (const character of '[{') ASCII[code(character)] = TRAIT.bracket | TRAIT.sign
for (const character of '()') ASCII[code(character)] = TRAIT.bracket
ASCII[code('-')] = TRAIT.dash
ASCII[code('/')] = TRAIT.slash

const isAscii = (at: number) => (at | 32) >= 97 && (at | 32) <= 122
const isCapital = (at: number) => at >= 65 && at <= 90
const isDash = (at: number) => at === 45 || (at >= 0x2010 && at <= 0x2015) || at === 0x2212

const wide = (at: number): number => {
  if (isDash(at)) return TRAIT.dash
  if (at < 0xc0 || at === 0xd7 || at === 0xf7) return TRAIT.wideSign
  if (at < 0x250 || (at >= 0x370 && at < 0x2000)) return TRAIT.wideLetter
  return at >= 0x2000 && at < 0x2c00 ? TRAIT.wideSign : TRAIT.wideSign | TRAIT.wideLetter
}

/** "&", "-", "." and "/" join letters. */
const joins = (at: number) => at === 38 || at === 45 || at === 46 || at === 47

/** Whether an abbreviation may be meant: "wk.", "sc12", "int'l", "Mon - Fri". */
const isStopped = (text: string, at: number) => {
  const next = text.charCodeAt(at)
  if (next === SPACE) return isDash(text.charCodeAt(at + 1))
  return next === STOP || next === APOSTROPHE || isDash(next) || (next >= 48 && next <= 57)
}

/** Traits of a letter on its own, which may be the last of two: "F B". */
function ofLetter(text: string, at: number): number {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at + 1)]
  let traits = joins(before) || joins(after) ? TRAIT.letter : 0
  if (!isCapital(text.charCodeAt(at))) return traits
  if (after === APOSTROPHE) traits |= TRAIT.capitals
  const isSecond = before === SPACE && isCapital(text.charCodeAt(at - 2)) && !isAscii(text.charCodeAt(at - 3))
  return isSecond ? traits | TRAIT.letter : traits
}

/** One pass over the text. */
export function traitsOf(text: string): number {
  let traits = 0
  let start = -1
  let [run, folded] = [0, 0]
  /** Of the two words before. */
  let [last, second] = [0, 0]
  for (let at = 0; at <= text.length; at++) {
    const character = at < text.length ? text.charCodeAt(at) : SPACE
    if (isAscii(character)) {
      if (start < 0) start = at
      else if (isCapital(character)) traits |= TRAIT.capitals
      run = (character | 32) === folded ? run + 1 : 1
      folded = character | 32
      if (run === 3) traits |= TRAIT.held
      continue
    }
    if (start >= 0) {
      const found = ofWord(text, start, at, (last | second) & NUMBERED)
      traits |= found
      second = last
      last = found
      start = -1
    }
    run = character >= 0xc0 && (character | 32) === folded ? run + 1 : 1
    folded = character >= 0xc0 ? character | 32 : 0
    if (run === 3) traits |= TRAIT.held
    if (character >= 128) traits |= wide(character)
    else traits |= ASCII[character]!
    if ((character === STOP || character === 33) && isAscii(text.charCodeAt(at + 1)))
      traits |= character === STOP ? TRAIT.stopInside : TRAIT.sign
  }
  return traits
}

function ofWord(text: string, start: number, end: number, numbered: number): number {
  const length = end - start
  if (length > LONGEST) return 0
  const before = text.charCodeAt(start - 1)
  let traits = 0
  const isBig = isCapital(text.charCodeAt(start))
  if (before === APOSTROPHE) traits = isBig ? TRAIT.capitals : 0
  if (length === 1) {
    if (before === APOSTROPHE) return traits
    traits |= ofLetter(text, start)
  }
  const word = text.slice(start, end)
  const small = word.toLowerCase()
  traits |= WORDS.get(small) ?? 0
  if (!isBig) traits &= ~TRAIT.point
  const isEnded = isStopped(text, end)
  if (isEnded) traits |= STOPPED.get(small) ?? 0
  // ", OR", ", Va."
  if (before === COMMA || (before === SPACE && text.charCodeAt(start - 2) === COMMA)) {
    if (length < 6 && (isEnded || (length === 2 && isCapital(text.charCodeAt(start + 1)))))
      traits |= TRAIT.state
  }
  const mayBeRoman = before !== APOSTROPHE && (length > 1 || numbered > 0 || text.charCodeAt(end) === STOP)
  return mayBeRoman && ROMAN.test(word) ? traits | TRAIT.roman : traits
}
