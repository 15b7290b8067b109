import type { Delivery } from '@andscene/contracts/voices/delivery'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { toSsml } from './azure-voices.ts'

/** What the voice element contains. */
function marked(delivery: Delivery, styles: string[] = [], text = 'Come & see.'): string {
  const ssml = toSsml('en-US-JennyNeural', { text, delivery }, styles)
  expect(XMLValidator.validate(ssml)).toBe(true)
  return /<voice name="en-US-JennyNeural">(.*)<\/voice>/s.exec(ssml)![1]!
}

describe('the SSML of a delivery', () => {
  test('is the plain text without one', () => {
    expect(marked({})).toBe('Come &amp; see.')
    expect(marked({ pauseBeforeMs: 500 })).toBe('Come &amp; see.')
  })

  test.each([
    ['whispering', 'whispering'],
    ['shouting', 'shouting'],
    ['calling', 'shouting'],
    ['sad', 'sad'],
    ['angry', 'angry'],
    ['excited', 'excited'],
  ] as const)('%s is the style %s if the voice has it', (name, style) => {
    expect(marked({ name }, ['chat', style])).toBe(
      `<mstts:express-as style="${style}">Come &amp; see.</mstts:express-as>`,
    )
  })

  test('is prosody if the voice does not have the style', () => {
    expect(marked({ name: 'angry' }, ['chat'])).toBe(
      '<prosody rate="+8%" pitch="+8%" range="+40%">Come &amp; see.</prosody>',
    )
    expect(marked({ name: 'slow' }, ['whispering'])).toBe('<prosody rate="-20%">Come &amp; see.</prosody>')
  })

  test.each([
    ['whispering', 'rate="-5%" pitch="-10%" range="-40%"'],
    ['quiet', 'pitch="-5%" range="-30%"'],
    ['shouting', 'rate="+3%" pitch="+20%" range="+30%"'],
    ['calling', 'rate="-10%" pitch="+15%" range="+10%"'],
    ['sad', 'rate="-15%" pitch="-8%" range="-40%"'],
    ['excited', 'rate="+10%" pitch="+12%" range="+30%"'],
    ['fast', 'rate="+25%"'],
  ] as const)('%s is <prosody %s> without its style', (name, attributes) => {
    expect(marked({ name })).toBe(`<prosody ${attributes}>Come &amp; see.</prosody>`)
  })

  test('is the nearest style that the voice has, and its pitch is multiplied by the chosen one', () => {
    expect(marked({ name: 'excited' }, ['cheerful'])).toContain('<mstts:express-as style="cheerful">')
    expect(marked({ name: 'excited' }, ['cheerful', 'excited'])).toContain('style="excited"')
    expect(marked({ name: 'shouting', pitch: 12 })).toContain('pitch="+140%"')
  })

  test('adds the chosen pace and pitch to a style', () => {
    expect(marked({ name: 'sad', pace: 0.9, pitch: -2 }, ['sad'])).toBe(
      '<mstts:express-as style="sad"><prosody rate="-10%" pitch="-11%">Come &amp; see.</prosody></mstts:express-as>',
    )
  })

  test('stresses words, each once, also at positions that are not in the text', () => {
    const stressed = '<prosody rate="-15%" pitch="+12%" volume="+15%">'
    expect(
      marked({
        emphasis: [
          [7, 40],
          [0, 4],
          [2, 1],
          [500, 2],
        ],
      }),
    ).toBe(`${stressed}Come</prosody> &amp; ${stressed}see.</prosody>`)
  })
})
