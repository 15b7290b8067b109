import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText, rows } from '../testing/fixture-files.ts'

describe('page breaks, scenes and speech', () => {
  test('take a page break from the paragraph, else from its type, and carry it over empty paragraphs', () => {
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

  test('number scenes as the file does, by headings alone; one without a number has none between others', () => {
    const script = parseFixture('scene-numbers')
    expect(script.lines.map((line) => line.sceneNumber)).toEqual([
      undefined,
      '9A',
      '9A',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'I-1-A',
      '9.',
      '4-1',
    ])
    expect(script.scenes).toBe(6)
  })

  test('number scenes as some tools write it, in the properties of the scene', () => {
    const heading =
      '<Paragraph Type="Scene Heading"><SceneProperties Number="7B"/><Text>INT. A</Text></Paragraph>'
    expect(parseText(fdxOf(heading)).lines[0]?.sceneNumber).toBe('7B')
  })

  test('give a speech to the cue above it, through page breaks and actions, within the scene', () => {
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

  test('put both speeches of a dual dialogue in order, left and right', () => {
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
  test('of both kinds stand on the line they are about; omitted scenes are counted and not read', () => {
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

  test('below the last line are about the last line', () => {
    const script = parseText(
      fdxOf(
        `${paragraph('Action', 'The end.')}<Paragraph><ScriptNote><Text>Too soon?</Text></ScriptNote></Paragraph>`,
      ),
    )
    expect(rows(script, 'scriptNote')).toEqual(['Action | The end. | Too soon?'])
  })
})
