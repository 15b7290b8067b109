/** How long a response waits for the call that it was asked for. Milliseconds. */
const KEPT_MS = 10_000

type Early = { session: number; response: Promise<Response>; controller: AbortController }
const requests = new Map<string, Early>()

/** Keeps what `send` is asking, named by method and address, for the first call of it in the same session; unused for 10 s it is given up. */
export function keepEarly(
  name: string,
  session: number,
  send: (signal: AbortSignal) => Promise<Response>,
): void {
  const controller = new AbortController()
  const response = send(controller.signal)
  // Left to the call, which asks again.
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
 * What was asked for early, once; undefined when there is nothing, or it failed: then the call asks itself, perhaps with a newer
 * token. `signal` gives it up.
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
  // What is not read only is sent once, however that goes.
  return early?.ok || !name.startsWith('GET ') ? early : undefined
}
