import { expect, test } from 'vitest'
import { GraphBuilder } from '../testing/graph-builder.ts'
import { testRuntime } from '../testing/test-runtime.ts'
import { multiplyInEightBits } from './eight-bit.ts'
import { convolveFourier } from './fourier.ts'
import { joinInstanceNorms } from './instance-norms.ts'
import { floatValue, readModel, writeModel, type OnnxGraph } from './onnx.ts'
import { shortenSnakes } from './snakes.ts'

const CHANNELS = 64

/** Pseudo-random numbers from −1 to 1. */
const numbers = (length: number) =>
  Float32Array.from({ length }, (_, index) => Math.sin(index * index * 0.37))

type Build = (builder: GraphBuilder, input: string) => string
type Rewrite = (graph: OnnxGraph) => OnnxGraph
const operatorsOf = ({ nodes }: OnnxGraph) => nodes.map(({ opType }) => opType)

/** What a small graph makes of `dims` numbers before and after it is rewritten, and its operators afterwards. */
async function rewritten(rewrite: Rewrite, build: Build, dims: number[], input?: Float32Array) {
  const runtime = testRuntime()
  const builder = new GraphBuilder()
  builder.add('Identity', [build(builder, 'input')], {}, 'output')
  const model = readModel(builder.file([floatValue('input')], [floatValue('output')]))
  const graph = rewrite(model.graph)
  const size = dims.reduce((product, dim) => product * dim)
  const run = async (of: OnnxGraph) => {
    const session = await runtime.InferenceSession.create(writeModel({ ...model, graph: of }), {
      // Exact on any processor, but slower: this test compares graphs.
      extra: { session: { x64quantprecision: '1' } },
    })
    const { output } = await session.run({
      input: new runtime.Tensor('float32', input ?? numbers(size), dims),
    })
    await session.release()
    return { dims: output!.dims, values: output!.data as Float32Array }
  }
  return {
    before: await run(model.graph),
    after: await run(graph),
    operators: operatorsOf(graph),
    operatorsBefore: operatorsOf(model.graph),
  }
}

const level = (values: Float32Array) => Math.hypot(...values)
const difference = (a: Float32Array, b: Float32Array) => level(a.map((value, index) => value - b[index]!))

const weights = (builder: GraphBuilder, ...dims: number[]) =>
  builder.floats(dims, numbers(dims.reduce((product, dim) => product * dim)))

const convolution =
  (
    taps: number,
    dilation: number,
    more: Record<string, number | number[]> = {},
    channels = CHANNELS,
  ): Build =>
  (builder, input) => {
    const kernel = weights(builder, channels, CHANNELS / ((more['group'] as number) ?? 1), taps)
    const pads = [(taps >> 1) * dilation, ((taps - 1) >> 1) * dilation]
    const settings = { kernel_shape: [taps], dilations: [dilation], pads, ...more }
    return builder.add('Conv', [input, kernel, weights(builder, channels)], settings)
  }
const upsampling =
  (factor: number): Build =>
  (builder, input) => {
    const kernel = weights(builder, CHANNELS, 2 * CHANNELS, 2 * factor)
    const settings = { kernel_shape: [2 * factor], strides: [factor], pads: [factor / 2, factor / 2] }
    return builder.add('ConvTranspose', [input, kernel, weights(builder, 2 * CHANNELS)], settings)
  }

const matrix =
  (rows: number): Build =>
  (builder, input) =>
    builder.add('MatMul', [input, weights(builder, rows, 256)])

/** Squares what is centred by `of`. */
const norm =
  (of: (builder: GraphBuilder, centred: string) => string): Build =>
  (builder, input) => {
    const mean = (values: string) => builder.add('ReduceMean', [values], { axes: [2], keepdims: 1 })
    const centred = builder.add('Sub', [input, mean(input)])
    const variance = builder.add('Add', [mean(of(builder, centred)), builder.floats([], [1e-5])])
    const divided = builder.add('Div', [centred, builder.add('Sqrt', [variance])])
    const scaled = builder.add('Mul', [builder.floats([1, 3, 1], [0.5, 1, 2]), divided])
    return builder.add('Add', [scaled, builder.floats([1, 3, 1], [0, 1, -1])])
  }
const written = norm((builder, centred) => builder.add('Mul', [centred, centred]))
const similar = norm((builder, centred) => builder.add('Mul', [centred, builder.add('Abs', [centred])]))

