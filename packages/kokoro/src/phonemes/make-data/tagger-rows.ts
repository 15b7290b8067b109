import { byteOfWeight, FIRST_TAG, TAGS } from '../english/tagger.ts'

export type TaggerModel = {
  tagdict: Record<string, string>
  vocab: string[]
  weights: Record<string, Record<string, number>>
}

/** Weights that change next to nothing. */
const LEAST = 2

const tagByte = (tag: string) => {
  const index = TAGS.indexOf(tag)
  if (index < 0) throw new RangeError(`Unknown tag ${tag}.`)
  return FIRST_TAG + index
}

/** `words`: the tag of words that have one only. `weights`: pairs of bytes (tag, weight) for each feature. */
export function taggerRows(model: TaggerModel): { words: Buffer[]; weights: Buffer[] } {
  const known = new Set(model.vocab)
  const words = [...new Set([...known, ...Object.keys(model.tagdict)])]
    .filter((word) => !/[\t\n]/.test(word))
    .map((word) => {
      const tag = model.tagdict[word]
      const value =
        (tag === undefined ? '' : String.fromCharCode(tagByte(tag))) + (known.has(word) ? '~' : '')
      return Buffer.from(`${word}\t${value}`)
    })
  const weights = Object.entries(model.weights)
    .filter(([feature]) => !/[\t\n]/.test(feature))
    .flatMap(([feature, tags]) => {
      const pairs = Object.entries(tags).filter(([, weight]) => Math.abs(weight) >= LEAST)
      if (pairs.length === 0) return []
      const bytes = pairs
        .map(([tag, weight]) => [tagByte(tag), byteOfWeight(weight)])
        .toSorted(([a = 0], [b = 0]) => a - b)
        .flat()
      return [Buffer.concat([Buffer.from(`${feature}\t`), Buffer.from(bytes)])]
    })
  return { words, weights }
}
