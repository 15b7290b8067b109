import { addressOf } from '@andscene/contracts/call'
import { followScript } from '@andscene/contracts/routes/notes'
import type { Script } from '@andscene/contracts/script'
import type { Recorder } from '@andscene/e2e/fixtures/recorder'
import { SILENCE } from '@andscene/e2e/fixtures/sound'
import type { Page, Request } from '@playwright/test'
import { report } from '../report.ts'

/** Time of the last click, in milliseconds of the page's clock. */
type Ear = { clickedAt: number; context?: AudioContext }

declare global {
  interface Window {
    ear?: Ear
  }
}

/** Runs in the page before its own scripts: exposes the audio graph and the time of the last click. */
function listen(): void {
  const ear: Ear = { clickedAt: Number.NaN }
  const Known = window.AudioContext
  window.AudioContext = class AudioContext extends Known {
    constructor(options?: AudioContextOptions) {
      super(options)
      ear.context = this
    }
  }
  addEventListener('click', (event) => (ear.clickedAt = event.timeStamp), true)
  window.ear = ear
}

/** Call before the page is opened. */
export const watchClicks = (page: Page) => page.addInitScript(listen)

/** Milliseconds from the last click until the sample at this context time (seconds) reaches the page's output. */
const sinceClick = (page: Page, contextTime: number): Promise<number> =>
  page.evaluate((seconds) => {
    const { context, clickedAt } = window.ear!
    const told = context!.getOutputTimestamp()
    const isTold = Boolean(told.contextTime && told.performanceTime)
    const reference = isTold ? told.contextTime! : context!.currentTime
    const at = isTold ? told.performanceTime! : performance.now()
    return at + (seconds - reference) * 1_000 - clickedAt
  }, contextTime)

/** Milliseconds from the last click to the first audible sample recorded since the previous call. */
export async function firstSound(page: Page, recorder: Recorder): Promise<number> {
  const { samples, from, sampleRate } = await recorder.take()
  const at = samples.findIndex((sample) => Math.abs(sample) >= SILENCE)
  if (at < 0) throw new Error('no sound was recorded')
  return sinceClick(page, from + at / sampleRate)
}

/** Milliseconds from the audio graph to the output. */
export const deviceLatency = (page: Page): Promise<number> =>
  page.evaluate(() => (window.ear!.context!.baseLatency + window.ear!.context!.outputLatency) * 1_000)

type State = 'idle' | 'loading' | 'playing' | 'paused' | 'stopped'

/** Resolves when the player reaches the given state and line position. */
export const whenState = (page: Page, state: State, positionMs = 0): Promise<unknown> =>
  page.waitForFunction(
    ({ wanted, position }) => {
      const { dataset } = document.querySelector<HTMLElement>('[data-testid="player"]') ?? {}
      return dataset?.state === wanted && Number(dataset.positionMs) >= position
    },
    { wanted: state, position: positionMs },
    { polling: 'raf' },
  )

/** Starts collecting the lines that the player waits for. */
export const watchWaits = (page: Page) =>
  page.evaluateHandle(() => {
    const mark = document.querySelector('[data-testid="player"]')!
    const found: string[] = []
    new MutationObserver(() => {
      if (mark.getAttribute('data-state') === 'loading') found.push(mark.getAttribute('data-line') ?? '')
    }).observe(mark, { attributeFilter: ['data-state'] })
    return found
  })

/** Prints how many lines the player waited for. */
export function reportWaits(name: string, lines: readonly string[]): void {
  report(`${name}: waits for a line`, lines.length, 'stalls', { limit: 0 })
  if (lines.length > 0) process.stdout.write(`  lines: ${lines.join(', ')}\n`)
}

/** Clicks Play or Pause. */
export const press = (page: Page, name: 'Play' | 'Pause') =>
  page.getByRole('button', { name, exact: true }).first().click()

/** A page counts as loaded after this long without a request. */
const QUIET_MS = 500

/** Opens a script and waits until its page has loaded. Its event stream stays open, so the network is never idle. */
export async function openScript(page: Page, script: Pick<Script, '_id'>): Promise<void> {
  const events = addressOf(followScript, { params: { id: script._id } })
  const pending = new Set<Request>()
  let last = performance.now()
  const begun = (request: Request) => {
    if (new URL(request.url()).pathname.endsWith(events)) return
    pending.add(request)
    last = performance.now()
  }
  const ended = (request: Request) => {
    if (pending.delete(request)) last = performance.now()
  }
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  await page.goto(`/scripts/${script._id}`)
  while (pending.size > 0 || performance.now() - last < QUIET_MS) await page.waitForTimeout(QUIET_MS / 5)
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
}
