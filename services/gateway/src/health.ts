import { fits } from '@andscene/contracts/schema/fits'
import type { Health } from '@andscene/contracts/health'
import type { ServiceName } from '@andscene/contracts/internal'
import { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { isOk, jsonOf, sendRequest } from '@andscene/service-kit/calls/send-request'

const LIMIT_MS = 2_000

/** Checks the readiness of every service; never rejects (product §7 GET /api/health). */
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
    const response = await sendRequest(new URL('/readyz', url), { signal: AbortSignal.timeout(LIMIT_MS) })
    if (isOk(response)) return { service: { status: 'ok' }, naturalVoices: voicesIn(await jsonOf(response)) }
    response.resume()
    return { service: { status: 'unavailable', error: `not ready (${response.statusCode})` } }
  } catch {
    return { service: { status: 'unavailable', error: 'no response' } }
  }
}

/** Reported by the tts service; does not affect readiness. */
function voicesIn(body: unknown): NaturalVoices | undefined {
  const said = (body as { naturalVoices?: unknown } | null)?.naturalVoices
  return fits(NaturalVoices, said) ? said : undefined
}
