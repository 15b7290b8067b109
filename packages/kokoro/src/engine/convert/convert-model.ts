import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NAMES, OVERFLOW, PIECES_FILE, PROBE, type Pieces } from '../graph-names.ts'
import { cut } from './cut.ts'
import { dequantise, onlyNeeded } from './dequantise.ts'
import { convolutionOf, multiplyInEightBits } from './eight-bit.ts'
import { convolveFourier } from './fourier.ts'
import { joinInstanceNorms } from './instance-norms.ts'
import {
  Constants,
  floatValue,
  newNode,
  readModel,
  writeModel,
  type ExternalData,
  type OnnxGraph,
  type OnnxTensor,
} from './onnx.ts'
import { shortenSnakes } from './snakes.ts'
import { unlike } from './surroundings.ts'
import { workOf } from './work.ts'

/** Pieces of the decoder, between which the engine may switch texts. More cost speed and memory. */
const DECODER_PIECES = 12
/** Constants of more bytes are in a file of their own, which all graphs share and the system maps into memory. */
const INLINE_BYTES = 1_024
const WEIGHTS_FILE = 'weights.bin'
/** Alignment of data for the processor and the system. */
const ALIGNMENT = 4_096

/**
 * Writes the graphs that the engine runs into `folder`: encoder and pieces of the decoder in float32 and in 8 bits, and
 * one convolution in both forms to compare them. Takes 3 to 7 s and 0.7 GB. Throws for another model.
 */
export async function convertModel(int8File: string, folder: string, pieces = DECODER_PIECES): Promise<void> {
  const model = readModel(await readFile(int8File))
  const whole = convolveFourier(shortenSnakes(joinInstanceNorms(dequantise(model.graph))))
  const [encoder, ...decoder] = cut(
    whole,
    [NAMES.durations, NAMES.pitch, NAMES.energy, NAMES.aligned],
    pieces,
  )
  const graphs = new Map<string, OnnxGraph>([['encoder.onnx', encoder!]])
  const add = (name: string, graph: OnnxGraph) => {
    graphs.set(name, graph)
    return name
  }
  const named = (form: string) => (graph: OnnxGraph, index: number) =>
    add(`decoder-${String(index + 1).padStart(2, '0')}${form}.onnx`, graph)
  const files: Pieces = { encoder: { float32: 'encoder.onnx' }, decoder: { float32: decoder.map(named('')) } }
  const probe = widestConvolution(whole)
  if (probe) {
    files.encoder.int8 = add('encoder-int8.onnx', multiplyInEightBits(encoder!))
    files.decoder.int8 = decoder.map(multiplyInEightBits).map(named('-int8'))
    files.probe = {
      channels: probe.channels,
      float32: add('probe.onnx', probe.graph),
      int8: add('probe-int8.onnx', multiplyInEightBits(probe.graph)),
      overflow: add('probe-overflow.onnx', multiplyInEightBits(largestProducts())),
    }
  }
  const opsets = model.opsets.filter(({ domain }) => domain === '' || domain === 'com.microsoft')
  const constants = sharedConstants([...graphs.values()])
  const external = await writeWeights(join(folder, WEIGHTS_FILE), [...constants.values()])
  for (const [name, graph] of graphs) {
    const file = writeModel({ ...model, opsets, graph: onlyNeeded(graph) }, (tensor) =>
      external.get(tensor.name),
    )
    await writeFile(join(folder, name), file)
  }
  await writeFile(join(folder, PIECES_FILE), JSON.stringify(files))
}

/** The convolution that is most of the work among those that can be multiplied in 8 bits, as a graph of its own. */
function widestConvolution(graph: OnnxGraph): { graph: OnnxGraph; channels: number } | undefined {
  const work = workOf(graph)
  const [widest] = graph.nodes
    .filter((node) => convolutionOf(node, graph.constants))
    .toSorted((a, b) => work.of(b) - work.of(a))
  if (!widest) return undefined
  const node = { ...widest, inputs: [PROBE.input, ...widest.inputs.slice(1)], outputs: [PROBE.output] }
  return {
    channels: graph.constants.get(widest.inputs[1]!)!.dims[1]!,
    graph: onlyNeeded({
      nodes: [node],
      constants: graph.constants,
      inputs: [floatValue(PROBE.input)],
      outputs: [floatValue(PROBE.output)],
    }),
  }
}

function sharedConstants(graphs: OnnxGraph[]): Map<string, OnnxTensor> {
  const shared = new Map<string, OnnxTensor>()
  for (const { constants } of graphs)
    for (const [name, tensor] of constants) {
      const there = shared.get(name)
      if (there && there !== tensor && Buffer.compare(there.raw, tensor.raw) !== 0)
        throw unlike(`${name} stands for two constants`)
      shared.set(name, tensor)
    }
  return shared
}

function largestProducts(): OnnxGraph {
  const { channels, taps } = OVERFLOW
  const constants = new Constants(new Map())
  const weights = constants.floats(
    'ones',
    [channels, channels, taps],
    new Float32Array(channels * channels * taps).fill(1),
  )
  const pads = [(taps - 1) / 2, (taps - 1) / 2]
  return {
    nodes: [
      newNode('Conv', [PROBE.input, weights], ['sum'], { kernel_shape: [taps], pads }),
      newNode('Identity', ['sum'], [PROBE.output]),
    ],
    constants: constants.all,
    inputs: [floatValue(PROBE.input)],
    outputs: [floatValue(PROBE.output)],
  }
}

async function writeWeights(path: string, tensors: OnnxTensor[]): Promise<Map<string, ExternalData>> {
  const external = new Map<string, ExternalData>()
  await using file = await open(path, 'w')
  let offset = 0
  for (const { name, raw } of tensors) {
    if (raw.length <= INLINE_BYTES) continue
    await file.write(raw, 0, raw.length, offset)
    external.set(name, { location: WEIGHTS_FILE, offset, length: raw.length })
    offset = Math.ceil((offset + raw.length) / ALIGNMENT) * ALIGNMENT
  }
  await file.sync()
  return external
}
