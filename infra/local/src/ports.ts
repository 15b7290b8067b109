import { createServer } from 'node:net'
import { ExpectedFailure, codeOf } from './failure.ts'

// Below the range that systems hand to outgoing connections: a port chosen here stays free until its process listens.
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
    if ((await tryPort(port, '127.0.0.1')) === undefined) return port
  }
  throw new ExpectedFailure(
    'No free TCP port was found on this machine: end some of what listens and start again.',
  )
}

/** Makes sure that the public port can be had; else an ExpectedFailure says what to do. */
export async function requirePort(port: number, host: string): Promise<void> {
  // A browser may try `localhost` as ::1 first: whoever listens there would get our visitors.
  const other =
    host === '127.0.0.1' && (await tryPort(port, '::1')) === 'EADDRINUSE' ? 'EADDRINUSE' : undefined
  const code = (await tryPort(port, host)) ?? other
  if (code === undefined) return
  if (code === 'EADDRINUSE')
    throw new ExpectedFailure(
      `Port ${port} is taken: stop what listens there, or choose another with PORT=${port + 1} npm start.`,
    )
  if (code === 'EACCES')
    throw new ExpectedFailure(
      `Port ${port} may not be used by this account: choose one above 1023 with PORT.`,
    )
  throw new ExpectedFailure(`The address ${host}:${port} cannot be listened on (${code}): set HOST and PORT.`)
}

/** The error code that listening gives, or undefined when it works. */
function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(codeOf(error) ?? 'unknown'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
