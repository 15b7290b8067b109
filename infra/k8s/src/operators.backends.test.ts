import { readTargets } from '@andscene/operators/targets'
import { expect, test } from 'vitest'
import { allows, readPolicies } from './network-policies.ts'
import { resourcesWith } from './testing/overlay-with.ts'
import { behind, isPart, METRICS_PORT, podOf, PORT } from './testing/parts.ts'
import { ofKind, readResources, renderText, workloads } from './render.ts'

test('decision 0056: the component operators lists every pod, and lets tts connect to the metrics ports only', async () => {
  const resources = await resourcesWith('operators')
  const settings = ofKind(resources, 'ConfigMap').find(({ data }) => data?.['OPERATOR_TARGETS'])!
  const targets = readTargets(settings.data!['OPERATOR_TARGETS'])
  const parts = workloads(resources).filter(isPart)
  expect(targets.map(({ part }) => part.replace('worker', 'tts-worker')).toSorted()).toEqual(
    parts.map(({ name }) => name).toSorted(),
  )
  for (const { part, origin } of targets) {
    const { hostname, port } = new URL(origin)
    const name = part.replace('worker', 'tts-worker')
    expect([part, behind(hostname, resources).name]).toEqual([part, name])
    expect([part, Number(port)]).toEqual([part, name === 'edge' ? METRICS_PORT : PORT])
    const service = ofKind(resources, 'Service').find(({ metadata }) => metadata.name === hostname)!
    expect(service.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true })
  }

  // Connections that it allows in addition to the previous ones.
  const open = (found: typeof resources) => {
    const policies = readPolicies(found)
    return parts.flatMap((from) =>
      parts.flatMap((to) =>
        [PORT, METRICS_PORT, 443, 1]
          .filter((port) => allows(policies, podOf(from), podOf(to), port))
          .map((port) => `${from.name} → ${to.name}:${port}`),
      ),
    )
  }
  const before = open(readResources(await renderText('production')))
  expect(
    open(resources)
      .filter((way) => !before.includes(way))
      .toSorted(),
  ).toEqual([
    'tts → edge:9464',
    'tts → gateway:8080',
    'tts → subscriptions:8080',
    'tts → tts-worker:8080',
    'tts → tts:8080',
  ])
})
