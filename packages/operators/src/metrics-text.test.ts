import { processorMs } from '@andscene/testing/processor-time'
import { Counter, Gauge, Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { parseMetrics } from './metrics-text.ts'

const read = (text: string) => parseMetrics(text, new Set(['a_total', 'b']))

describe('decision 0056: parseMetrics', () => {
  test('reads the output of prom-client, with any character in a label', async () => {
    const registry = new Registry()
    const wanted = new Counter({
      name: 'a_total',
      help: 'Of a.',
      labelNames: ['x', 'y'] as const,
      registers: [registry],
    })
    const strange = 'q"uote \\ back\nline, {brace} = é'
    wanted.inc({ x: strange, y: '' }, 2.5)
    new Gauge({ name: 'b', help: 'Of b.', registers: [registry] }).set(-3)
    new Gauge({ name: 'other', help: 'Not asked for.', registers: [registry] }).set(1)
    expect(
      read(await registry.metrics()).map(({ name, labels, value }) => ({
        name,
        labels: { ...labels },
        value,
      })),
    ).toEqual([
      { name: 'a_total', labels: { x: strange, y: '' }, value: 2.5 },
      { name: 'b', labels: {}, value: -3 },
    ])
  })

  test.each([
    ['b 1', 1],
    ['b 1.5e3 1700000000000', 1_500],
    ['b{} 2', 2],
    ['b{x="1",} 3', 3],
    ['b{ x="1" , y="2" } 4\r', 4],
  ])('reads %j as %d', (line, value) => {
    expect(read(line).map((sample) => sample.value)).toEqual([value])
  })

  test.each([
    '',
    '# b 1',
    'b',
    'b ',
    'b one',
    'b NaN',
    'b +Inf',
    'b{x="1" 2',
    'b{x=1} 2',
    'b{x="1"}2',
    'bb 1',
    '<b>1</b>',
    'b 1 2 3',
    '\u0000b 1',
  ])('skips the line %j', (line) => expect(read(`${line}\nb 7`)).toHaveLength(1))

  test('reads labels named like properties of Object', () => {
    const [sample] = read('b{__proto__="x",constructor="y"} 1')
    expect(sample?.labels['constructor']).toBe('y')
    expect(sample?.labels['toString']).toBeUndefined()
  })

  test('reads a megabyte of garbage in linear time', () => {
    const lines = ['b{x="\\', 'b{', 'b{x="1",', 'b }', '}} ', 'b{x="1"} ', '"', ' ']
    for (const piece of lines) {
      const text = `b{${piece.repeat(Math.ceil(1024 ** 2 / piece.length))}`
      expect(processorMs(() => read(text))).toBeLessThan(2_000)
    }
  })

  test('stops after 5,000 series', () => {
    expect(read('b 1\n'.repeat(20_000))).toHaveLength(5_000)
  })
})
