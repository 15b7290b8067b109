import type { RunStyle } from '@andscene/contracts/run-styles'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseFdx, type ParsedScript } from '../fdx/parse-fdx.ts'

const folder = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.url))

/** Bytes of a small self-made file that demonstrates one feature of real ones. */
export const fixtureBytes = (name: string): Uint8Array => readFileSync(`${folder('fixtures')}${name}.fdx`)

export const sampleBytes = (): Uint8Array => readFileSync(`${folder('samples')}the-lighthouse-keeper.fdx`)

/** Names of the files in `fixtures`, without extension. */
export const fixtureNames = (): string[] =>
  readdirSync(folder('fixtures')).flatMap((file) => (file.endsWith('.fdx') ? file.slice(0, -4) : []))

/** Every valid test file, by name. */
export const allFiles = (): Map<string, Uint8Array> =>
  new Map(
    ['fixtures', 'samples'].flatMap((name) =>
      readdirSync(folder(name))
        .filter((file) => file.endsWith('.fdx'))
        .sort()
        .map((file) => [file, readFileSync(folder(name) + file)] as const),
    ),
  )

export const parseFixture = (name: string): ParsedScript => parseFdx(fixtureBytes(name), `${name}.fdx`)

/**
 * Rows of the table in `fixtures` below the heading `## section`: cells between ` | `, with escaped line breaks and
 * tabs.
 */
export function table(name: string, section = ''): string[][] {
  const text = `## \n${readFileSync(`${folder('fixtures')}${name}.txt`, 'utf8')}`
  const part = text.split(/^## /m).find((each) => each.startsWith(`${section}\n`))
  if (part === undefined) throw new Error(`${name}.txt has no section ${section}.`)
  return part
    .split('\n')
    .slice(1)
    .filter((row) => row !== '' && !row.startsWith('# '))
    .map((row) => row.split(' | ').map((cell) => cell.replaceAll('\\n', '\n').replaceAll('\\t', '\t')))
}

/** The headings of a table in `fixtures`. */
export const sections = (name: string): string[] =>
  [...readFileSync(`${folder('fixtures')}${name}.txt`, 'utf8').matchAll(/^## (.+)$/gm)].map(
    ([, title]) => title!,
  )

/** A file with this in Content, followed by `beside`. */
export const fdxOf = (
  content: string,
  beside = '',
  declaration = '<?xml version="1.0" encoding="UTF-8"?>\n',
): string =>
  `${declaration}<FinalDraft DocumentType="Script" Version="4"><Content>${content}</Content>${beside}</FinalDraft>`

export const paragraph = (type: string, text: string, attributes = ''): string =>
  `<Paragraph Type="${type}" ${attributes}><Text>${text}</Text></Paragraph>`

export const parseText = (xml: string, fileName = 'a script.fdx'): ParsedScript =>
  parseFdx(new TextEncoder().encode(xml), fileName)

const styleText = ({ start, end, ...look }: RunStyle) => `${Object.keys(look).join(' ')} ${start}-${end}`

/** A parsed script in the format of `fixtures/lines.txt`: counts and characters, then a row per line. */
export const scriptRows = ({ pages, acts, scenes, characters, title, lines }: ParsedScript): string[][] => [
  [`${pages} pages, ${acts} acts, ${scenes} scenes`, characters.join(', '), title],
  ...lines.map((line) => {
    const styles = (line.styles ?? []).map(styleText)
    const revisions = (line.revisions ?? []).map(({ start, end, set }) => `set ${set} ${start}-${end}`)
    const marks = [line.forcePageBreak && 'page break', line.capitals && 'capitals', ...styles, ...revisions]
    const scene = line.sceneNumber && `scene ${line.sceneNumber}`
    const length = line.eighths && `${line.eighths} eighths`
    const note = line.scriptNote && `note: ${line.scriptNote}`
    const details = [`act ${line.act}`, scene, length, line.character, line.dual, ...marks, note]
    return [line.type, line.text, details.filter(Boolean).join(', ')]
  }),
]
