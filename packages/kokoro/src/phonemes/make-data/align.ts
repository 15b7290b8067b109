/** A word of the dictionary: its letters, and its sounds with the stress and length that belong to each. */
export type Pair = { letters: string; sounds: readonly string[] }

/** A letter says none, one or two sounds ("x", "u"). */
const MOST = 2
const NEVER = -30

type Odds = Map<string, number>

const keyOf = (letter: string, sounds: string) => `${letter}\t${sounds}`

/** The likeliest sounds for each letter; undefined where they do not fit. */
function path({ letters, sounds }: Pair, odds: Odds): string[] | undefined {
  const width = sounds.length + 1
  const best = new Float64Array((letters.length + 1) * width).fill(-Infinity)
  const taken = new Int8Array(best.length)
  best[0] = 0
  for (let letter = 0; letter < letters.length; letter++) {
    for (let sound = 0; sound < width; sound++) {
      const here = best[letter * width + sound]!
      if (here === -Infinity) continue
      for (let count = 0; count <= MOST && sound + count < width; count++) {
        const said = sounds.slice(sound, sound + count).join('')
        const score = here + (odds.get(keyOf(letters[letter]!, said)) ?? NEVER)
        const to = (letter + 1) * width + sound + count
        if (score > best[to]!) {
          best[to] = score
          taken[to] = count
        }
      }
    }
  }
  if (best[letters.length * width + sounds.length] === -Infinity) return undefined
  const chunks: string[] = []
  let sound = sounds.length
  for (let letter = letters.length; letter > 0; letter--) {
    const count = taken[letter * width + sound]!
    chunks.unshift(sounds.slice(sound - count, sound).join(''))
    sound -= count
  }
  return chunks
}

const oddsOf = (counts: ReadonlyMap<string, number>): Odds => {
  const letters = new Map<string, number>()
  for (const [key, count] of counts) letters.set(key[0]!, (letters.get(key[0]!) ?? 0) + count)
  return new Map([...counts].map(([key, count]) => [key, Math.log(count / letters.get(key[0]!)!)]))
}

/** Which sounds each letter of the words says, by expectation maximisation with the best path. */
export function align(pairs: readonly Pair[], rounds = 5): { letters: string; chunks: string[] }[] {
  const counts = new Map<string, number>()
  // At first every letter may say what stands about where it does.
  for (const { letters, sounds } of pairs) {
    for (const [index, letter] of [...letters].entries()) {
      const middle = Math.floor((index * sounds.length) / letters.length)
      for (let at = Math.max(0, middle - 1); at <= middle + 1 && at < sounds.length; at++) {
        const key = keyOf(letter, sounds[at]!)
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      counts.set(keyOf(letter, ''), (counts.get(keyOf(letter, '')) ?? 0) + 0.5)
    }
  }
  let aligned: { letters: string; chunks: string[] }[] = []
  let odds = oddsOf(counts)
  for (let round = 0; round < rounds; round++) {
    aligned = pairs.flatMap((pair) => {
      const chunks = path(pair, odds)
      return chunks ? { letters: pair.letters, chunks } : []
    })
    const next = new Map<string, number>()
    for (const { letters, chunks } of aligned) {
      chunks.forEach((chunk, index) => {
        const key = keyOf(letters[index]!, chunk)
        next.set(key, (next.get(key) ?? 0) + 1)
      })
    }
    odds = oddsOf(next)
  }
  return aligned
}
