import autocannon from 'autocannon'

const CONNECTIONS = 16

export type Load = {
  url: string
  headers: Record<string, string>
  method?: 'GET' | 'POST'
  body?: string | undefined
  seconds: number
  /** Requests per second; unlimited by default. */
  rate?: number
}

/** Sends the same request repeatedly over 16 connections; resolves to the achieved rate and the latencies in ms. */
export async function load({
  rate,
  seconds,
  ...request
}: Load): Promise<{ rate: number; count: number; times: number[] }> {
  const times: number[] = []
  const { errors, non2xx, duration } = await autocannon({
    ...request,
    connections: CONNECTIONS,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate, ignoreCoordinatedOmission: true }),
    setupClient: (client) => client.on('response', (_status, _bytes, ms) => times.push(ms)),
  } as autocannon.Options)
  if (errors + non2xx > 0) throw new Error(`${request.url}: ${errors} errors, ${non2xx} refusals`)
  return { rate: times.length / duration, count: times.length, times }
}
