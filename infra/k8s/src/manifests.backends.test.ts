import { beforeAll, describe, expect, test } from 'vitest'
import { isPart, main, METRICS_PORT, PARTS, PORT } from './testing/parts.ts'
import {
  judge,
  ofKind,
  OVERLAYS,
  readResources,
  renderText,
  workloads,
  type Resource,
  type Workload,
} from './render.ts'

const MEBIBYTES: Record<string, number> = { Mi: 1, Gi: 1_024 }
/** In MiB; a missing size counts as infinite. */
const sum = (sizes: readonly (string | undefined)[]) =>
  sizes.reduce((total, size = '') => {
    const [, number, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(size) ?? []
    return total + Number(number ?? Infinity) * (MEBIBYTES[unit] ?? 1)
  }, 0)
const asked = (at: string) => ({ httpGet: { path: at, port: 'http' } })

/** The edge's own port is public; its metrics have another. */
const portsOf = (part: string) => [
  { name: 'http', containerPort: PORT },
  ...(part === 'edge' ? [{ name: 'metrics', containerPort: METRICS_PORT }] : []),
]

describe.each(OVERLAYS)('decision 0058: the manifests of %s', (overlay) => {
  let text: string
  let resources: Resource[]
  let all: Workload[]
  let parts: Workload[]
  beforeAll(async () => {
    text = await renderText(overlay)
    resources = readResources(text)
    all = workloads(resources)
    parts = all.filter(isPart)
  })

  test('are valid for Kubernetes and KEDA, and an unknown field is rejected', async () => {
    const { code, output } = await judge(text)
    expect(output).toMatch(/Invalid: 0, Errors: 0, Skipped: 0/)
    expect(code).toBe(0)
    const misspelt = await judge(text.replace('terminationGracePeriodSeconds', 'terminationGraceSeconds'))
    expect(misspelt.code).toBe(1)
    expect(misspelt.output).toContain("'terminationGraceSeconds' not allowed")
  })

  test('contain every part and no secret', () => {
    expect(parts.map(({ name }) => name).toSorted()).toEqual([...PARTS].toSorted())
    expect(ofKind(resources, 'Secret')).toEqual([])
    expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|:\/\/[^\s/]*:[^\s/@$]+@/)
  })

  test('run nothing as root, with capabilities, a service account token or a writable file system', () => {
    for (const { name, pod } of all) {
      expect({ name, ...pod }).toMatchObject({
        name,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      expect(pod.securityContext?.['runAsUser']).toBeGreaterThan(0)
      for (const { securityContext } of [...pod.containers, ...(pod.initContainers ?? [])])
        expect({ name, ...securityContext }).toEqual({
          name,
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
    const [account] = ofKind(resources, 'ServiceAccount')
    expect(account).toMatchObject({ automountServiceAccountToken: false })
    expect(new Set(all.map(({ pod }) => pod.serviceAccountName))).toEqual(new Set([account!.metadata.name]))
  })

  test('set requests and limits of every container, including disk', () => {
    for (const { name, pod } of all) {
      for (const { image, resources: needs } of [...pod.containers, ...(pod.initContainers ?? [])])
        for (const kind of ['requests', 'limits'] as const)
          expect({ image, ...needs?.[kind] }).toMatchObject({
            image,
            cpu: expect.anything(),
            memory: expect.stringMatching(/\d[MG]i$/),
            'ephemeral-storage': expect.stringMatching(/\d[MG]i$/),
          })
      // Kubernetes evicts a pod whose emptyDirs exceed its containers' limits, even if each is within its own size
      // limit.
      const sizes = (pod.volumes ?? []).flatMap(({ emptyDir }) => (emptyDir ? [emptyDir.sizeLimit] : []))
      const mayTake = pod.containers.map(({ resources: needs }) => needs?.limits?.['ephemeral-storage'])
      expect([name, sum(sizes) < sum(mayTake)]).toEqual([name, true])
    }
  })

  test('set probes and an image tag for every container', () => {
    const containers = all.flatMap(({ pod }) => pod.containers)
    for (const { image, startupProbe, readinessProbe, livenessProbe } of containers) {
      for (const probe of [startupProbe, readinessProbe, livenessProbe])
        expect({ image, asks: probe?.httpGet ?? probe?.exec }).toEqual({ image, asks: expect.anything() })
      expect(image).toMatch(/:(?!latest$)[\w.-]+$/)
    }
  })

  test("use the images' ports and health paths, and spread pods over machines and zones", () => {
    for (const part of parts)
      expect({ ...main(part), name: part.name, spread: part.pod.topologySpreadConstraints }).toMatchObject({
        name: part.name,
        readinessProbe: asked('/readyz'),
        livenessProbe: asked('/healthz'),
        startupProbe: asked('/healthz'),
        ports: portsOf(part.name),
        spread: [{ topologyKey: 'kubernetes.io/hostname' }, { topologyKey: 'topology.kubernetes.io/zone' }],
      })
    expect(parts).not.toEqual([])
  })

  test('allow disruptions of at most one pod of a Deployment at a time', () => {
    const budgets = ofKind(resources, 'PodDisruptionBudget')
    for (const { name, labels } of all.filter(({ kind }) => kind === 'Deployment')) {
      const own = budgets.filter(({ spec }) => {
        const { matchLabels } = spec['selector'] as { matchLabels: Record<string, string> }
        return Object.entries(matchLabels).every(([key, value]) => labels[key] === value)
      })
      expect([name, ...own.map(({ spec }) => spec['maxUnavailable'])]).toEqual([name, 1])
    }
  })

  test('route the host of PUBLIC_ORIGIN over TLS', () => {
    const [ingress] = ofKind(resources, 'Ingress')
    const { rules, tls } = ingress!.spec as { rules: { host: string }[]; tls: { hosts: string[] }[] }
    const [settings] = ofKind(resources, 'ConfigMap')
    const { host, protocol } = new URL(settings!.data!['PUBLIC_ORIGIN']!)
    expect(protocol).toBe('https:')
    expect(rules.map((rule) => rule.host)).toEqual([host])
    expect(tls.flatMap(({ hosts }) => hosts)).toEqual([host])
  })
})
