import type { Labels, Resource } from './render.ts'

/** One end of a connection: a pod with its labels and its namespace's, or an address outside the cluster. */
export type Peer =
  | { kind: 'pod'; namespace: string; namespaceLabels: Labels; labels: Labels }
  | { kind: 'address'; address: string }
export type Pod = Extract<Peer, { kind: 'pod' }>

type Selector = {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: string; values?: string[] }[]
}
type PolicyPeer = {
  podSelector?: Selector
  namespaceSelector?: Selector
  ipBlock?: { cidr: string; except?: string[] }
}
type Rule = {
  from?: PolicyPeer[]
  to?: PolicyPeer[]
  ports?: { port?: number | string; protocol?: string }[]
}
type Spec = { podSelector: Selector; policyTypes?: string[]; ingress?: Rule[]; egress?: Rule[] }

export type Policy = { name: string; namespace: string; spec: Spec }

export const readPolicies = (resources: readonly Resource[]): Policy[] =>
  resources
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ metadata, spec }) => ({
      name: metadata.name,
      namespace: metadata.namespace ?? 'default',
      spec: spec as Spec,
    }))

/** Whether a TCP connection is allowed, by the source's egress and the target's ingress rules. */
export const allows = (policies: readonly Policy[], from: Peer, to: Peer, port: number): boolean =>
  passes(policies, 'Egress', from, to, port) && passes(policies, 'Ingress', to, from, port)

/** Whether a policy restricts the pod in that direction. */
export const isIsolated = (policies: readonly Policy[], pod: Pod, type: 'Ingress' | 'Egress'): boolean =>
  policies.some((policy) => governs(policy, pod, type))

/** Evaluates the policies of `own` in one direction, with `other` at the other end. */
function passes(
  policies: readonly Policy[],
  type: 'Ingress' | 'Egress',
  own: Peer,
  other: Peer,
  port: number,
): boolean {
  // Policies apply to our pods only, not to addresses outside.
  if (own.kind === 'address') return true
  const governing = policies.filter((policy) => governs(policy, own, type))
  if (governing.length === 0) return true
  return governing.some(({ namespace, spec }) => {
    const rules = (type === 'Ingress' ? spec.ingress : spec.egress) ?? []
    return rules.some((rule) => {
      const peers = type === 'Ingress' ? rule.from : rule.to
      return hasPort(rule, port) && (!peers || peers.some((peer) => matches(peer, other, namespace)))
    })
  })
}

const governs = ({ namespace, spec }: Policy, pod: Peer, type: 'Ingress' | 'Egress'): boolean =>
  pod.kind === 'pod' &&
  namespace === pod.namespace &&
  selects(spec.podSelector, pod.labels) &&
  (spec.policyTypes ?? ['Ingress']).includes(type)

const hasPort = ({ ports }: Rule, port: number): boolean =>
  !ports ||
  ports.some((one) => {
    if (typeof one.port === 'string') throw new Error(`a port by name (${one.port}) is not known here`)
    return (one.protocol ?? 'TCP') === 'TCP' && (one.port ?? port) === port
  })

function matches(
  { podSelector, namespaceSelector, ipBlock }: PolicyPeer,
  other: Peer,
  policyNamespace: string,
): boolean {
  if (other.kind === 'address')
    return (
      ipBlock !== undefined &&
      isWithin(other.address, ipBlock.cidr) &&
      !(ipBlock.except ?? []).some((network) => isWithin(other.address, network))
    )
  if (ipBlock) return false
  const isThere = namespaceSelector
    ? selects(namespaceSelector, other.namespaceLabels)
    : other.namespace === policyNamespace
  return isThere && (!podSelector || selects(podSelector, other.labels))
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`the operator ${operator} is not known here`)
      return values.includes(labels[key] ?? '')
    })
  )
}

/** IPv4 only. */
export function isWithin(address: string, network: string): boolean {
  const [base = '', bits = '32'] = network.split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor(asNumber(address) / size) === Math.floor(asNumber(base) / size)
}

const asNumber = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
