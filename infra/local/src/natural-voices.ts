import { fits } from '@andscene/contracts/schema/fits'
import { Health } from '@andscene/contracts/health'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { jsonOf, sendRequest } from '@andscene/service-kit/calls/send-request'
import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from './platform.ts'

const MB = 1_000_000
const LOOK_MS = 2_000
const STEP = 0.2

/**
 * Prints the progress of the natural voices, one line each, until they are ready or unavailable, or `signal` is
 * aborted.
 */
export async function reportNaturalVoices(
  { urls }: { urls: Pick<Platform['urls'], 'gateway'> },
  say: (line: string) => void,
  signal: AbortSignal,
  lookMs = LOOK_MS,
): Promise<void> {
  const reporter = new ProgressReporter()
  while (!signal.aborted) {
    const state = await ask(urls.gateway, signal).catch(() => undefined)
    const line = state && reporter.lineFor(state)
    if (line !== undefined) say(line)
    if (state?.state === 'ready' || state?.state === 'off') return
    await delay(lookMs, undefined, { signal }).catch(() => undefined)
  }
}

async function ask(gateway: string, signal: AbortSignal): Promise<NaturalVoices | undefined> {
  const body = await jsonOf(await sendRequest(new URL('/api/health', gateway), { signal }))
  return fits(Health, body) ? body.naturalVoices : undefined
}

/** Selects the states to print: the start, every fifth, the end, and failures. */
export class ProgressReporter {
  #last: NaturalVoices['state'] | undefined
  #reason: string | undefined
  #step = -1

  lineFor(state: NaturalVoices): string | undefined {
    const { doneBytes = 0, totalBytes = 0, reason } = state
    const before = this.#last
    this.#last = state.state
    switch (state.state) {
      case 'coming': {
        const step = totalBytes > 0 ? Math.floor(doneBytes / totalBytes / STEP + 1e-9) : 0
        if (step <= this.#step) return undefined
        this.#step = step
        const far = `${Math.floor(doneBytes / MB)} of ${Math.floor(totalBytes / MB)} MB`
        return doneBytes < totalBytes || totalBytes === 0
          ? `Loading natural voices: ${far}.`
          : `Setting up natural voices (${far}).`
      }
      case 'ready':
        // Voices that were ready at the start are not reported.
        return before === undefined ? undefined : 'Natural voices are ready.'
      case 'off':
      case 'missing':
      case 'resting': {
        const isNew = before !== state.state || this.#reason !== reason
        this.#reason = reason
        // The operator disabled them.
        return isNew && !reason?.includes('KOKORO=off') ? reason : undefined
      }
    }
  }
}
