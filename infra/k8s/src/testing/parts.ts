import type { Peer, Pod } from '../network-policies.ts'
import { ofKind, workloads, type Container, type Labels, type Resource, type Workload } from '../render.ts'

export const NAMESPACE = 'and-scene'
/** Port of every part, as in the images (infra/docker). */
export const PORT = 8080
/** Metrics port of the edge. */
export const METRICS_PORT = 9464

/** Environment of the images; a manifest overrides it. */
const IMAGE_ENVIRONMENT = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PORT: String(PORT),
  DATA_DIR: '/data',
  WEB_DIR: '/data/web',
  VOICES_DIR: '/voices',
  KOKORO: 'off',
}

/** Names of the platform's parts; excludes the servers that an overlay adds. */
export const PARTS = ['edge', 'gateway', 'scripts', 'tts', 'subscriptions', 'tts-worker'] as const

export const isPart = ({ name }: Workload): boolean => (PARTS as readonly string[]).includes(name)
export const main = ({ pod }: Workload): Container => pod.containers[0]!
/** The entry file of the part's process. */
export const entryOf = (part: Workload): string => main(part).args!.at(-1)!

export const podOf = ({ namespace, labels }: Workload): Pod => ({
  kind: 'pod',
  namespace,
  namespaceLabels: { 'kubernetes.io/metadata.name': namespace },
  labels,
})

/** Pods outside the namespace, by their role in the policies. */
export const STRANGERS: Record<string, Peer> = {
  'ingress controller': podIn('ingress', { 'and-scene/may-enter': 'yes' }),
  prometheus: podIn('monitoring', { 'and-scene/may-scrape': 'yes' }),
  'another tenant': podIn('tenant', {}),
}

function podIn(namespace: string, labels: Labels): Pod {
  return {
    kind: 'pod',
    namespace,
    namespaceLabels: { 'kubernetes.io/metadata.name': namespace, ...labels },
    labels: { 'app.kubernetes.io/name': namespace },
  }
}

/**
 * Environment of a part's process. `secret` resolves a reference; undefined for an optional one that does not exist.
 */
export function environmentOf(
  part: Workload,
  resources: readonly Resource[],
  secret: (ref: { name: string; key: string; optional?: boolean }) => string | undefined,
): Record<string, string | undefined> {
  const settings = (name: string) => {
    const found = ofKind(resources, 'ConfigMap').find(({ metadata }) => metadata.name === name)
    if (!found?.data) throw new Error(`no ConfigMap ${name}`)
    return found.data
  }
  const { envFrom = [], env = [], resources: amounts } = main(part)
  const all: Record<string, string | undefined> = { ...IMAGE_ENVIRONMENT }
  for (const { configMapRef } of envFrom) Object.assign(all, settings(configMapRef!.name))
  for (const { name, value, valueFrom } of env) {
    const { secretKeyRef, configMapKeyRef, resourceFieldRef } = valueFrom ?? {}
    if (secretKeyRef) all[name] = secret(secretKeyRef)
    else if (configMapKeyRef) all[name] = settings(configMapKeyRef.name)[configMapKeyRef.key]
    else if (resourceFieldRef) all[name] = String(Number(amounts!.limits!.cpu))
    else all[name] = value ?? ''
  }
  return all
}

/** Service addresses in the settings of a part: variable, host and port. */
export const servicesToldTo = (
  environment: Record<string, string | undefined>,
  resources: readonly Resource[],
): { variable: string; service: string; port: number }[] => {
  const services = new Set(ofKind(resources, 'Service').map(({ metadata }) => metadata.name))
  return Object.entries(environment).flatMap(([variable, value = '']) => {
    const url = URL.parse(value)
    if (!url || !services.has(url.hostname)) return []
    return [{ variable, service: url.hostname, port: Number(url.port || 80) }]
  })
}

/** The workload behind a Service. */
export function behind(service: string, resources: readonly Resource[]): Workload {
  const spec = ofKind(resources, 'Service').find(({ metadata }) => metadata.name === service)?.spec
  const selector = Object.entries((spec?.['selector'] ?? { none: 'none' }) as Labels)
  const found = workloads(resources).find(({ labels }) =>
    selector.every(([key, value]) => labels[key] === value),
  )
  if (!found) throw new Error(`nothing is behind the Service ${service}`)
  return found
}
