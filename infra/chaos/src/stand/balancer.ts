import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'

/** Well below the notice that a service which is told to end gives (DRAIN_NOTICE_MS, service-kit). */
const LOOK_EVERY_MS = 100
/** As the readiness probe of the manifests: how long a response may take, and how many failures count. */
const RESPONSE_LIMIT_MS = 4_000
const FAILURES = 2

export type Balancer = {
  port: number
  /** Whether new connections go to the process on that port. */
  isReady(port: number): boolean
  /** Sends the process on that port no new connections, until it is ready once more after it has ended. */
  withdraw(port: number): void
  /** Connections that each has had so far, by its port. */
  served(): Map<number, number>
  close(): Promise<void>
}

type Target = { port: number; ready: boolean; withdrawn: boolean; failures: number; served: number }

/**
 * What a Service of Kubernetes is to the parts behind it: it chooses by connection and not by request, sends new connections
 * to processes that say they are ready, one after the other, and leaves connections alone that there are. It tries nothing
 * twice: a connection that is refused is the caller's.
 */
export async function openBalancer(port: number, ports: readonly number[]): Promise<Balancer> {
  const targets: Target[] = ports.map((one) => ({
    port: one,
    ready: false,
    withdrawn: false,
    failures: 0,
    served: 0,
  }))
  const sockets = new Set<Socket>()
  const closing = new AbortController()
  let turn = 0
  const next = (): Target | undefined => {
    const ready = targets.filter(isOffered)
    turn += 1
    return ready[turn % Math.max(1, ready.length)]
  }
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (inner) => {
    const target = next()
    if (!target) {
      inner.destroy()
      return
    }
    target.served += 1
    const outer = connect({ port: target.port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    join(inner, outer, sockets)
    join(outer, inner, sockets)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const looking = targets.map((target) => look(target, closing.signal))
  return {
    port,
    isReady: (one) => targets.some((target) => target.port === one && isOffered(target)),
    withdraw(one) {
      for (const target of targets) if (target.port === one) target.withdrawn = true
    },
    served: () => new Map(targets.map((target) => [target.port, target.served])),
    async close() {
      closing.abort()
      server.close()
      for (const socket of sockets) socket.destroy()
      await Promise.all(looking)
    },
  }
}

const isOffered = ({ ready, withdrawn }: Target) => ready && !withdrawn

/** Passes on what comes, its end, and that it was cut. */
function join(from: Socket, to: Socket, sockets: Set<Socket>): void {
  sockets.add(from)
  from.pipe(to)
  from.on('error', () => to.resetAndDestroy())
  from.on('close', () => {
    sockets.delete(from)
    to.destroySoon()
  })
}

async function look(target: Target, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const says = await readiness(target.port, signal)
    target.failures = says === 'away' ? target.failures + 1 : 0
    if (says === 'ready') target.ready = true
    // Whoever says that it is not ready is believed at once, as one is that was told to end.
    else if (says === 'not ready' || target.failures >= FAILURES) {
      target.ready = false
      target.withdrawn = false
    }
    await after(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
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
