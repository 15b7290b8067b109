import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadRuntime, type Runtime } from '../inference/crew.ts'
import { GraphBuilder } from '../testing/graph-builder.ts'
import { findRuntime, requireRuntime } from '../testing/test-runtime.ts'
import { multiplyInEightBits } from './eight-bit.ts'
import { convolveFourier } from './fourier.ts'
import { joinInstanceNorms } from './instance-norms.ts'
import { floatValue, readModel, writeModel, type OnnxGraph } from './onnx.ts'
import { shortenSnakes } from './snakes.ts'

const CHANNELS = 64
const found = await findRuntime()
let runtime: Runtime

beforeEach(() => {
  runtime = loadRuntime(join(requireRuntime(found), '..'))
})

/** Without a pattern, from −1 to 1. */
const numbers = (length: number) =>
  Float32Array.from({ length }, (_, index) => Math.sin(index * index * 0.37))

type Build = (builder: GraphBuilder, input: string) => string

/** What a small graph makes of `dims` numbers before and after it is rewritten, and its operators afterwards. */
async function rewritten(
  build: Build,
  dims: number[],
  rewrite: (graph: OnnxGraph) => OnnxGraph,
  input?: Float32Array,
) {
  const builder = new GraphBuilder()
  builder.add('Identity', [build(builder, 'input')], {}, 'output')
  const model = readModel(builder.file([floatValue('input')], [floatValue('output')]))
  const graph = rewrite(model.graph)
  const size = dims.reduce((product, dim) => product * dim)
  const run = async (of: OnnxGraph) => {
    const session = await runtime.InferenceSession.create(writeModel({ ...model, graph: of }), {
      // Exact on any processor, if slower: here it is the graph that is looked at.
      extra: { session: { x64quantprecision: '1' } },
    })
    const { output } = await session.run({
      input: new runtime.Tensor('float32', input ?? numbers(size), dims),
    })
    await session.release()
    return { dims: output!.dims, values: output!.data as Float32Array }
  }
  const before = await run(model.graph)
  const after = await run(graph)
  return { before, after, operators: graph.nodes.map(({ opType }) => opType) }
}

const level = (values: Float32Array) => Math.hypot(...values)
const difference = (a: Float32Array, b: Float32Array) => level(a.map((value, index) => value - b[index]!))

const weights = (...dims: number[]) => [dims, numbers(dims.reduce((product, dim) => product * dim))] as const

const convolution =
  (
    taps: number,
    dilation: number,
    more: Record<string, number | number[]> = {},
    channels = CHANNELS,
  ): Build =>
  (builder, input) => {
    const [dims, values] = weights(channels, CHANNELS / ((more['group'] as number) ?? 1), taps)
    const bias = builder.floats([channels], numbers(channels))
    const pads = [(taps >> 1) * dilation, ((taps - 1) >> 1) * dilation]
    const settings = { kernel_shape: [taps], dilations: [dilation], pads, ...more }
    return builder.add('Conv', [input, builder.floats([...dims], values), bias], settings)
  }
const upsampling =
  (factor: number): Build =>
  (builder, input) => {
    const [dims, values] = weights(CHANNELS, 2 * CHANNELS, 2 * factor)
    const bias = builder.floats([2 * CHANNELS], numbers(2 * CHANNELS))
    const settings = { kernel_shape: [2 * factor], strides: [factor], pads: [factor / 2, factor / 2] }
    return builder.add('ConvTranspose', [input, builder.floats([...dims], values), bias], settings)
  }

const matrix =
  (rows: number): Build =>
  (builder, input) => {
    const [dims, values] = weights(rows, 256)
    return builder.add('MatMul', [input, builder.floats([...dims], values)])
  }

describe('multiplied in 8 bits', () => {
  test.each([
    ['a convolution of 3', convolution(3, 1)],
    ['one of 11 with gaps of 5', convolution(11, 5)],
    ['one with more before than behind', convolution(4, 1)],
    ['an upsampling by 6', upsampling(6)],
    ['an upsampling by 10', upsampling(10)],
  ])('%s gives the same but for rounding', async (_, build) => {
    const { before, after, operators } = await rewritten(build, [1, CHANNELS, 70], multiplyInEightBits)
    expect(operators).toContain('MatMulIntegerToFloat')
    expect(after.dims).toEqual(before.dims)
    const lost = difference(after.values, before.values) / level(before.values)
    expect(lost).toBeLessThan(0.02)
    expect(lost).toBeGreaterThan(0)
  })

  test('a large matrix gives the same but for rounding, a small one exactly', async () => {
    const large = await rewritten(matrix(256), [1, 5, 256], multiplyInEightBits)
    expect(large.operators).toEqual(['DynamicQuantizeMatMul', 'Identity'])
    expect(difference(large.after.values, large.before.values) / level(large.before.values)).toBeLessThan(
      0.02,
    )
    const small = await rewritten(matrix(128), [1, 5, 128], multiplyInEightBits)
    expect(small.operators).toEqual(['MatMul', 'Identity'])
    expect(small.after.values).toEqual(small.before.values)
  })

  test.each([
    ['few channels', convolution(3, 1, {}, 32)],
    ['groups', convolution(3, 1, { group: 2 })],
    ['strides', convolution(3, 1, { strides: [2] })],
    ['another length', convolution(3, 1, { pads: [0, 0] })],
  ])('%s: stays as it is', async (_, build) => {
    const { before, after, operators } = await rewritten(build, [1, CHANNELS, 70], multiplyInEightBits)
    expect(operators).toEqual(['Conv', 'Identity'])
    expect(after.values).toEqual(before.values)
  })
})