type Finish = (builder: GraphBuilder, normalised: string, snake: string) => string
const snake =
  (alpha: number[], finish: Finish = (_builder, _normalised, output) => output): Build =>
  (builder, input) => {
    const parameters = [builder.floats([3], [0.5, 1, 2]), builder.floats([3], [0, 1, -1])]
    const normalised = builder.add('InstanceNormalization', [input, ...parameters], {
      epsilon: { float: 1e-5 },
    })
    const angle = builder.add('Mul', [builder.floats([1, 3, 1], alpha), normalised])
    const square = builder.add('Pow', [builder.add('Sin', [angle]), builder.floats([], [2])])
    const inverse = alpha.map((value) => 1 / value)
    const scaled = builder.add('Mul', [builder.floats([1, 3, 1], inverse), square])
    return finish(builder, normalised, builder.add('Add', [normalised, scaled]))
  }
const productOfBoth: Finish = (builder, normalised, output) => builder.add('Mul', [normalised, output])

const SIZE = 20
const transform: Build = (builder, input) => {
  const wave = (at: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / SIZE)
  const window = builder.floats(
    [SIZE],
    Float32Array.from({ length: SIZE }, (_, at) => wave(at)),
  )
  return builder.add('STFT', [input, builder.int(5), window, builder.int(SIZE)], { onesided: 1 })
}

const WIDE = [1, CHANNELS, 70]
const NARROW = [1, 3, 50]

test.each<[string, Rewrite, Build, number[], string, string[]]>([
  ['a convolution of 3', multiplyInEightBits, convolution(3, 1), WIDE, 'MatMulIntegerToFloat', ['Conv']],
  ['one of 11 with gaps', multiplyInEightBits, convolution(11, 5), WIDE, 'MatMulIntegerToFloat', ['Conv']],
  ['one of 4', multiplyInEightBits, convolution(4, 1), WIDE, 'MatMulIntegerToFloat', ['Conv']],
  ['an upsampling by 6', multiplyInEightBits, upsampling(6), WIDE, 'MatMulIntegerToFloat', ['ConvTranspose']],
  [
    'an upsampling by 10',
    multiplyInEightBits,
    upsampling(10),
    WIDE,
    'MatMulIntegerToFloat',
    ['ConvTranspose'],
  ],
  ['a large matrix', multiplyInEightBits, matrix(256), [1, 5, 256], 'DynamicQuantizeMatMul', ['MatMul']],
  ['a norm that is written out', joinInstanceNorms, written, NARROW, 'InstanceNormalization', ['Sqrt']],
  ['a snake activation', shortenSnakes, snake([0.3, -2, 9]), NARROW, 'Cos', ['Sin', 'Pow']],
  ['a Fourier transform', convolveFourier, transform, [1, 400], 'Conv', ['STFT']],
])('rewrites %s with the same result except for rounding', async (_, rewrite, build, dims, has, lacks) => {
  const { before, after, operators } = await rewritten(rewrite, build, dims)
  expect(operators).toContain(has)
  for (const operator of lacks) expect(operators).not.toContain(operator)
  expect(after.dims).toEqual(before.dims)
  const lost = difference(after.values, before.values) / level(before.values)
  const [least, most] = rewrite === multiplyInEightBits ? [1e-5, 0.02] : [0, 1e-5]
  expect(lost).toBeGreaterThanOrEqual(least)
  expect(lost).toBeLessThan(most)
})

test.each<[string, Rewrite, Build, number[]]>([
  ['a convolution of few channels', multiplyInEightBits, convolution(3, 1, {}, 32), WIDE],
  ['a convolution in groups', multiplyInEightBits, convolution(3, 1, { group: 2 }), WIDE],
  ['a convolution with strides', multiplyInEightBits, convolution(3, 1, { strides: [2] }), WIDE],
  ['a convolution to another length', multiplyInEightBits, convolution(3, 1, { pads: [0, 0] }), WIDE],
  ['a small matrix', multiplyInEightBits, matrix(128), [1, 5, 128]],
  ['what only looks like a norm', joinInstanceNorms, similar, NARROW],
  ['a snake whose norm is used elsewhere too', shortenSnakes, snake([0.3, -2, 9], productOfBoth), NARROW],
  ['a snake with a factor near zero', shortenSnakes, snake([0.3, 1e-6, 9]), NARROW],
])('leaves %s unchanged', async (_, rewrite, build, dims) => {
  const { before, after, operators, operatorsBefore } = await rewritten(rewrite, build, dims)
  expect(operators).toEqual(operatorsBefore)
  expect(after.values).toEqual(before.values)
})

test('the phase of a negative wave without an imaginary part is π, never −π', async () => {
  const wave = new Float32Array(400).fill(-1)
  const { after } = await rewritten(convolveFourier, transform, [1, 400], wave)
  const [real, imaginary] = after.values
  expect(real).toBeLessThan(0)
  expect(Math.atan2(imaginary!, real!)).toBeCloseTo(Math.PI, 6)
  // The model's graph compares it with zero.
  expect(imaginary).toBeGreaterThan(0)
})
