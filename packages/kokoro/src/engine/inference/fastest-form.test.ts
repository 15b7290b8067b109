import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { floatValue } from '../convert/onnx.ts'
import { fastestForm } from './fastest-form.ts'
import { OVERFLOW, PROBE } from '../graph-names.ts'
import { GraphBuilder } from '../testing/graph-builder.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { testRuntime } from '../testing/test-runtime.ts'

const CHANNELS = 32
const TAPS = 31

/** A probe's graph: multiplies the input by `factor` after this much work. */
function graph({ factor, work }: { factor: number; work: boolean }): Uint8Array {
  const builder = new GraphBuilder()
  const weights = new Float32Array(CHANNELS * CHANNELS * TAPS)
  for (let channel = 0; channel < CHANNELS; channel++)
    weights[(channel * CHANNELS + channel) * TAPS + (TAPS >> 1)] = factor
  const wide = builder.floats([CHANNELS, CHANNELS, TAPS], weights)
  const made = work
    ? builder.add('Conv', [PROBE.input, wide], { kernel_shape: [TAPS], pads: [TAPS >> 1, TAPS >> 1] })
    : builder.add('Mul', [PROBE.input, builder.floats([], [factor])])
  builder.add('Identity', [made], {}, PROBE.output)
  return builder.file([floatValue(PROBE.input)], [floatValue(PROBE.output)])
}

const LITTLE = { factor: 2, work: false }
const MUCH = { factor: 2, work: true }
/** The sum of the largest products, and half of it. */
const WHOLE = { factor: OVERFLOW.channels * OVERFLOW.taps, work: false }
const LOST = { factor: WHOLE.factor / 2, work: false }

test.each([
  ['faster and right', { float32: MUCH, int8: LITTLE, overflow: WHOLE }, 'int8'],
  ['slower', { float32: LITTLE, int8: MUCH, overflow: WHOLE }, 'float32'],
  ['faster and wrong', { float32: MUCH, int8: { factor: 1.9, work: false }, overflow: WHOLE }, 'float32'],
  [
    'faster and no number',
    { float32: MUCH, int8: { factor: Number.NaN, work: false }, overflow: WHOLE },
    'float32',
  ],
  ['faster and lose what overflows', { float32: MUCH, int8: LITTLE, overflow: LOST }, 'float32'],
  ['not to be run', { float32: MUCH, int8: undefined, overflow: WHOLE }, 'float32'],
] as const)('with 8 bits that are %s the decoder uses %s', async (_, forms, expected) => {
  const folder = await testFolder()
  for (const [form, of] of Object.entries(forms))
    await writeFile(join(folder, `${form}.onnx`), of ? graph(of) : 'no graph')
  const probe = {
    channels: CHANNELS,
    float32: 'float32.onnx',
    int8: 'int8.onnx',
    overflow: 'overflow.onnx',
  }
  const options = { intraOpNumThreads: 1, graphOptimizationLevel: 'all' } as const
  expect(await fastestForm(testRuntime(), folder, probe, options)).toBe(expected)
})
