import { expect, test } from 'vitest'
import { GraphBuilder } from '../testing/graph-builder.ts'
import { cut } from './cut.ts'
import { floatValue, readModel } from './onnx.ts'

test('branches that are interleaved in a file are computed one after the other', () => {
  const builder = new GraphBuilder()
  builder.add('Relu', ['input'], {}, 'front')
  for (const step of [1, 2, 3])
    for (const branch of ['a', 'b'])
      builder.add('Relu', [step === 1 ? 'front' : `${branch}${step - 1}`], {}, `${branch}${step}`)
  builder.add('Add', ['a3', 'b3'], {}, 'output')
  const { graph } = readModel(builder.file([floatValue('input')], [floatValue('output')]))
  const made = cut(graph, ['front'], 1).flatMap(({ nodes }) => nodes.flatMap(({ outputs }) => outputs))
  expect(made).toEqual(['front', 'a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'output'])
})
