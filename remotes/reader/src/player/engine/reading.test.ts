import type { AudioCache, Casting } from '@andscene/contracts/script'
import { mapScript } from '@andscene/screenplay/navigation'
import { expect, test } from 'vitest'
import { line } from '../../testing/line.ts'
import { createReading } from './reading.ts'
import { upcoming } from './reading-plan.ts'

const lines = [
  line(0, 'Scene Heading', 'INT. HALL - DAY'),
  line(1, 'Action', 'A clock ticks.'),
  line(2, 'Character', 'ANNA', { character: 'ANNA' }),
  line(3, 'Parenthetical', '(low)', { character: 'ANNA' }),
  line(4, 'Dialogue', 'Hello.', { character: 'ANNA' }),
  line(5, 'Action', '   '),
  line(6, 'Scene Heading', 'EXT. SEA - DAY'),
  line(7, 'Action', ' '),
  line(8, 'Character', '', { character: 'ANNA' }),
  line(9, 'Dialogue', '', { character: 'ANNA' }),
]
const casting: Casting = { characterAssignments: { ANNA: 'ruth' }, narrationVoiceId: 'claire' }

const reading = (
  given: {
    lines?: typeof lines
    skipped?: string[]
    casting?: Casting
    voices?: string[]
    clip?: AudioCache
    version?: number
  } = {},
) =>
  createReading({
    scriptId: 's',
    lines: given.lines ?? lines,
    map: mapScript(lines),
    casting: given.casting ?? casting,
    isVoice: (voiceId) => (given.voices ?? ['ruth', 'claire']).includes(voiceId),
    skippedLineTypes: given.skipped ?? [],
    stored: () => given.clip,
    version: given.version,
  })

const uncast: Casting = { characterAssignments: {} }
test.each([
  ['product §5 the voice of the character', 4, {}, { lineId: 'l4', voiceId: 'ruth', text: 'Hello.' }],
  ['product §5 headings fall back to the narration', 0, {}, { voiceId: 'claire' }],
  ['product §8 no voice for a character', 4, { casting: uncast }, { missing: { character: 'ANNA' } }],
  ['product §8 no narration voice', 1, { casting: uncast }, { missing: { role: 'narration' } }],
  ['product §3 a voice that no longer exists', 4, { voices: ['claire'] }, { missing: { role: 'character' } }],
])('requests a line with its voice: %s', (_what, index, given, request) => {
  expect(reading(given).request(index)).toMatchObject(request)
})

test('product §5 skips empty lines and skipped types (product §4)', () => {
  expect(reading().spokenFrom(5)).toBe(6)
  const tableRead = reading({ skipped: ['Character', 'Parenthetical'] })
  expect(tableRead.spokenFrom(2)).toBe(4)
  expect(tableRead.spokenFrom(7)).toBeNull()
})

test('product §3 skips what belongs to the page, and directions alone', () => {
  for (const text of ['(MORE)', '(sighs)']) {
    const silent = [...lines.slice(0, 4), line(4, 'Dialogue', text, { character: 'ANNA' }), ...lines.slice(5)]
    expect(reading({ lines: silent }).spokenFrom(4)).toBe(6)
  }
})

test('product §3 skips a line that is struck out', () => {
  const styles = [{ start: 0, end: 14, struck: true }]
  const struck = lines.map((one, index) => (index === 1 ? { ...one, styles } : one))
  expect(reading().spokenFrom(1)).toBe(1)
  expect(reading({ lines: struck }).spokenFrom(1)).toBe(2)
})

test('product §5 a request has the version of the casting, to which directions and pronunciations belong', () => {
  expect(reading({ version: 7 }).request(4)).toMatchObject({ version: 7 })
  expect(reading().request(4)).not.toHaveProperty('version')
})

test('uses a stored clip only with the same voice', () => {
  const clip = { path: 'p', contentType: 'audio/mpeg', voiceId: 'ruth', lastUpdated: '', durationMs: 1 }
  expect(reading({ clip }).request(4)).toMatchObject({ path: 'p' })
  expect(reading({ clip: { ...clip, voiceId: 'magnus' } }).request(4)).toMatchObject({ path: undefined })
})