/** Squares what is centred by `of`. */
const norm =
  (of: (builder: GraphBuilder, centred: string) => string): Build =>
  (builder, input) => {
    const centred = builder.add('Sub', [
      input,
      builder.add('ReduceMean', [input], { axes: [2], keepdims: 1 }),
    ])
    const variance = builder.add('ReduceMean', [of(builder, centred)], { axes: [2], keepdims: 1 })
    const deviation = builder.add('Sqrt', [builder.add('Add', [variance, builder.floats([], [1e-5])])])
    const scaled = builder.add('Mul', [
      builder.floats([1, 3, 1], [0.5, 1, 2]),
      builder.add('Div', [centred, deviation]),
    ])
    return builder.add('Add', [scaled, builder.floats([1, 3, 1], [0, 1, -1])])
  }

describe('an instance normalisation that is written out', () => {
  test('becomes one operator that gives the same', async () => {
    const square = norm((builder, centred) => builder.add('Mul', [centred, centred]))
    const { before, after, operators } = await rewritten(square, [1, 3, 50], joinInstanceNorms)
    expect(operators).toEqual(['Reshape', 'Reshape', 'InstanceNormalization', 'Identity'])
    expect(difference(after.values, before.values) / level(before.values)).toBeLessThan(1e-5)
  })

  test('what only looks like one stays', async () => {
    const other = norm((builder, centred) => builder.add('Mul', [centred, builder.add('Abs', [centred])]))
    const { before, after, operators } = await rewritten(other, [1, 3, 50], joinInstanceNorms)
    expect(operators).not.toContain('InstanceNormalization')
    expect(after.values).toEqual(before.values)
  })
})

const snake =
  (alpha: number[], after: (builder: GraphBuilder, normalised: string, snake: string) => string): Build =>
  (builder, input) => {
    const parameters = [builder.floats([3], [0.5, 1, 2]), builder.floats([3], [0, 1, -1])]
    const normalised = builder.add('InstanceNormalization', [input, ...parameters], {
      epsilon: { float: 1e-5 },
    })
    const angle = builder.add('Mul', [builder.floats([1, 3, 1], alpha), normalised])
    const square = builder.add('Pow', [builder.add('Sin', [angle]), builder.floats([], [2])])
    const inverse = alpha.map((value) => 1 / value)
    const scaled = builder.add('Mul', [builder.floats([1, 3, 1], inverse), square])
    return after(builder, normalised, builder.add('Add', [normalised, scaled]))
  }

describe('a snake activation', () => {
  test('is computed from one cosine and gives the same', async () => {
    const build = snake([0.3, -2, 9], (_builder, _normalised, output) => output)
    const { before, after, operators } = await rewritten(build, [1, 3, 50], shortenSnakes)
    expect(operators).toContain('Cos')
    expect(operators).not.toContain('Sin')
    expect(operators).not.toContain('Pow')
    expect(difference(after.values, before.values) / level(before.values)).toBeLessThan(1e-5)
  })

  test.each([
    [
      'whose norm is used elsewhere too',
      snake([0.3, -2, 9], (b, before, after) => b.add('Mul', [before, after])),
    ],
    ['with a factor near zero', snake([0.3, 1e-6, 9], (_builder, _normalised, output) => output)],
  ])('%s stays', async (_, build) => {
    const { before, after, operators } = await rewritten(build, [1, 3, 50], shortenSnakes)
    expect(operators).toContain('Sin')
    expect(after.values).toEqual(before.values)
  })
})

describe('a short-time Fourier transform as a convolution', () => {
  const SIZE = 20
  const window = Float32Array.from(
    { length: SIZE },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / SIZE),
  )
  const transform: Build = (builder, input) =>
    builder.add('STFT', [input, builder.int(5), builder.floats([SIZE], window), builder.int(SIZE)], {
      onesided: 1,
    })

  test('gives the same', async () => {
    const { before, after, operators } = await rewritten(transform, [1, 400], convolveFourier)
    expect(operators).toContain('Conv')
    expect(operators).not.toContain('STFT')
    expect(after.dims).toEqual(before.dims)
    expect(difference(after.values, before.values) / level(before.values)).toBeLessThan(1e-5)
  })

  test('a negative wave that has no imaginary part has the phase π, never −π', async () => {
    const { after } = await rewritten(transform, [1, 400], convolveFourier, new Float32Array(400).fill(-1))
    const [real, imaginary] = after.values
    expect(real).toBeLessThan(0)
    expect(Math.atan2(imaginary!, real!)).toBeCloseTo(Math.PI, 6)
    // The model's graph asks whether it is above zero.
    expect(imaginary).toBeGreaterThan(0)
  })
})
