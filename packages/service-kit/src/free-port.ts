import { createServer } from 'node:net'

// Below the range that systems use for outgoing connections: a port chosen here stays free until its process listens.
const FIRST = 20_000
const COUNT = 12_000
const TRIES = 200
const taken = new Set<number>()

/** A free TCP port on loopback that this process has not given out before. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (taken.has(port)) continue
    taken.add(port)
    if ((await listenError(port, '127.0.0.1')) === undefined) return port
  }
  throw new Error('No free TCP port was found. Stop some listening processes and start again.')
}

/** Returns the error code of listening on that port, or undefined if it succeeds. */
export function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
