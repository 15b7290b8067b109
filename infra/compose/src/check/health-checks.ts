import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { json } from 'node:stream/consumers'

/** Intervals between two rounds, and between two checks of a healthy container. */
const ROUND_MS = 1_000
const HEALTHY_MS = 10_000

type Container = { Id: string; State: string }
type Result = { Status?: string }

/**
 * Runs the health checks of a Compose project. Podman leaves them to systemd: without it no container would become
 * healthy. `socket` is Podman's API socket. Returns a function that stops the checks.
 */
export function runHealthChecks(socket: string, project: string): () => Promise<void> {
  const abort = new AbortController()
  const healthyUntil = new Map<string, number>()
  const round = async () => {
    const filters = encodeURIComponent(
      JSON.stringify({ label: [`com.docker.compose.project=${project}`], status: ['running'] }),
    )
    const containers = await ask<Container[]>(socket, `/libpod/containers/json?filters=${filters}`)
    for (const { Id } of containers ?? []) {
      if (abort.signal.aborted) return
      if ((healthyUntil.get(Id) ?? 0) > Date.now()) continue
      const result = await ask<Result>(socket, `/libpod/containers/${Id}/healthcheck`)
      healthyUntil.set(Id, result?.Status === 'healthy' ? Date.now() + HEALTHY_MS : 0)
    }
  }
  const loop = (async () => {
    while (!abort.signal.aborted) {
      await round()
      await delay(ROUND_MS, undefined, { signal: abort.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    abort.abort()
    await loop
  }
}

/** Resolves to undefined for a removed container or one without a health check. */
function ask<T>(socketPath: string, path: string): Promise<T | undefined> {
  return new Promise((resolve) => {
    const call = request({ socketPath, path: `/v4.0.0${path}`, timeout: 30_000 }, (response) => {
      json(response)
        .then((body) => resolve(response.statusCode === 200 ? (body as T) : undefined))
        .catch(() => resolve(undefined))
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve(undefined))
    call.end()
  })
}
