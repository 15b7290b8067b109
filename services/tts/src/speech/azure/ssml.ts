const VOICE_NAME = /^[a-z]{2,3}-[A-Za-z0-9:._-]+$/
const LOCALE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-(?:[A-Z]{2}|\d{3})/
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export const isVoiceName = (name: string): boolean => VOICE_NAME.test(name)

/** Text in one voice as SSML. Whatever the text is, it is spoken and never read as markup. */
export function toSsml(voice: string, text: string): string {
  const locale = LOCALE.exec(voice)?.[0] ?? 'en-US'
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${locale}">` +
    `<voice name="${escaped(voice)}">${escaped(text)}</voice></speak>`
  )
}

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_XML, ' ')
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!)
