import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseFdx, type ParsedScript } from '../fdx/parse-fdx.ts'

const folder = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.url))

/** Bytes of an own small file that shows one feature of real ones. */
export const fixtureBytes = (name: string): Uint8Array => readFileSync(`${folder('fixtures')}${name}.fdx`)

export const sampleBytes = (): Uint8Array => readFileSync(`${folder('samples')}the-lighthouse-keeper.fdx`)

/** Every valid file there is here, by name. */
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

/** Wraps what stands in Content, and what stands beside it, into a file. */
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

/** Lines as short rows for comparison: type, text, and what else was asked for. */
export const rows = (
  script: ParsedScript,
  ...fields: ('character' | 'act' | 'sceneNumber' | 'dual' | 'scriptNote' | 'forcePageBreak' | 'capitals')[]
): string[] =>
  script.lines.map((line) =>
    [line.type, line.text, ...fields.map((field) => String(line[field] ?? '-'))].join(' | '),
  )
