// People who download without a pause, as a process of their own, so that what they cost is not measured as an upload's wait.
// Is sent addresses with tokens, and fresh ones before these are over; says how often each outcome came whenever it is asked.
import { setTimeout as delay } from 'node:timers/promises'

export type Asked = { url: string; authorization: string }

const outcomes: Record<string, number> = {}
let asked: Asked[] = []

async function downloadForever(index: number): Promise<void> {
  for (;;) {
    const { outcome, againMs } = await download(asked[index]!)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    await delay(againMs)
  }
}

async function download({ url, authorization }: Asked): Promise<{ outcome: string; againMs: number }> {
  try {
    const response = await fetch(url, { headers: { authorization } })
    await response.arrayBuffer()
    const againMs = response.ok ? 0 : Number(response.headers.get('retry-after') ?? 1) * 1_000
    return { outcome: String(response.status), againMs }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return { outcome: cause?.code ?? 'failed', againMs: 1_000 }
  }
}

process.on('message', (message: Asked[] | 'outcomes') => {
  if (message === 'outcomes') return void process.send?.(outcomes)
  const isFirst = asked.length === 0
  asked = message
  if (isFirst) for (const index of asked.keys()) void downloadForever(index)
})
process.on('disconnect', () => process.exit(0))
