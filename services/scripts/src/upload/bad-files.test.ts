import { fdxFile } from '@andscene/testing/fdx-file'
import { describe, expect, test } from 'vitest'
import { tooLarge, unparsable } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness } from '../testing/harness.ts'

const harness = await fileHarness()
const ada = harness.as('ada')

const stored = async () => (await ada.get('/api/scripts')).body.data.scripts
const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`
const script = (content: string) =>
  xml(`<FinalDraft DocumentType="Script"><Content>${content}</Content></FinalDraft>`)
const paragraph = (text: string) => `<Paragraph Type="Action"><Text>${text}</Text></Paragraph>`
const utf8 = (text: string) => new TextEncoder().encode(text)
const endingWithin = (text: string, sign: string) =>
  utf8(text).subarray(0, utf8(text.slice(0, text.indexOf(sign))).length + 1)

const MB = 1024 ** 2
const ENTITIES = [
  `<!ENTITY a "${'a'.repeat(1_000)}">`,
  ...Array.from({ length: 20 }, (_, n) => `<!ENTITY b${n} "${'&a;'.repeat(10)}">`),
].join('')
const FILES: Record<string, string | Uint8Array> = {
  'an empty file': '',
  'not XML': 'FADE IN: a dark room.',
  'a PDF': utf8('%PDF-1.7\n...'),
  'XML but not Final Draft': xml('<html><body><p>FADE IN</p></body></html>'),
  'Final Draft without a readable line': script(paragraph('   ')),
  'Final Draft without content': xml('<FinalDraft DocumentType="Script"/>'),
  'cut in the middle': SHORT_SCRIPT.slice(0, SHORT_SCRIPT.length / 2),
  'cut within a character': endingWithin(script(paragraph('caf\u00e9')), '\u00e9'),
  'a resource fork': Uint8Array.from([0, 5, 0x16, 7, 0, 2, 0, 0, 0x4d, 0x61, 0x63]),
  'a DTD': xml(
    `<!DOCTYPE FinalDraft SYSTEM "x.dtd"><FinalDraft><Content>${paragraph('x')}</Content></FinalDraft>`,
  ),
  'entity expansion (CVE-2026-26278)': xml(
    `<!DOCTYPE x [${ENTITIES}]><FinalDraft><Content>${paragraph('&b0;'.repeat(100))}</Content></FinalDraft>`,
  ),
  'nesting 10,000 deep': script('<Paragraph>'.repeat(10_000) + '</Paragraph>'.repeat(10_000)),
  'NUL bytes': script(paragraph('in the \0 middle')),
  'nothing but NUL bytes': new Uint8Array(100_000),
  'UTF-16 declared, UTF-8 written': SHORT_SCRIPT.replace('UTF-8', 'UTF-16'),
  'UTF-8 declared, Latin-1 written': Buffer.from(script(paragraph('caf\u00e9')), 'latin1'),
  'an unknown encoding': SHORT_SCRIPT.replace('UTF-8', 'KLINGON-1'),
}
const LARGE_FILES: Record<string, () => string> = {
  'a single run of 9.9 MB': () => script(paragraph('x'.repeat(9.9 * MB))),
  'a single run of 9.9 MB of numeric entities (CVE-2026-33036)': () =>
    script(paragraph('&#65;'.repeat((9.9 * MB) / 5))),
  '200,000 paragraphs': () => script('<Paragraph><Text>x</Text></Paragraph>'.repeat(200_000)),
  '9.9 MB of nested tags': () => script('<a>'.repeat(3.3 * MB)),
  '9.9 MB of attributes': () => script(`<Paragraph ${'a="1" '.repeat((9.9 * MB) / 6)}/>`),
}

describe('rejects with one sentence, and stores nothing:', () => {
  test.each(Object.entries(FILES))('%s', async (_name, content) => {
    expect(await ada.upload(content)).toEqual(unparsable())
    expect(await stored()).toEqual([])
  })

  test.each(Object.entries(LARGE_FILES))('%s', async (_name, content) => {
    const response = await ada.upload(content())
    expect([unparsable(), tooLarge()]).toContainEqual(response)
    expect(await stored()).toEqual([])
  })

  test('a script over the limit of one document', async () => {
    // Each speech repeats the name of its speaker and the text of its cue: a file of 6 MB becomes a document of 20 MB.
    const name = 'N'.repeat(200)
    const speech = { type: 'Dialogue', text: 'x'.repeat(60) }
    const file = fdxFile([{ type: 'Character', text: name }, ...Array.from({ length: 49_000 }, () => speech)])
    expect(await ada.upload(file)).toEqual(
      tooLarge('This script is too long. Split it and upload its parts.'),
    )
    expect(await stored()).toEqual([])
  })
})
