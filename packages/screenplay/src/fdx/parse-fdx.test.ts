import { describe, expect, it } from 'vitest'
import {
  fdxOf,
  fixtureBytes,
  paragraph,
  parseFixture,
  parseText,
  rows,
  sampleBytes,
} from '../testing/fixture-files.ts'
import { parseFdx } from './parse-fdx.ts'

describe('the text of a line', () => {
  it('is all direct-child Text runs of its paragraph, joined exactly', () => {
    expect(rows(parseFixture('runs'))).toEqual([
      'Action | The clockwork owl blinks  twice.',
      'Character | ivo',
      `Dialogue | It's Tom & Jerry's "café": 3 < 4.`,
      'Action | First row,\nsecond row,\n\ta tab, no break, and <raw> & literal.',
      'Action | Comments are not read.',
    ])
  })

  it('leaves out what nests paragraphs of its own, in whatever order the children come', () => {
    expect(rows(parseFixture('structure'), 'scriptNote')).toEqual([
      'Scene Heading | EXT. POND - DAY | -',
      'Action | A boat made of newspaper. | Which newspaper?',
    ])
  })

  it('has "\\n" for every line break and a space for every no-break space', () => {
    const text = 'one\r\ntwo\rthree\u2028four&#xD;five\u00a0six\u202fseven&#160;eight\u0085nine'
    expect(parseText(fdxOf(paragraph('Action', text))).lines[0]?.text).toBe(
      'one\ntwo\nthree\nfour\nfive six seven eight\nnine',
    )
  })

  it('keeps right-to-left and East Asian words, signs beyond the basic plane, and other capitals as they are', () => {
    const world = parseFixture('world')
    expect(world.characters).toEqual(['李明', 'ليلى', 'МАША', 'ÉLODIE'])
    expect(world.lines.map((line) => line.text)).toContain('مرحبا! هل هذا الشاي ساخن؟')
    expect(world.lines.map((line) => line.text)).toContain('Очень горячий 🍵.')
  })

  it('is kept where a tool writes it without runs', () => {
    expect(rows(parseText(fdxOf('<Paragraph Type="Action">\n  Bare words\n</Paragraph>')))).toEqual([
      'Action | Bare words',
    ])
  })

  it('is not touched by references that only HTML has, nor by a lone ampersand', () => {
    const script = parseText(
      fdxOf(paragraph('Action', 'fish &amp;amp; chips &nbsp;at AT&T &rsquo;n &#x1F375; &bogus;')),
    )
    expect(script.lines[0]?.text).toBe('fish &amp; chips  at AT&T ’n 🍵 &bogus;')
  })

  it('is cut at the ends of sentences where it is too long for one clip, and nothing is lost', () => {
    const long = `${'A sentence of a writer who does not stop. '.repeat(300)}End.`
    const { lines } = parseText(
      fdxOf(paragraph('Character', 'BARD') + paragraph('Dialogue', long, 'StartsNewPage="Yes"')),
    )
    const speech = lines.slice(1)
    expect(speech.length).toBeGreaterThan(2)
    expect(speech.map((line) => line.text).join('')).toBe(long)
    expect(speech.every((line) => line.text.length <= 4000 && line.character === 'BARD')).toBe(true)
    expect(speech.slice(0, -1).every((line) => line.text.endsWith('. '))).toBe(true)
    expect(speech.map((line) => line.forcePageBreak)).toEqual([true, ...speech.slice(1).map(() => undefined)])
  })
})

describe('the type of a line', () => {
  it('is folded for case and space, follows PaginateAs, and else keeps its own name', () => {
    expect(rows(parseFixture('types')).map((row) => row.split(' | ')[0])).toEqual([
      'Scene Heading',
      'Scene',
      'Action',
      'Action',
      'Character',
      'Dialogue',
      'Singing',
      'Hen',
      'Undeclared Thing',
      'General',
      'Shot',
      'Cast List',
      'Lyrics',
      'End of Act',
      'Transition',
    ])
  })

  it('of Outline, Summary and Note is planning text, and no line', () => {
    expect(rows(parseFixture('types')).join()).not.toContain('Planning')
  })
})

describe('acts', () => {
  it('count every spelling of a mark, a doubled one once, from 1 (RULINGS: act 2 only behind a heading)', () => {
    const script = parseFixture('acts')
    expect(rows(script, 'act').filter((row) => row.startsWith('New Act'))).toEqual([
      'New Act | TEASER | 1',
      'New Act | ACT ONE | 2',
      'New Act | The Rise | 2',
      'New Act | ACT TWO | 3',
      'New Act | ACT THREE | 4',
      'New Act |  ACT IV  | 5',
      'New Act | Act Five | 6',
      'New Act | ACT 6: THE OVEN | 7',
      'New Act | COLD OPEN | 7',
    ])
    expect(script.acts).toBe(7)
  })

  it('are not begun by the end of one, by a sentence, or by what somebody says', () => {
    const others = rows(parseFixture('acts'), 'act')
    expect(others).toContain('End of Act | END OF ACT ONE | 2')
    expect(others).toContain('Action | Act one of kindness at a time. | 3')
    expect(others).toContain('Dialogue | ACT SEVEN | 7')
  })

  it('begin with act 1 at a first mark that has no heading before it', () => {
    const { lines } = parseText(fdxOf(paragraph('Action', 'FADE IN') + paragraph('New Act', 'ACT ONE')))
    expect(lines.map((line) => line.act)).toEqual([1, 1])
  })
})

