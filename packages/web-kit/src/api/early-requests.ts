const KEPT_MS = 10_000

type Early = { session: number; response: Promise<Response>; controller: AbortController }
const requests = new Map<string, Early>()

/** Keeps the response of `send` by method and address for its first call in the same session. Aborts it after 10 s without one. */
export function keepEarly(
  name: string,
  session: number,
  send: (signal: AbortSignal) => Promise<Response>,
): void {
  const controller = new AbortController()
  const response = send(controller.signal)
  // The call sends it again.
  response.catch(() => undefined)
  const request = { session, response, controller }
  requests.set(name, request)
  setTimeout(() => {
    if (requests.get(name) !== request) return
    requests.delete(name)
    controller.abort()
  }, KEPT_MS)
}

/**
 * The response of an early request, once; undefined when there is none, or it failed: then the call sends its own, perhaps
 * with a newer token. `signal` aborts it.
 */
export async function takeEarly(
  name: string,
  session: number,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const request = requests.get(name)
  if (!request) return undefined
  requests.delete(name)
  const { response, controller } = request
  if (request.session !== session) {
    controller.abort()
    return undefined
  }
  signal.addEventListener('abort', () => controller.abort())
  const early = await response.catch(() => undefined)
  // A request that changes something is sent once, whatever its result.
  return early?.ok || !name.startsWith('GET ') ? early : undefined
}
