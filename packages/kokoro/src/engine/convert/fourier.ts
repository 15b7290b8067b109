import { floatsOf, onlyNeeded } from './dequantise.ts'
import { Constants, intsOf, newNode, type OnnxGraph, type OnnxNode } from './onnx.ts'
import { surroundings, unlike } from './surroundings.ts'

/** The lowest and the highest wave have no imaginary part: where negative their phase is π, as in training. */
const ABOVE_ZERO = 1e-20

/** Each short-time Fourier transform as a convolution: ONNX Runtime's STFT is 20 times slower for short windows. */
export function convolveFourier(graph: OnnxGraph): OnnxGraph {
  const { constant } = surroundings(graph)
  const constants = new Constants(graph.constants)
  const nodes = graph.nodes.flatMap((node) => {
    if (node.opType !== 'STFT') return [node]
    const [signal = '', step = '', window = ''] = node.inputs
    if (intsOf(node, 'onesided')?.[0] !== 1) throw unlike(`${node.name} is not one-sided`)
    const hop = Number(new DataView(Uint8Array.from(constant(step).raw).buffer).getBigInt64(0, true))
    return transform(node, { signal, hop, window: floatsOf(constant(window)) }, constants)
  })
  return onlyNeeded({ ...graph, nodes, constants: constants.all })
}

type Transform = { signal: string; hop: number; window: Float32Array }

/** [1, samples] to [1, windows, frequencies, 2]: real and imaginary parts. */
function transform(node: OnnxNode, { signal, hop, window }: Transform, constants: Constants): OnnxNode[] {
  const [output = ''] = node.outputs
  const size = window.length
  const frequencies = (size >> 1) + 1
  const waves = new Float32Array(2 * frequencies * size)
  const offsets = new Float32Array(2 * frequencies)
  const isReal = (wave: number) => wave === 0 || 2 * wave === size
  for (let wave = 0; wave < frequencies; wave++) {
    if (isReal(wave)) offsets[2 * wave + 1] = ABOVE_ZERO
    for (let sample = 0; sample < size; sample++) {
      const angle = (2 * Math.PI * wave * sample) / size
      waves[2 * wave * size + sample] = Math.cos(angle) * window[sample]!
      waves[(2 * wave + 1) * size + sample] = isReal(wave) ? 0 : -Math.sin(angle) * window[sample]!
    }
  }
  const value = (what: string) => `${output}_${what}`
  return [
    newNode('Unsqueeze', [signal, constants.integers(1)], [value('channel')]),
    newNode(
      'Conv',
      [
        value('channel'),
        constants.floats(value('waves'), [2 * frequencies, 1, size], waves),
        constants.floats(value('offsets'), [2 * frequencies], offsets),
      ],
      [value('by_frequency')],
      { kernel_shape: [size], strides: [hop] },
    ),
    newNode('Transpose', [value('by_frequency')], [value('by_window')], { perm: [0, 2, 1] }),
    newNode('Reshape', [value('by_window'), constants.integers(1, -1, frequencies, 2)], [output]),
  ]
}
