import { fdxFile, fdxOfLength, type FdxParagraph } from '@andscene/testing/fdx-file'

/** 20 lines a page (product §9). */
export const HUNDRED_PAGES = 2_000
export const LONG_SCRIPT = 3_000
/** A feature film. */
export const FEATURE = 2_800

const PEOPLE = ['ADA', 'BEN', 'CLEO', 'DEV']

/** Generates a typical script with the given number of lines. */
export const usualLines = (count: number) => Buffer.from(fdxOfLength(count))

/** Generates scenes of ten lines: a heading, an action and speeches with cues of about a second, all distinct. */
export function shortLines(count: number): string {
  const paragraphs: FdxParagraph[] = []
  for (let n = 0; paragraphs.length < count; n += 1) {
    const text = `Now, number ${n}.`
    paragraphs.push(
      ...(n % 5 === 0
        ? [
            { type: 'Scene Heading', text: `INT. ROOM ${n / 5 + 1}` },
            { type: 'Action', text },
          ]
        : [
            { type: 'Character', text: PEOPLE[n % PEOPLE.length]! },
            { type: 'Dialogue', text },
          ]),
    )
  }
  return fdxFile(paragraphs.slice(0, count))
}

const FORMS = [
  (n: number) => `I never asked you to come back on the ${n}th, Eleanor.`,
  (n: number) => `He lifts the blind with one finger and counts to ${n}.`,
  (n: number) => `We have to go. Now, before they find boat number ${n}.`,
  (n: number) => `What happened in ${1_900 + (n % 100)} stays between you and me.`,
  (n: number) => `A door slams. ${n} people look up from their plates.`,
]

/** Generates a line that takes 1 to 5 s to speak; each number gives a different line. */
export const spokenLine = (n: number): string => FORMS[n % FORMS.length]!(n)