describe('page breaks, scenes and speech', () => {
  it('take a page break from the paragraph, else from its type, and carry it over empty paragraphs', () => {
    expect(
      rows(parseFixture('page-breaks'), 'forcePageBreak').map((row) => row.split(' | ').slice(1).join(' | ')),
    ).toEqual([
      'On the first page anyway. | true',
      'Below. | -',
      'Its own break. | true',
      "Its type's break. | true",
      'Its own refusal. | -',
      'What the empty paragraph left. | true',
      'No break. | -',
      'LEFT | true',
      "A wrapper's break is mine. | -",
    ])
  })

  it('number scenes as written, else by counting, and by headings alone', () => {
    const script = parseFixture('scene-numbers')
    expect(script.lines.map((line) => line.sceneNumber)).toEqual([
      undefined,
      '9A',
      '9A',
      '2',
      '2',
      '2',
      '3',
      'I-1-A',
      '9.',
      '4-1',
    ])
    expect(script.scenes).toBe(6)
  })

  it('give a speech to the cue above it, through page breaks and actions, within the scene', () => {
    expect(
      parseFixture('speech')
        .lines.filter((line) => line.type === 'Dialogue' || line.type === 'Parenthetical')
        .map((line) => `${line.text} ${line.character ?? '-'}`),
    ).toEqual([
      "Nobody's line. -",
      '(to the window) MELISSA',
      'We are late. MELISSA',
      'Very late. MELISSA',
      'By an hour. O’HARA',
      'Or two. O’HARA',
      'A new scene, and no cue. -',
      'Three. O’HARA',
      'A new act, and no cue. -',
    ])
  })

  it('put both speeches of a dual dialogue in order, left and right', () => {
    expect(rows(parseFixture('dual'), 'dual', 'character')).toEqual([
      'Character | HARE | left | HARE',
      'Parenthetical | (running) | left | HARE',
      'Dialogue | I win! | left | HARE',
      'Dialogue | I always win. | left | HARE',
      'Character | TORTOISE | right | TORTOISE',
      'Parenthetical | (arriving) | right | TORTOISE',
      'Dialogue | Do you? | right | TORTOISE',
      'Dialogue | Look down. | right | TORTOISE',
      'Action | A ribbon. | - | -',
      "Character | HARE (CONT'D) | left | HARE",
      'Dialogue | One. | left | HARE',
      'Character | TORTOISE | right | TORTOISE',
      'Dialogue | Two. | right | TORTOISE',
      'Character | HARE | left | HARE',
      'Dialogue | Three. | left | HARE',
      'Character | MOLE | left | MOLE',
      'Dialogue | Alone. | left | MOLE',
      'Action | Words of the wrapper, below. | - | -',
      'Action | Words of the wrapper, above. | - | -',
      'Character | MOLE | left | MOLE',
    ])
  })
})

describe('notes', () => {
  it('of both kinds stand on the line they are about; omitted scenes are counted and not read', () => {
    expect(rows(parseFixture('notes'), 'scriptNote')).toEqual([
      'Action | Hum. | on the hum\nfrom the plan to the hum',
      'Character | MARA | on the two at once',
      'Dialogue | Its inner words do not count. | -',
      'Scene Heading | Omitted | on what is omitted\nwithin what is omitted',
      'Action | Go. | on an empty row\non Go',
      'Action | Stop. | Nested note,\ntwo rows.',
      'Action | End. | On nothing.',
    ])
  })

  it('below the last line are about the last line', () => {
    const script = parseText(
      fdxOf(
        `${paragraph('Action', 'The end.')}<Paragraph><ScriptNote><Text>Too soon?</Text></ScriptNote></Paragraph>`,
      ),
    )
    expect(rows(script, 'scriptNote')).toEqual(['Action | The end. | Too soon?'])
  })
})

describe('the bundled sample', () => {
  const sample = parseFdx(sampleBytes(), 'the-lighthouse-keeper.fdx')

  it('uses every line type, two acts, a dual dialogue, a note and at least six characters on five pages or more', () => {
    const types = new Set(sample.lines.map((line) => line.type))
    for (const type of [
      'Character',
      'Dialogue',
      'Action',
      'Scene',
      'Scene Heading',
      'New Act',
      'Parenthetical',
      'Transition',
      'Shot',
      'General',
    ])
      expect(types).toContain(type)
    expect(sample.acts).toBe(2)
    expect(sample.characters.length).toBeGreaterThanOrEqual(6)
    expect(sample.pages).toBeGreaterThanOrEqual(5)
    expect(sample.lines.some((line) => line.dual === 'right')).toBe(true)
    expect(sample.lines.some((line) => line.scriptNote !== undefined)).toBe(true)
    expect(sample.title).toBe('THE LIGHTHOUSE KEEPER’S VOICE')
  })

  it('gives every speech to somebody', () => {
    expect(sample.lines.filter((line) => line.type === 'Dialogue' && line.character === undefined)).toEqual(
      [],
    )
  })
})

it('reads the same file from a view into a larger buffer', () => {
  const bytes = fixtureBytes('speech')
  const padded = new Uint8Array(bytes.length + 20).fill(65)
  padded.set(bytes, 10)
  expect(parseFdx(padded.subarray(10, 10 + bytes.length), 'speech.fdx')).toEqual(parseFixture('speech'))
})
