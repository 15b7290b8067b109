import type { Health } from '@andscene/contracts/health'
import type { ServiceName } from '@andscene/contracts/internal'

const LIMIT_MS = 2_000

/** Asks every service whether it is ready; never rejects (product §7 GET /api/health). */
export async function aggregateHealth(
  upstreams: Record<ServiceName, string>,
  version: string,
): Promise<Health> {
  const services = Object.fromEntries(
    await Promise.all(Object.entries(upstreams).map(async ([name, url]) => [name, await ask(url)] as const)),
  )
  const ok = Object.values(services).every((service) => service.status === 'ok')
  return { success: true, status: ok ? 'ok' : 'degraded', version, services }
}

async function ask(url: string): Promise<Health['services'][string]> {
  try {
    const response = await fetch(new URL('/readyz', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    await response.body?.cancel()
    return response.ok ? { status: 'ok' } : { status: 'unavailable', error: `not ready (${response.status})` }
  } catch {
    return { status: 'unavailable', error: 'no response' }
  }
}
