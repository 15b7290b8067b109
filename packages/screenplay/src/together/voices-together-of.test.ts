import { processorMs } from '@andscene/testing/processor-time'
import { expect, test } from 'vitest'
import { table } from '../testing/fixture-files.ts'
import { voicesTogetherOf } from './voices-together-of.ts'

const heading = { type: 'Scene Heading' }
const speech = (character: string) => ({ type: 'Dialogue', character })
const shown = (names: readonly string[] | undefined) => names?.join(', ') ?? '-'

test.each(table('together'))('product §5: of %s the last is spoken by %s', (speakers, expected) => {
  const lines = speakers.split(', ').map((name) => speech(name.replaceAll('[,]', ',')))
  expect(shown(voicesTogetherOf([heading, ...lines]).at(-1))).toBe(expected)
})

test('product §5: only the speakers of the scene speak with ALL, later ones if it is first', () => {
  const found = voicesTogetherOf([
    heading,
    speech('ANNA'),
    heading,
    speech('ALL'),
    { type: 'Action' },
    speech('BEN'),
    speech('CARL'),
    speech('ALL'),
  ])
  expect(found).toHaveLength(8)
  expect(found[3]).toEqual(['BEN', 'CARL'])
  expect(found[7]).toEqual(['CARL', 'BEN'])
})

test('product §5: later speakers of the scene are those of lines of several too, and no crowd; none if there are earlier ones', () => {
  const ahead = (...names: string[]) => voicesTogetherOf([heading, ...names.map(speech)])
  const before = ['ANNA', 'BEN', 'CARL'].map(speech)
  expect(ahead('ALL', 'CROWD', 'BEN', 'CARL')[1]).toEqual(['BEN', 'CARL'])
  expect(voicesTogetherOf([...before, heading, speech('BOTH'), speech('ANNA AND BEN')]).at(-2)).toEqual([
    'ANNA',
    'BEN',
  ])
  expect(ahead('ANNA', 'BEN', 'ALL', 'CARL')[3]).toEqual(['BEN', 'ANNA'])
})

test('product §5: the cue itself and directions have one voice', () => {
  const lines = [
    speech('ANNA'),
    speech('BEN'),
    { type: 'Character', character: 'ANNA AND BEN' },
    { type: 'Parenthetical', character: 'ANNA AND BEN' },
    speech('ANNA AND BEN'),
  ]
  expect(voicesTogetherOf(lines)).toEqual([undefined, undefined, undefined, undefined, ['ANNA', 'BEN']])
})

test('reads long scripts and names in linear time', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => speech(`P${index % 200}`))
  const speakers = Array.from({ length: 50_000 }, (_, n) => speech(n % 2 === 0 ? `Q${n}` : 'ALL'))
  const odd = ['/', ',', '& ', 'AND ', 'A/', 'A , '].map((part) => speech(part.repeat(20_000)))
  const alone = Array.from({ length: 30_000 }, () => speech('ALL'))
  const lines = [...alone, heading, ...many, ...odd, ...speakers, speech('ALL')]
  expect(processorMs(() => expect(voicesTogetherOf(lines).at(-1)).toHaveLength(4))).toBeLessThan(3_000)
})
