import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { convertModel } from '../convert/convert-model.ts'
import { ELEMENT } from '../convert/onnx.ts'
import { NAMES, SAMPLE_RATE } from '../graph-names.ts'
import { GraphBuilder } from './graph-builder.ts'

const WIDTH = 8
/** Frames that each token takes at speed 1. */
export const TOKEN_FRAMES = 4
/** Fundamental frequency of its speech, in Hz. */
export const TONE = 200
/** The level of its energy curve, which sets the loudness as in the real model. */
export const ENERGY = 9

/** Numbers between −range and range, the same every time. */
const spread = (length: number, range: number, seed: number) =>
  Array.from({ length }, (_, index) => Math.round(range * Math.sin(seed + index * 1.7)))

/**
 * A model of a few kB with the inputs, outputs, names and quantized operators of the real one. It speaks every text as
 * a tone of {@link TONE} Hz that lasts {@link TOKEN_FRAMES} frames for each token and swells with the tokens and the
 * style.
 */
export function tinyModel(): Uint8Array {
  const graph = new GraphBuilder()
  const real = graph.add('Cast', [NAMES.tokens], { to: ELEMENT.float })

  // Durations, and from them which frame belongs to which token.
  const same = graph.add('Add', [
    graph.add('Mul', [real, graph.floats([], [0])]),
    graph.floats([], [TOKEN_FRAMES]),
  ])
  const paced = graph.add('Round', [graph.add('Div', [same, NAMES.speed])])
  graph.add('Clip', [paced, graph.floats([], [1]), ''], {}, NAMES.durations)
  const whole = graph.add('Cast', [NAMES.durations], { to: ELEMENT.int64 })
  const ends = graph.add('Transpose', [graph.add('CumSum', [whole, graph.int(1)])], { perm: [1, 0] })
  const starts = graph.add('Sub', [ends, graph.add('Transpose', [whole], { perm: [1, 0] })])
  const total = graph.add('ReduceMax', [ends], { keepdims: 0 })
  const frames = graph.add('Range', [graph.int(0), total, graph.int(1)])
  const within = graph.add('And', [
    graph.add('Less', [frames, ends]),
    graph.add('GreaterOrEqual', [frames, starts]),
  ])
  const alignment = graph.add('Cast', [within], { to: ELEMENT.float })

  // Features of the tokens: a matrix, a recurrent step, then spread over the frames.
  const scaled = graph.add('Mul', [real, graph.floats([], [1 / 178])])
  const column = graph.add('Unsqueeze', [scaled, graph.ints(2)])
  const features = graph.quantisedMatMul(column, [1, WIDTH], spread(WIDTH, 90, 1))
  const inTime = graph.add('Transpose', [features], { perm: [1, 0, 2] })
  const both = graph.quantisedLstm(inTime, WIDTH, WIDTH / 2, (index) => 128 + spread(1, 60, index)[0]!)
  const side = graph.add('Reshape', [
    graph.add('Transpose', [both], { perm: [2, 1, 3, 0] }),
    graph.ints(1, WIDTH, -1),
  ])
  graph.add('MatMul', [side, alignment], {}, NAMES.aligned)

  // Pitch and energy, two values a frame.
  const flat = graph.add('Mul', [
    graph.add('ReduceMean', [NAMES.aligned], { axes: [1] }),
    graph.floats([], [0]),
  ])
  const doubled = graph.add('Resize', [flat, '', graph.floats([3], [1, 1, 2])], { mode: 'nearest' })
  const level = (value: number, output: string) =>
    graph.add(
      'Reshape',
      [graph.add('Add', [doubled, graph.floats([], [value])]), graph.ints(1, -1)],
      {},
      output,
    )
  level(TONE, NAMES.pitch)
  level(ENERGY, NAMES.energy)

  // The decoder: a tone of that pitch, as loud as features, energy and style say.
  const curve = graph.add('Unsqueeze', [NAMES.pitch, graph.ints(1)])
  const perSample = graph.add('Resize', [curve, '', graph.floats([3], [1, 1, 300])], { mode: 'nearest' })
  const turn = graph.floats([], [(2 * Math.PI) / SAMPLE_RATE])
  const tone = graph.add('Sin', [graph.add('CumSum', [graph.add('Mul', [perSample, turn]), graph.int(2)])])
  let hidden: string = NAMES.aligned
  for (let layer = 0; layer < 4; layer++) {
    const weights = spread(WIDTH * WIDTH * 3, 40, layer)
    const bias = spread(WIDTH, 100, layer).map((value) => value / 1000)
    const next = graph.quantisedConv(hidden, [WIDTH, WIDTH, 3], weights, bias)
    hidden = graph.add('Tanh', [graph.add('Add', [hidden, next])])
  }
  const styled = graph.quantisedMatMul(NAMES.style, [256, WIDTH], spread(256 * WIDTH, 20, 3))
  const lit = graph.add('Add', [hidden, graph.add('Unsqueeze', [styled, graph.ints(2)])])
  const loud = graph.add('Tanh', [graph.add('ReduceMean', [lit], { axes: [1] })])
  const energetic = graph.add('Mul', [
    graph.add('ReduceMean', [NAMES.energy], { keepdims: 0 }),
    graph.floats([], [1 / ENERGY]),
  ])
  const swell = graph.add('Resize', [loud, '', graph.floats([3], [1, 1, 600])], { mode: 'linear' })
  const gain = graph.add('Add', [graph.add('Mul', [swell, graph.floats([], [0.1])]), graph.floats([], [0.3])])
  const voiced = graph.add('Mul', [graph.add('Mul', [tone, gain]), energetic])
  graph.add('Reshape', [voiced, graph.ints(-1)], {}, NAMES.audio)

  return graph.file(
    [
      { name: NAMES.tokens, elementType: ELEMENT.int64, dims: [1, 'tokens'] },
      { name: NAMES.style, elementType: ELEMENT.float, dims: [1, 256] },
      { name: NAMES.speed, elementType: ELEMENT.float, dims: [1] },
    ],
    [{ name: NAMES.audio, elementType: ELEMENT.float, dims: ['samples'] }],
  )
}

/** Writes the tiny model, converted, and two styles into a folder. Returns the quantised file. */
export async function writeTinyModel(folder: string, pieces = 5): Promise<string> {
  const styles = join(folder, 'styles')
  await mkdir(styles, { recursive: true })
  const file = join(folder, 'tiny.int8.onnx')
  await writeFile(file, tinyModel())
  await convertModel(file, folder, pieces)
  for (const [name, value] of [
    ['tiny_low', -0.2],
    ['tiny_high', 0.2],
  ] as const)
    await writeFile(
      join(styles, `${name}.bin`),
      new Uint8Array(new Float32Array(510 * 256).fill(value).buffer),
    )
  return file
}