test('product §5 requests a line in its own language, and uses only a clip in that language', () => {
  const spanish = lines.map((one, index) => (index === 4 ? { ...one, language: 'es' } : one))
  const clip = { path: 'p', contentType: 'audio/mpeg', voiceId: 'ruth', lastUpdated: '', durationMs: 1 }
  const own = { ...clip, language: 'es' }
  const off = { ...casting, languageByLine: false }
  const ask = (given: object) => reading({ lines: spanish, ...given }).request(4)
  expect(ask({ clip: own })).toMatchObject({ language: 'es', path: 'p' })
  expect(ask({ clip })).toMatchObject({ language: 'es', path: undefined })
  expect(ask({ clip, casting: off })).toMatchObject({ language: undefined, path: 'p' })
  expect(ask({ clip: own, casting: off })).toMatchObject({ language: undefined, path: undefined })
})

test('product §5 requests a line with the sound of its character, and the same clip', () => {
  const clip = { path: 'p', contentType: 'audio/mpeg', voiceId: 'ruth', lastUpdated: '', durationMs: 1 }
  const radio = { ...casting, characterSounds: { ANNA: { pitch: 2, place: 'radio' } } } as const
  const plain = reading({ clip })
  const sounding = reading({ clip, casting: radio })
  expect(sounding.request(4)).toEqual({ ...plain.request(4), sound: { pitch: 2, place: 'radio' } })
  expect(upcoming(sounding, 0)).not.toBe(upcoming(plain, 0))
  const offScreen = lines.map((one, index) => (index === 2 ? { ...one, text: 'ANNA (O.S.)' } : one))
  expect(reading({ lines: offScreen }).request(4)).toMatchObject({ sound: { place: 'door' } })
})

/** What is upcoming with another speech, and without the parenthetical before it. */
function upcomingSpeech(text: string, skipped: string[]): string {
  const texts: Record<number, string> = { 3: ' ', 4: text }
  const changed = lines.map((one, index) => ({ ...one, text: texts[index] ?? one.text }))
  return upcoming(reading({ lines: changed, skipped }), 2)
}

test.each([
  ['Hello.', true],
  ['Hello. (beat) You.', false],
])(
  'product §3 a run restarts if directions inside the next speeches are heard another way: %s',
  (text, isSame) => {
    expect(upcomingSpeech(text, []) === upcomingSpeech(text, ['Parenthetical'])).toBe(isSame)
  },
)

test('product §4 the pause depends on the lines that are read, whatever is skipped between them', () => {
  const { gap } = reading()
  expect(gap(2, 4), 'an aside between them').toBe(0)
  expect(gap(4, 9), 'an action and a cue between them').toBe(300)
})

test('product §4 a "(beat)" that is skipped is silence before the next line', () => {
  const speech = [
    line(0, 'Dialogue', 'Hello.', { character: 'ANNA' }),
    line(1, 'Parenthetical', '(beat)', { character: 'ANNA' }),
    line(2, 'Dialogue', 'Who is there?', { character: 'ANNA' }),
  ]
  const skipping = reading({ lines: speech, skipped: ['Character', 'Parenthetical'] })
  expect(skipping.spokenFrom(1)).toBe(2)
  expect(skipping.gap(0, 2)).toBe(700)
  expect(reading({ lines: speech }).gap(1, 2)).toBe(0)
})

test.each([
  ['product §3 read by the narrator', {}, true],
  ['product §3 a pause where parentheticals are not read', { skipped: ['Parenthetical'] }, false],
  ['product §3 a pause without a narrator', { casting: { characterAssignments: { ANNA: 'ruth' } } }, false],
  ['product §3 a pause if the voice of the narrator was removed', { voices: ['ruth'] }, false],
])('requests a line with directions: %s', (_what, given, isRead) => {
  const text = 'Hello. (beat) Who is there?'
  const directed = [...lines.slice(0, 4), line(4, 'Dialogue', text, { character: 'ANNA' }), ...lines.slice(5)]
  expect(reading({ ...given, lines: directed }).request(4)).toMatchObject({ readsDirections: isRead })
  expect(reading(given).request(4)).not.toHaveProperty('readsDirections')
})
