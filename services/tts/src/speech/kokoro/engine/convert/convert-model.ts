import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NAMES, PIECES_FILE } from '../graph-names.ts'
import { cut } from './cut.ts'
import { dequantise } from './dequantise.ts'
import { readModel, writeModel, type ExternalData, type OnnxTensor } from './onnx.ts'

/**
 * Pieces of the decoder, between which the engine looks up. More cost speed and memory, fewer let a listener wait.
 */
const DECODER_PIECES = 16
/** Constants of more bytes lie in a file of their own, which all graphs share and the system maps into memory. */
const INLINE_BYTES = 1_024
const WEIGHTS_FILE = 'weights.bin'
/** Where a processor and the system like data to begin. */
const ALIGNMENT = 4_096

/**
 * Writes the graphs that the engine runs into `folder`, which exists: float32, cut into an encoder and pieces of the
 * decoder. Takes 1 to 3 s and about 1 GB of memory. Throws when the file is not the model that it should be.
 */
export async function convertModel(int8File: string, folder: string, pieces = DECODER_PIECES): Promise<void> {
  const model = readModel(await readFile(int8File))
  const graph = dequantise(model.graph)
  const graphs = cut(graph, [NAMES.durations, NAMES.pitch, NAMES.energy, NAMES.aligned], pieces)
  const external = await writeWeights(join(folder, WEIGHTS_FILE), [...graph.constants.values()])
  const opsets = model.opsets.filter(({ domain }) => domain === '' || domain === 'com.microsoft')
  const files = graphs.map((_, index) =>
    index === 0 ? 'encoder.onnx' : `decoder-${String(index).padStart(2, '0')}.onnx`,
  )
  for (const [index, piece] of graphs.entries()) {
    const file = writeModel({ ...model, opsets, graph: piece }, (tensor) => external.get(tensor.name))
    await writeFile(join(folder, files[index]!), file)
  }
  await writeFile(join(folder, PIECES_FILE), JSON.stringify(files))
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
