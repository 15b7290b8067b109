import type { Health } from '@andscene/contracts/health'
import type { ServiceName } from '@andscene/contracts/internal'
import { NaturalVoices } from '@andscene/contracts/natural-voices'
import { Value } from 'typebox/value'

const LIMIT_MS = 2_000

/** Asks every service whether it is ready; never rejects (product §7 GET /api/health). */
export async function aggregateHealth(
  upstreams: Record<ServiceName, string>,
  version: string,
): Promise<Health> {
  const answers = await Promise.all(
    Object.entries(upstreams).map(async ([name, url]) => [name, await ask(url)] as const),
  )
  const services = Object.fromEntries(answers.map(([name, { service }]) => [name, service]))
  const ok = Object.values(services).every((service) => service.status === 'ok')
  const naturalVoices = answers.map(([, answer]) => answer.naturalVoices).find((said) => said !== undefined)
  return {
    success: true,
    status: ok ? 'ok' : 'degraded',
    version,
    services,
    ...(naturalVoices ? { naturalVoices } : {}),
  }
}

type Answer = { service: Health['services'][string]; naturalVoices?: NaturalVoices | undefined }

async function ask(url: string): Promise<Answer> {
  try {
    const response = await fetch(new URL('/readyz', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (response.ok) return { service: { status: 'ok' }, naturalVoices: voicesIn(await response.json()) }
    await response.body?.cancel()
    return { service: { status: 'unavailable', error: `not ready (${response.status})` } }
  } catch {
    return { service: { status: 'unavailable', error: 'no response' } }
  }
}

/** Of the service that knows: whether they are there changes nothing of its readiness. */
function voicesIn(body: unknown): NaturalVoices | undefined {
  const said = (body as { naturalVoices?: unknown } | null)?.naturalVoices
  return Value.Check(NaturalVoices, said) ? said : undefined
}
