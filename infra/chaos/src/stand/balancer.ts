import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'

/** Well below DRAIN_NOTICE_MS of service-kit. */
const PROBE_INTERVAL_MS = 100
/** Timeout and failure threshold of the readiness probe in the manifests. */
const RESPONSE_LIMIT_MS = 4_000
const FAILURES = 2

export type Balancer = Awaited<ReturnType<typeof openBalancer>>

type Target = { port: number; ready: boolean; withdrawn: boolean; failures: number }

/**
 * Balances like a Kubernetes Service: round-robin by connection over ready processes, without retries; open connections
 * are kept.
 */
export async function openBalancer(port: number, ports: readonly number[]) {
  const targets: Target[] = ports.map((one) => ({ port: one, ready: false, withdrawn: false, failures: 0 }))
  const sockets = new Set<Socket>()
  const closing = new AbortController()
  let turn = 0
  const next = (): Target | undefined => {
    const ready = targets.filter(acceptsConnections)
    turn += 1
    return ready[turn % Math.max(1, ready.length)]
  }
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (inner) => {
    const target = next()
    if (!target) return void inner.destroy()
    const outer = connect({ port: target.port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    join(inner, outer, sockets)
    join(outer, inner, sockets)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const probing = targets.map((target) => probe(target, closing.signal))
  return {
    port,
    /** Whether the process on that port gets new connections. */
    isReady: (one: number) => targets.some((target) => target.port === one && acceptsConnections(target)),
    /** Sends no new connections to that port until its process has exited and a new one is ready. */
    withdraw(one: number) {
      for (const target of targets) if (target.port === one) target.withdrawn = true
    },
    async close() {
      closing.abort()
      server.close()
      for (const socket of sockets) socket.destroy()
      await Promise.all(probing)
    },
  }
}

const acceptsConnections = ({ ready, withdrawn }: Target) => ready && !withdrawn

/** Forwards data, the end of the stream, and resets. */
function join(from: Socket, to: Socket, sockets: Set<Socket>): void {
  sockets.add(from)
  from.pipe(to)
  from.on('error', () => to.resetAndDestroy())
  from.on('close', () => {
    sockets.delete(from)
    to.destroySoon()
  })
}

async function probe(target: Target, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const says = await readiness(target.port, signal)
    target.failures = says === 'away' ? target.failures + 1 : 0
    if (says === 'ready') target.ready = true
    // A single "not ready" counts: a draining process reports it.
    else if (says === 'not ready' || target.failures >= FAILURES) {
      target.ready = false
      target.withdrawn = false
    }
    await after(PROBE_INTERVAL_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function readiness(port: number, signal: AbortSignal): Promise<'ready' | 'not ready' | 'away'> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_LIMIT_MS)]),
      headers: { connection: 'close' },
    })
    await response.arrayBuffer()
    return response.ok ? 'ready' : 'not ready'
  } catch {
    return 'away'
  }
}
