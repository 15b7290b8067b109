const ADDRESS =
  /(?<![\p{L}\p{N}@])(?:https?:\/\/)?(?:[\w.+-]{1,64}@)?(?:[a-z0-9-]{1,63}\.){1,6}(?:com|org|net|edu|gov|io|co\.uk|uk|de|fr|tv|info|biz)(?:\/[\w./?=&%-]{0,200})?(?![\p{L}\p{N}])/giu

const SIGNS: Readonly<Record<string, string>> = {
  '.': 'dot',
  '@': 'at',
  '/': 'slash',
  '-': 'dash',
  '?': 'question mark',
  '=': 'equals',
  '&': 'and',
  '%': 'percent',
  '+': 'plus',
}

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
