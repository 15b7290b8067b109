import { runGoTool } from '@andscene/testing/go-tool'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'

export type Labels = Record<string, string>

/** The parts of a resource that the checks read; kubeconform validates the rest. */
export type Resource = {
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels }
  data?: Record<string, string>
  spec: Record<string, unknown>
}

export type EnvEntry = {
  name: string
  value?: string
  valueFrom?: {
    secretKeyRef?: { name: string; key: string; optional?: boolean }
    configMapKeyRef?: { name: string; key: string }
    resourceFieldRef?: { resource: string }
  }
}

type Probe = { httpGet?: { path: string; port: number | string }; exec?: unknown; tcpSocket?: unknown }

export type Container = {
  name: string
  image: string
  args?: string[]
  env?: EnvEntry[]
  envFrom?: { configMapRef?: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  resources?: Record<
    'requests' | 'limits',
    { cpu?: string; memory?: string; 'ephemeral-storage'?: string } | undefined
  >
  securityContext?: Record<string, unknown>
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  lifecycle?: { preStop?: { sleep?: { seconds: number } } }
}

export type PodSpec = {
  containers: Container[]
  initContainers?: Container[]
  securityContext?: Record<string, unknown>
  automountServiceAccountToken?: boolean
  enableServiceLinks?: boolean
  serviceAccountName?: string
  terminationGracePeriodSeconds?: number
  topologySpreadConstraints?: { topologyKey: string }[]
  nodeSelector?: Labels
  tolerations?: { key: string }[]
  volumes?: { name: string; secret?: { secretName: string }; emptyDir?: { sizeLimit?: string } }[]
}

/** A Deployment or a StatefulSet. */
export type Workload = {
  name: string
  kind: string
  namespace: string
  labels: Labels
  replicas: number | undefined
  pod: PodSpec
}

export const OVERLAYS = ['production', 'small', 'gpu'] as const
export type Overlay = (typeof OVERLAYS)[number]

const FOLDER = path.join(import.meta.dirname, '..')

/** The manifests of an overlay as one text, as `kubectl apply -k` would send them. */
export async function renderText(overlay: Overlay): Promise<string> {
  const run = await runGoTool('kustomize', ['build', path.join('overlays', overlay)], { cwd: FOLDER })
  if (run.code !== 0) throw new Error(run.output)
  return run.output
}

export const readResources = (text: string): Resource[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Resource)

export const ofKind = (resources: readonly Resource[], kind: string): Resource[] =>
  resources.filter((resource) => resource.kind === kind)

export function workloads(resources: readonly Resource[]): Workload[] {
  return [...ofKind(resources, 'Deployment'), ...ofKind(resources, 'StatefulSet')].map(
    ({ kind, metadata, spec }) => {
      const template = spec['template'] as { metadata: { labels: Labels }; spec: PodSpec }
      return {
        name: metadata.name,
        kind,
        namespace: metadata.namespace ?? 'default',
        labels: template.metadata.labels,
        replicas: spec['replicas'] as number | undefined,
        pod: template.spec,
      }
    },
  )
}

/** Validates manifests with kubeconform and the schemas of this folder, without a network. */
export const judge = (text: string) =>
  runGoTool(
    'kubeconform',
    ['-strict', '-summary', '-schema-location', 'schemas/{{ .ResourceKind }}{{ .KindSuffix }}.json', '-'],
    { cwd: FOLDER, input: text },
  )
