import { loadGuess } from '../languages/guess-language.ts'
import { scriptLanguages } from '../languages/script-languages.ts'
import { saidLine } from '../said/said-line.ts'
import { parseFdx } from './parse-fdx.ts'

/** A line and the words that are heard for it in an English voice; `spoken` is '' for a silent line. */
type SaidRow = { type: string; character: string | null; text: string; spoken: string }

/** The lines of a file in order. Throws FdxError. */
export async function saidOf(bytes: Uint8Array, fileName: string): Promise<SaidRow[]> {
  const { lines } = parseFdx(bytes, fileName)
  const { own, ofLines } = await scriptLanguages(lines, loadGuess)
  return lines.map((line, index) => ({
    type: line.type,
    character: line.character ?? null,
    text: line.text,
    spoken: saidLine({ ...line, language: ofLines.get(index) }, own).text,
  }))
}
