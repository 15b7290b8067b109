import { QUEUES } from '@andscene/contracts/queues'
import { createBacklogGauge } from '@andscene/service-kit/queue/queue-metrics'
import { runGoTool } from '@andscene/testing/go-tool'
import { Registry } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { NAMESPACE } from './testing/parts.ts'
import { ofKind, readResources, renderText, workloads, type Resource } from './render.ts'

type Scaling = {
  scaleTargetRef: { name: string }
  minReplicaCount: number
  maxReplicaCount: number
  fallback: { replicas: number }
  triggers: { type: string; metadata: Record<string, string> }[]
}

describe('decision 0058: autoscaling of workers', () => {
  let resources: Resource[]
  let scaling: Scaling
  beforeAll(async () => {
    resources = readResources(await renderText('production'))
    scaling = ofKind(resources, 'ScaledObject')[0]!.spec as Scaling
  })

  test('queries a metric, queue and states that a process exports', async () => {
    const [trigger, ...others] = scaling.triggers
    expect(others).toEqual([])
    const { query = '', ignoreNullValues } = trigger!.metadata
    expect(await runGoTool('promtool', ['--experimental', 'promql', 'format', query])).toMatchObject({
      code: 0,
    })

    const registry = new Registry()
    const queue = {
      name: QUEUES.lineAudio,
      getJobCounts: async (...states: string[]) => Object.fromEntries(states.map((state) => [state, 1])),
    }
    createBacklogGauge(registry, [queue as never])
    const exported = await registry.metrics()
    const [, name, labels = ''] = /(\w+)\{([^}]*)\}/.exec(query)!
    const { namespace, state, ...own } = Object.fromEntries(
      [...labels.matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    )
    expect(namespace).toBe(NAMESPACE)
    expect(own).toEqual({ queue: QUEUES.lineAudio })
    expect(state!.split('|')).toEqual(['waiting', 'prioritized'])
    for (const one of state!.split('|'))
      expect(exported).toContain(`${name}{queue="${QUEUES.lineAudio}",state="${one}"} 1`)
    // Every process reports the whole backlog.
    expect(query).toMatch(/sum\(max by \(queue, state\)/)
    // A missing metric must not count as an empty backlog.
    expect(ignoreNullValues).toBe('false')
  })

  test('never scales to zero, and falls back to the minimum or more when the metric is unavailable', () => {
    expect(scaling.minReplicaCount).toBeGreaterThanOrEqual(1)
    expect(scaling.maxReplicaCount).toBeGreaterThan(scaling.minReplicaCount)
    expect(scaling.fallback.replicas).toBeGreaterThanOrEqual(scaling.minReplicaCount)
  })

  test('is not overridden by replicas in a manifest', () => {
    const target = workloads(resources).find(({ name }) => name === scaling.scaleTargetRef.name)
    expect(target?.name).toBe('tts-worker')
    expect(target?.replicas).toBeUndefined()
  })
})
