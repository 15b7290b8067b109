import { describe, expect, test } from 'vitest'
import { allows, isIsolated, isWithin, type Peer, type Pod, type Policy } from './network-policies.ts'

const pod = (app: string, namespace = 'ours', namespaceLabels = {}): Pod => ({
  kind: 'pod',
  namespace,
  namespaceLabels,
  labels: { app },
})
const only = (app: string) => ({ podSelector: { matchLabels: { app } } })
const policy = (spec: Policy['spec']): Policy => ({ name: 'p', namespace: 'ours', spec })

const closed = policy({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
const aMayReachB = [
  policy({
    podSelector: { matchLabels: { app: 'a' } },
    policyTypes: ['Egress'],
    egress: [{ to: [only('b')], ports: [{ port: 80 }] }],
  }),
  policy({
    podSelector: { matchLabels: { app: 'b' } },
    policyTypes: ['Ingress'],
    ingress: [{ from: [only('a')], ports: [{ port: 80 }] }],
  }),
]

const to = (address: string): Peer => ({ kind: 'address', address })

describe('network policies, as Kubernetes reads them', () => {
  test('without any, everybody reaches everybody', () => {
    expect(allows([], pod('a'), pod('b'), 80)).toBe(true)
    expect(isIsolated([], pod('a'), 'Ingress')).toBe(false)
  })

  test('one that says nothing closes; another opens, on its port and in its direction alone', () => {
    const policies = [closed, ...aMayReachB]
    expect(allows([closed], pod('a'), pod('b'), 80)).toBe(false)
    expect(allows(policies, pod('a'), pod('b'), 80)).toBe(true)
    expect(allows(policies, pod('a'), pod('b'), 81)).toBe(false)
    expect(allows(policies, pod('b'), pod('a'), 80)).toBe(false)
    expect(allows(policies, pod('c'), pod('b'), 80)).toBe(false)
  })

  test('both ends have to agree', () => {
    for (const half of aMayReachB) expect(allows([closed, half], pod('a'), pod('b'), 80)).toBe(false)
  })

  test('a selector of pods means those of its own namespace, one of namespaces those of others', () => {
    expect(allows([closed, ...aMayReachB], pod('a', 'theirs'), pod('b'), 80)).toBe(false)
    const door = policy({
      podSelector: { matchLabels: { app: 'b' } },
      ingress: [{ from: [{ namespaceSelector: { matchLabels: { door: 'yes' } } }] }],
    })
    expect(allows([closed, door], pod('x', 'theirs', { door: 'yes' }), pod('b'), 80)).toBe(true)
    expect(allows([closed, door], pod('x', 'theirs'), pod('b'), 80)).toBe(false)
  })

  test('addresses are those of a network without what is left out', () => {
    const out = policy({
      podSelector: { matchLabels: { app: 'a' } },
      policyTypes: ['Egress'],
      egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8'] } }], ports: [{ port: 443 }] }],
    })
    expect(allows([closed, out], pod('a'), to('203.0.113.7'), 443)).toBe(true)
    expect(allows([closed, out], pod('a'), to('10.1.2.3'), 443)).toBe(false)
    expect(allows([closed, out], pod('a'), to('203.0.113.7'), 80)).toBe(false)
    expect(allows([closed, out], pod('a'), pod('b'), 443)).toBe(false)
    expect(isWithin('192.168.1.255', '192.168.0.0/23')).toBe(true)
    expect(isWithin('192.168.2.0', '192.168.0.0/23')).toBe(false)
  })
})
