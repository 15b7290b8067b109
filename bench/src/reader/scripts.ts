import { fdxFile, fdxOfLength, type FdxParagraph } from '@andscene/testing/fdx-file'

const PEOPLE = ['ADA', 'BEN', 'CLEO', 'DEV']

/** Scenes of ten lines: a heading, an action, and speeches with their cues. `words` says what the n-th of them speaks. */
function scenes(count: number, words: (n: number) => string) {
  const paragraphs: FdxParagraph[] = []
  for (let n = 0; paragraphs.length < count; n += 1) {
    if (n % 5 === 0) {
      paragraphs.push(
        { type: 'Scene Heading', text: `INT. ROOM ${n / 5 + 1}` },
        { type: 'Action', text: words(n) },
      )
    } else {
      paragraphs.push(
        { type: 'Character', text: PEOPLE[n % PEOPLE.length]! },
        { type: 'Dialogue', text: words(n) },
      )
    }
  }
  return Buffer.from(fdxFile(paragraphs.slice(0, count)))
}

/** Lines of about a second, no two speeches alike. */
export const shortLines = (count: number) => scenes(count, (n) => `Now, number ${n}.`)

/** Speeches of some twenty words, as in a scene where people have something to tell; with their cues. */
export const longLines = (count: number) =>
  scenes(
    count,
    (n) =>
      `When the lamp had turned ${n} times they came down to the water and told each other what the night had brought, ` +
      `who had gone out to sea with the tide, who had come home again, and what was to be done about it tomorrow.`,
  )

/** Lines as most scripts have them. */
export const usualLines = (count: number) => Buffer.from(fdxOfLength(count))
