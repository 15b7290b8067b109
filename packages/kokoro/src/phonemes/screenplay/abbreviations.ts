/** Before a name only. */
const TITLES: Readonly<Record<string, string>> = {
  mr: 'Mister',
  mrs: 'Missus',
  ms: 'Miz',
  dr: 'Doctor',
  prof: 'Professor',
  st: 'Saint',
  mt: 'Mount',
  ft: 'Fort',
  gen: 'General',
  gov: 'Governor',
  sen: 'Senator',
  rep: 'Representative',
  capt: 'Captain',
  cpt: 'Captain',
  lt: 'Lieutenant',
  col: 'Colonel',
  sgt: 'Sergeant',
  cmdr: 'Commander',
  rev: 'Reverend',
  hon: 'Honorable',
  pres: 'President',
  supt: 'Superintendent',
  insp: 'Inspector',
  det: 'Detective',
  cpl: 'Corporal',
  pvt: 'Private',
  pfc: 'P F C',
  maj: 'Major',
  adm: 'Admiral',
  msgr: 'Monsignor',
  fr: 'Father',
}
const TITLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.'])(${Object.keys(TITLES)
    .flatMap((title) => [title, title.toUpperCase(), title.charAt(0).toUpperCase() + title.slice(1)])
    .join('|')})(\.?)(?=\s+["“]?\p{Lu})`,
  'gu',
)
/** With their full stop, wherever they stand; without it where that is no other word. */
const ALWAYS: Readonly<Record<string, string>> = {
  'mr.': 'mister',
  'mrs.': 'missus',
  'ms.': 'miz',
  'dr.': 'drive',
  'jr.': 'junior',
  'sr.': 'senior',
  'st.': 'street',
  'ave.': 'avenue',
  'blvd.': 'boulevard',
  'rd.': 'road',
  'hwy.': 'highway',
  'apt.': 'apartment',
  'bldg.': 'building',
  'ltd.': 'limited',
  'inc.': 'incorporated',
  'corp.': 'corporation',
  'bros.': 'brothers',
  'dept.': 'department',
  'univ.': 'university',
  'govt.': 'government',
  'prof.': 'professor',
  'sgt.': 'sergeant',
  'lt.': 'lieutenant',
  'capt.': 'captain',
  'approx.': 'approximately',
  'vs.': 'versus',
  vs: 'versus',
  'etc.': 'etcetera',
  etc: 'etcetera',
  'e.g.': 'for example',
  'i.e.': 'that is',
  'a.k.a.': 'A.K.A.',
  'mos.': 'months',
  'esp.': 'especially',
  'int.': 'interior.',
  'ext.': 'exterior.',
  'int./ext.': 'interior, exterior.',
  'i/e.': 'interior, exterior.',
  "cont'd": 'continued',
  'v.o.': 'voice over',
  'o.s.': 'off screen',
  'o.c.': 'off camera',
  'b.g.': 'background',
  'f.g.': 'foreground',
  pov: 'P.O.V.',
  wwi: 'World War One',
  wwii: 'World War Two',
  'at&t': 'A.T. and T',
  'w/': 'with',
  'w/o': 'without',
  '&': 'and',
  'mon.': 'Monday',
  'tues.': 'Tuesday',
  'wed.': 'Wednesday',
  'thurs.': 'Thursday',
  'fri.': 'Friday',
}
const BEFORE_NUMBERS: Readonly<Record<string, string>> = { Vol: 'Volume', Nos: 'Numbers', No: 'Number' }
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const WORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}.'])(${Object.keys(ALWAYS)
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\p{L}\p{N}])`,
  'giu',
)
/** Words that end a sentence as often as they are cut: only with a capital, "Fri." */
const NEEDS_CAPITAL = /^(?:mon|wed|fri|mos|int|ext|dr|st|sr)\.$/

/** Abbreviations in full; a sentence that ends in one keeps its full stop. */
export const plainAbbreviations = (text: string): string =>
  text
    .replace(/(?<!\p{L})(Vol|Nos|No)\. ?(?=\d)/gu, (_, word: string) => `${BEFORE_NUMBERS[word]} `)
    .replace(
      /(?<=(?:\d|\p{Ll}|\bSt\.) \p{Lu}\p{Ll}+ )(St|Dr)\.(?= \p{Lu})/gu,
      (_, street: string) => `${street === 'St' ? 'Street' : 'Drive'}.`,
    )
    .replace(TITLE, (all: string, title: string, stop: string) =>
      // "MS FRANK" and "Rep": without a full stop only those that are no words.
      stop === '' &&
      /^(?:rep|hon|col|gen|maj|det|pres|fr|ms|st|mt|ft|adm|sen|gov|rev)$/i.test(title) &&
      !/^(?:Ms|St|Mt|Ft|Gov|Col|Sen)$/.test(title)
        ? all
        : TITLES[title.toLowerCase()]!,
    )
    .replace(WORD, (all: string, word: string, at: number, whole: string) => {
      const small = word.toLowerCase()
      if (NEEDS_CAPITAL.test(small) && word === small) return all
      const rest = whole.slice(at + word.length)
      const ends =
        small.endsWith('.') &&
        !ALWAYS[small]!.endsWith('.') &&
        /^["”]?(?:\s+["“(]?\p{Lu}|\s*$)/u.test(rest) &&
        !/^(?:e\.g|i\.e|vs)\.$/.test(small)
      return ` ${ALWAYS[small]!}${ends ? '.' : ''} `
    })
    .replace(/(?<=\p{L})\s?&\s?(?=\p{L})/gu, ' and ')
    .replace(/(?<=\p{L})\/(?=\p{L})/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])#(?=\p{L})/gu, 'hashtag ')
    .replace(/\( +| +\)/g, (bracket) => bracket.trim())
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/\.(?=[?!])/g, '')
    .trim()
