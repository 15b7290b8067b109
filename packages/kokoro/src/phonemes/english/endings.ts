/** American sounds after which a t is a tap: "sitting". */
const TAPPED_AFTER = new Set('AIOWYiuæɑəɛɪɹʊʌ')

const weakVowel = (isBritish: boolean) => (isBritish ? 'ɪ' : 'ᵻ')

export function withS(stem: string | undefined, isBritish: boolean): string | undefined {
  if (!stem) return undefined
  const last = stem.at(-1)!
  if ('ptkfθ'.includes(last)) return `${stem}s`
  return 'szʃʒʧʤ'.includes(last) ? `${stem}${weakVowel(isBritish)}z` : `${stem}z`
}

export function withEd(stem: string | undefined, isBritish: boolean): string | undefined {
  if (!stem) return undefined
  const last = stem.at(-1)!
  if ('pkfθʃsʧ'.includes(last)) return `${stem}t`
  if (last === 'd') return `${stem}${weakVowel(isBritish)}d`
  if (last !== 't') return `${stem}d`
  if (isBritish || stem.length < 2) return `${stem}ɪd`
  return TAPPED_AFTER.has(stem.at(-2)!) ? `${stem.slice(0, -1)}ɾᵻd` : `${stem}ᵻd`
}

/** Undefined also where a British stem ends in the r that it drops. */
export function withIng(stem: string | undefined, isBritish: boolean): string | undefined {
  if (!stem) return undefined
  if (isBritish) return /[əː]$/.test(stem) ? undefined : `${stem}ɪŋ`
  const isTapped = stem.length > 1 && stem.endsWith('t') && TAPPED_AFTER.has(stem.at(-2)!)
  return isTapped ? `${stem.slice(0, -1)}ɾɪŋ` : `${stem}ɪŋ`
}
