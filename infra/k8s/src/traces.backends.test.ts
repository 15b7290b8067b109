import { createInternalKeys } from '@andscene/service-kit/tokens/internal-keys'
import { tracesAreOn } from '@andscene/service-kit/tracing/start-tracing'
import { runGoTool } from '@andscene/testing/go-tool'
import { expect, test } from 'vitest'
import { allows, readPolicies, type Pod } from './network-policies.ts'
import { overlayWith } from './testing/overlay-with.ts'
import { environmentOf, isPart, podOf } from './testing/parts.ts'
import { judge, readResources, renderText, workloads } from './render.ts'

const COLLECTOR: Pod = {
  kind: 'pod',
  namespace: 'tracing',
  namespaceLabels: { 'and-scene/may-receive-traces': 'yes' },
  labels: {},
}

test('decision 0056: the component traces turns them on in every part, and opens a way to the collector alone', async () => {
  await using folder = await overlayWith('traces')
  const run = await runGoTool('kustomize', ['build', folder.path])
  expect(run.output).toContain('kind: Deployment')
  expect((await judge(run.output)).output).toMatch(/Invalid: 0, Errors: 0, Skipped: 0/)

  const resources = readResources(run.output)
  const policies = readPolicies(resources)
  const parts = workloads(resources).filter(isPart)
  const { publicKeys } = createInternalKeys(['gateway', 'scripts', 'tts'])
  expect(parts.length).toBeGreaterThan(4)
  for (const part of parts) {
    expect([part.name, tracesAreOn(environmentOf(part, resources, () => publicKeys))]).toEqual([
      part.name,
      true,
    ])
    const open = [4318, 4317, 443, 8080].filter((port) => allows(policies, podOf(part), COLLECTOR, port))
    expect([part.name, open]).toEqual([part.name, [4318]])
  }

  const without = readPolicies(readResources(await renderText('production')))
  expect(parts.filter((part) => allows(without, podOf(part), COLLECTOR, 4318))).toEqual([])
})
