/** Phonemes that the model takes at once; its own limit is 510, and it speaks worse close to that. */
const MOST = 400

/** Where a text may be cut, the best first: after a sentence, after a clause, between words. */
const CUTS = [/[.!?…]["”)]*(?=\s)/g, /[;:,—]["”)]*(?=\s)|\s(?=—)/g, /(?=\s)/g]

const lastCut = (text: string): number => {
  for (const cut of CUTS) {
    let last = 0
    for (const { 0: mark, index } of text.slice(0, MOST + 1).matchAll(cut)) {
      if (index + mark.length <= MOST) last = index + mark.length
    }
    if (last > 0) return last
  }
  return MOST
}

/** Phonemes in pieces of at most 400, cut between sentences, else between clauses, else between words. */
export function inPieces(phonemes: string): string[] {
  const pieces: string[] = []
  let rest = phonemes.trim()
  while (rest.length > MOST) {
    const end = lastCut(rest)
    pieces.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  if (rest !== '') pieces.push(rest)
  return pieces
}
