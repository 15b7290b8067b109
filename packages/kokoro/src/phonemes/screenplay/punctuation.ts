export const plainQuotes = (text: string): string =>
  text
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[«„‟]/g, '“')
    .replace(/»/g, '”')
    .replace(/''/g, '"')
    .replace(/(^|[\s(—-])"(?=\S)/g, '$1“')
    .replace(/"/g, '”')
    // "the '60s"
    .replace(/(?<![\d\p{L}])'(?=\d0s)/gu, '')
    // A word that lost its beginning is no quotation.
    .replace(/(?<!\p{L})'(?=(?:til|cause|em|bout|round|nuff|scuse|kay|tis|twas|cuz|cos|n)\b)/giu, '\uE001')
    .replace(/\uE001n\uE001?'?(?!\p{L})/gu, 'an')
    .replace(/\uE001(?=til|kay|scuse)/gi, '')
    .replaceAll('\uE001', "'")

/** Several marks in a row: an ellipsis, a question, an exclamation. */
const oneMark = (run: string): string => {
  const marks = run.replace(/\s/g, '')
  if (/^\.{2,}$|…/.test(marks)) return '…'
  if (/[?!]/.test(marks)) return (marks.includes('?') ? '?' : '') + (marks.includes('!') ? '!' : '')
  return marks.at(0)!
}

/** Dashes of every form are one pause, several marks are one; brackets and quotes of nothing go. */
export const plainPunctuation = (text: string): string =>
  text
    .replace(/(?<=\d)\s?[–—]\s?(?=\d)/g, '-')
    .replace(/[.!?…](?:\s?[.!?…])+/g, oneMark)
    .replace(/(?<=\p{L}[?!])(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/([,;:])[,;:]+/g, '$1')
    // A hyphen with a space is a dash, but "-5" has a sign, and "pre- and post-war" one word less.
    .replace(/\s*(?:-{2,}|[–—―‒])[-–—―‒]*\s*|\s+-+(?=\s|[^\s\d])\s*|(?<=[\p{L}])-+$/gu, ' — ')
    .replace(/(?:— ?){2,}/g, '— ')
    .replace(/^(?:[\s—…,;:!?]|[.-](?!\d))+(?=.*[\p{L}\p{N}])/u, '')
    .replace(/\s*…\s*(?=[\p{L}\p{N}])/gu, '… ')
    .replace(/…(?=[?!])/g, '')
    .replace(/\s*—\s*$/, '—')
    .replace(/\s*—\s*(["”!?.,])/g, '—$1')
    .replace(/([([“"])\1+/g, '$1')
    .replace(/([)\]”"])\1+/g, '$1')
    // What is left of a run of signs says nothing.
    .replace(/[^\p{L}\p{N}\s]{4,}/gu, (signs) => [...signs].find((sign) => ',.;:!?…—'.includes(sign)) ?? ' ')

/** "Plan B." ends here, "J. Edgar" does not. */
export const plainInitials = (text: string): string =>
  text
    // A sentence that ends in "P.M." has one full stop for both; it is needed twice.
    .replace(/(?<= [AP]\.M\.)(?=\s*$|\s+["“]?\p{Lu}(?!\.))/gu, '.')
    .replace(/(?<![\p{L}.])(\p{Lu})\.(?=[”)]*$)/gu, '$1 .')
    .replace(
      /(?<=\b(?:[Pp]lan|[Vv]itamin|[Tt]ype|[Rr]ated|[Cc]lass|[Gg]rade|[Ee]xhibit|and|than|like) )(\p{Lu})\.(?= )/gu,
      '$1 .',
    )

/** Letters that are spelled are one word: "T S A" is "T.S.A.", "D V Ds" is "DVDs". */
export const spelledLetters = (text: string): string =>
  text.replace(
    /(?<![\p{L}\p{N}'.])((?:\p{Lu} ){1,11})(\p{Lu})('?s)?(?![\p{L}\p{N}'])/gu,
    (all: string, first: string, last: string, ending: string | undefined) => {
      if (ending === undefined) return `${first.replaceAll(' ', '.')}${last}.`
      const letters = first.replaceAll(' ', '') + last
      // "PI's" and "IT's" would be words.
      return letters.length === 2 && ending === "'s" ? all : letters + ending
    },
  )
