import { createInternalKeys } from '@andscene/service-kit/tokens/internal-keys'
import { isTracingEnabled } from '@andscene/service-kit/tracing/start-tracing'
import { expect, test } from 'vitest'
import { allows, readPolicies, type Pod } from './network-policies.ts'
import { resourcesWith } from './testing/overlay-with.ts'
import { environmentOf, isPart, podOf } from './testing/parts.ts'
import { readResources, renderText, workloads } from './render.ts'

const COLLECTOR: Pod = {
  kind: 'pod',
  namespace: 'tracing',
  namespaceLabels: { 'and-scene/may-receive-traces': 'yes' },
  labels: {},
}

test("decision 0056: the component traces enables tracing in every part, and opens only the collector's port", async () => {
  const resources = await resourcesWith('traces')
  const policies = readPolicies(resources)
  const parts = workloads(resources).filter(isPart)
  const { publicKeys } = createInternalKeys(['gateway', 'scripts', 'tts'])
  expect(parts.length).toBeGreaterThan(4)
  for (const part of parts) {
    expect([part.name, isTracingEnabled(environmentOf(part, resources, () => publicKeys))]).toEqual([
      part.name,
      true,
    ])
    const open = [4318, 4317, 443, 8080].filter((port) => allows(policies, podOf(part), COLLECTOR, port))
    expect([part.name, open]).toEqual([part.name, [4318]])
  }

  const without = readPolicies(readResources(await renderText('production')))
  expect(parts.filter((part) => allows(without, podOf(part), COLLECTOR, 4318))).toEqual([])
})
