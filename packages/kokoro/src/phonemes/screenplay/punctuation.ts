import SOUNDS from '../../../data/sounds.json' with { type: 'json' }

const ADDRESS =
  /(?<![\p{L}\p{N}@])(?:https?:\/\/)?(?:[\w.+-]{1,64}@)?(?:[a-z0-9-]{1,63}\.){1,6}(?:com|org|net|edu|gov|io|co\.uk|uk|de|fr|tv|info|biz)(?:\/[\w./?=&%-]{0,200})?(?![\p{L}\p{N}])/giu

const SIGNS: Readonly<Record<string, string>> = SOUNDS.addresses

/** Addresses of mail and the web: "www.acme.com/jobs" is "W W W dot acme dot com slash jobs". */
export const plainAddresses = (text: string): string =>
  text.replace(ADDRESS, (address) => {
    if (!/[.@]/.test(address)) return address
    const [, said = '', stop = ''] = /^(?:https?:\/\/)?(.*?)([./]*)$/is.exec(address) ?? []
    return (
      said
        .replace(/^www\./i, 'W W W. ')
        .replace(/[^\p{L}\p{N}\s]/gu, (sign) => ` ${SIGNS[sign] ?? ''} `)
        .replace('W W W  dot', 'W W W dot')
        .replace(/\s+/g, ' ')
        .trim() + stop.replaceAll('/', '')
    )
  })

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
    .replace(/(?<![\p{L}.])(\p{Lu})\.(?=[”)]*$)/gu, '$1 .')
    .replace(
      /(?<=\b(?:[Pp]lan|[Vv]itamin|[Tt]ype|[Rr]ated|[Cc]lass|[Gg]rade|[Ee]xhibit|and|than|like) )(\p{Lu})\.(?= )/gu,
      '$1 .',
    )
