import type { Overview } from '../overview.ts'
import {
  showDisks,
  showFailures,
  showParts,
  showQueue,
  showSpeed,
  showSummary,
  showWorkers,
} from './sections.ts'
import { show } from './tables.ts'
import { duration } from './words.ts'

/* Refreshes the figures while the page is visible, and keeps the last ones when a request fails. */

const EVERY_MS = 5_000
const LIMIT_MS = 10_000
const STALE_MS = 15_000

const pause = document.getElementById('pause')!
const trouble = document.getElementById('trouble')!
const age = document.getElementById('age')!

let shownAt: number | undefined
let isPaused = false
let timer: number | undefined
let asking: Promise<void> | undefined

function showAll(overview: Overview): void {
  showSummary(overview)
  showSpeed(overview)
  showQueue(overview)
  showWorkers(overview)
  showFailures(overview)
  showParts(overview)
  showDisks(overview)
  shownAt = Date.now()
}

function say(text: string): void {
  trouble.hidden = text === ''
  if (trouble.textContent !== text) trouble.textContent = text
}

function showAge(): void {
  const old = shownAt === undefined ? undefined : Date.now() - shownAt
  age.classList.toggle('stale', (old ?? 0) > STALE_MS)
  if (old === undefined) return
  const text = old < 1_500 ? 'Updated just now' : `Updated ${duration(Math.floor(old / 1_000))} ago`
  show('age', isPaused ? `${text}, paused` : text)
}

const REFUSED: Record<number, string> = {
  401: 'The token is no longer valid. Reload the page to enter another.',
  403: 'The token is no longer valid. Reload the page to enter another.',
  429: 'Too many wrong tokens. Updates resume in a minute.',
}

async function ask(): Promise<void> {
  try {
    const response = await fetch('/operators/overview.json', { signal: AbortSignal.timeout(LIMIT_MS) })
    if (!response.ok) {
      say(REFUSED[response.status] ?? `No new figures: tts responded with ${response.status}.`)
      return
    }
    showAll((await response.json()) as Overview)
    say('')
  } catch {
    say('No new figures: tts does not respond. The page shows the last ones and retries.')
  }
}

function refresh(): void {
  window.clearTimeout(timer)
  if (isPaused || document.hidden) return
  asking ??= ask().finally(() => {
    asking = undefined
    showAge()
    timer = window.setTimeout(refresh, EVERY_MS)
  })
}

pause.addEventListener('click', () => {
  isPaused = !isPaused
  pause.textContent = isPaused ? 'Resume updates' : 'Pause updates'
  showAge()
  refresh()
})
document.addEventListener('visibilitychange', refresh)
window.setInterval(showAge, 1_000)
refresh()
