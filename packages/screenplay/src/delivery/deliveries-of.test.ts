import { processorMs } from '@andscene/testing/processor-time'
import { expect, test } from 'vitest'
import { DELIVERIES as CONTRACT } from '@andscene/contracts/voices/delivery'
import { parseFdx } from '../fdx/parse-fdx.ts'
import { sampleBytes, table } from '../testing/fixture-files.ts'
import { deliveriesOf } from './deliveries-of.ts'
import { DELIVERIES, MANNER_WORDS } from './manner-words.ts'
import { BEAT_MS, LONG_BEAT_MS, pauseOf } from './pauses.ts'
import { readDirection } from './read-direction.ts'

const rows = (...sections: string[]) => sections.flatMap((section) => table('deliveries', section))
const shown = (direction: string) => (direction === 'other' ? '-' : direction)

test.each(rows('English', 'English that is no delivery', 'Other languages'))(
  'product §4: the direction %s is %s',
  (direction, expected) => {
    expect(shown(readDirection(direction))).toBe(expected)
  },
)

test.each(rows('English pauses', 'Pauses in other languages'))(
  'product §4: the direction %s is %s, with a silence of %s ms',
  (direction, expected, ms) => {
    expect(shown(readDirection(direction))).toBe(expected)
    expect(pauseOf(direction)).toBe(Number(ms))
  },
)

/** A scene in one row, see `fixtures/deliveries.txt`. */
function linesOf(scene: string) {
  let character = ''
  return scene.split(' / ').map((text) => {
    if (/^\p{L}[^a-z]*.*:$/u.test(text)) {
      character = /^\p{L}+/u.exec(text)![0]
      return { type: 'Character', text: text.slice(0, -1), character }
    }
    if (text.startsWith('!')) return { type: 'Action', text: text.slice(2) }
    return { type: /^\([^)]*\)$/.test(text) ? 'Parenthetical' : 'Dialogue', text, character }
  })
}

test.each(rows('Speeches'))('product §4: %s is delivered %s', (scene, expected) => {
  const lines = linesOf(scene)
  const found = deliveriesOf(lines).filter((_delivery, index) => lines[index]!.type === 'Dialogue')
  expect(found.map((delivery) => delivery ?? '-').join(', ')).toBe(expected)
})

test('product §4: only dialogue has a delivery', () => {
  const lines = linesOf('ANNA: / (whispering) / Come here. / ! SHE SHOUTS AND RUNS.')
  expect(deliveriesOf(lines)).toEqual([undefined, undefined, 'whispering', undefined])
})

test('product §4: a struck-out direction is not followed', () => {
  const text = '(whispering)'
  const styles = [{ start: 0, end: text.length, struck: true as const }]
  const lines = [
    { type: 'Parenthetical', text, styles },
    { type: 'Dialogue', text: 'Come here.' },
  ]
  expect(deliveriesOf(lines)).toEqual([undefined, undefined])
})

test('product §4: a speech continues below "(MORE)"', () => {
  const lines = [
    { type: 'Character', text: 'ANNA', character: 'ANNA' },
    { type: 'Parenthetical', text: '(whispering)', character: 'ANNA' },
    { type: 'Dialogue', text: 'Come here.', character: 'ANNA' },
    { type: 'General', text: '(MORE)' },
    { type: 'Character', text: "ANNA (CONT'D)", character: 'ANNA' },
    { type: 'Dialogue', text: 'Quick.', character: 'ANNA' },
  ]
  expect(deliveriesOf(lines).filter(Boolean)).toEqual(['whispering', 'whispering'])
})

test('product §4: a style in capitals counts as capitals', () => {
  const lines = ['Go away!', 'Please go.', 'I mean it.', 'Now.'].map((text, index) => ({
    type: 'Dialogue',
    text,
    ...(index === 0 && { capitals: true }),
  }))
  expect(deliveriesOf(lines)[0]).toBe('shouting')
})

test('the sample script has the deliveries that its page asks for', () => {
  const { lines } = parseFdx(sampleBytes(), 'sample.fdx')
  const found = deliveriesOf(lines).flatMap((delivery, index) =>
    delivery === undefined ? [] : [`${delivery}: ${lines[index]!.text}`],
  )
  expect(found).toEqual(['quiet: Good evening, Marigold.', 'whispering: Oh. There you are.'])
})

test('has words for each delivery in each language, and each phrase means one', () => {
  expect([...DELIVERIES].sort()).toEqual([...CONTRACT].sort())
  for (const { phrases } of MANNER_WORDS)
    expect(new Set([...phrases.values()].map(({ says }) => says))).toEqual(
      new Set([...CONTRACT, 'plain', 'continues']),
    )
  const meanings = new Map<string, Set<string>>()
  for (const { phrases } of MANNER_WORDS)
    for (const [phrase, { says }] of phrases)
      meanings.set(phrase, (meanings.get(phrase) ?? new Set()).add(says))
  expect([...meanings].filter(([, says]) => says.size > 1)).toEqual([])
})

test('reads texts of any kind and length in linear time', () => {
  const size = 100_000
  const texts = [
    '(',
    '()',
    '( ',
    '!',
    '! ',
    '?!',
    '...',
    '… ',
    'A ',
    'A',
    "A'",
    '(a)',
    '(whispering) ',
    '(to ',
    '-- ',
  ]
  for (const text of texts) {
    const long = text.repeat(size / text.length)
    const read = () => {
      for (const type of ['Dialogue', 'Parenthetical', 'Character']) deliveriesOf([{ type, text: long }])
      pauseOf(long)
    }
    expect(processorMs(read)).toBeLessThan(1_000)
  }
  const hostile = [
    '(a)'.repeat(1_300),
    '(sad)'.repeat(800),
    `(${'very '.repeat(19)}sad)`,
    '(' + 'sad,'.repeat(24) + ')',
  ]
  for (const text of hostile)
    for (const type of ['Dialogue', 'Parenthetical']) {
      const lines = Array.from({ length: 2_000 }, (_, n) => ({ type, text: `${text}${n}` }))
      expect(processorMs(() => deliveriesOf(lines))).toBeLessThan(1_000)
    }
  expect([BEAT_MS, LONG_BEAT_MS]).toEqual([700, 1_500])
})
