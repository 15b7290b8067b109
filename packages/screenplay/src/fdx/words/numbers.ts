import data from '../../../data/words.json' with { type: 'json' }

/** Numbers in the languages scripts mostly come in; each row of the data is one number, from 1. */
const BY_NAME = new Map(
  data.counting.flatMap((row, at) => row.split(' ').map((name) => [name, at + 1] as const)),
)
const ROMAN = /^(?=[ivx])(x{0,2})(ix|iv|v?i{0,3})$/

const roman = (word: string): number | undefined => {
  const [, tens = '', ones = ''] = ROMAN.exec(word) ?? []
  if (tens === '' && ones === '') return undefined
  const small = { ix: 9, iv: 4 }[ones] ?? (ones.startsWith('v') ? 4 + ones.length : ones.length)
  return tens.length * 10 + small
}

/** The number a word in small letters means: "2", "two", "ii", "zweiter"; undefined for any other word. */
export const countingNumber = (word: string): number | undefined =>
  /^\d{1,3}$/.test(word) ? Number(word) : (BY_NAME.get(word) ?? roman(word))
