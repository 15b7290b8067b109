import type { Stand } from './stand.ts'

/** A part drains within 5 s; the engine takes a moment on both sides of it. */
const LIMIT_MS = 8_000

/** Stops containers as an operator does (SIGTERM) and returns how long each took. Throws where one was killed instead. */
export async function drain(stand: Stand, services: readonly string[]): Promise<string> {
  const taken: string[] = []
  for (const service of services) {
    const begun = performance.now()
    const before = await stand.containers(service)
    await stand.compose('stop', service)
    const ms = performance.now() - begun
    for (const { name, id } of before) {
      const code = (await stand.engine('container', 'inspect', '--format', '{{.State.ExitCode}}', id)).trim()
      if (code !== '0') throw new Error(`${name} ended with ${code}`)
    }
    if (ms > LIMIT_MS) throw new Error(`${service} took ${Math.round(ms)} ms`)
    taken.push(`${service} ${(ms / 1_000).toFixed(1)} s`)
  }
  return taken.join(', ')
}
