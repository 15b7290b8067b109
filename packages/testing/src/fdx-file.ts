export type FdxParagraph = { type: string; text: string }

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A Final Draft file with these paragraphs. */
export const fdxFile = (paragraphs: readonly FdxParagraph[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>',
    '<FinalDraft DocumentType="Script" Template="No" Version="5">',
    '<Content>',
    ...paragraphs.map(
      ({ type, text }) => `<Paragraph Type="${escape(type)}"><Text>${escape(text)}</Text></Paragraph>`,
    ),
    '</Content>',
    '</FinalDraft>',
  ].join('\n')

const PEOPLE = ['MARA', 'OLD TOM', 'JUNO', 'THE KEEPER', 'PELL', 'DR. AMARI', 'WREN', 'CAPTAIN OSK']
const WORDS =
  'the lamp turns once and the sea answers with a low sound that nobody in the room will name aloud tonight' // plain-words: quoted
    .split(' ')
    .map((word, index) => [word, index] as const)

/** Seven to eighteen words, different for each seed. */
const sentence = (seed: number) => {
  const words = WORDS.filter(([, index]) => (seed * 7 + index * 3) % 5 > 1).map(([word]) => word)
  return `${words.join(' ')} ${seed}.`
}

/**
 * A script of `lines` lines: scenes with a heading, an action and speeches by eight characters. Every second speech is
 * unique.
 */
export function fdxOfLength(lines: number): string {
  const paragraphs: FdxParagraph[] = []
  for (let n = 0; paragraphs.length < lines; n += 1)
    if (n % 10 === 0)
      paragraphs.push(
        { type: 'Scene Heading', text: `INT. LIGHTHOUSE ROOM ${n / 10 + 1} - NIGHT` },
        { type: 'Action', text: sentence(n) },
      )
    else
      paragraphs.push(
        { type: 'Character', text: PEOPLE[n % PEOPLE.length]! },
        { type: 'Dialogue', text: sentence(n) },
      )
  return fdxFile(paragraphs.slice(0, lines))
}
