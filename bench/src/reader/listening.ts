import type { Recorder } from '@andscene/e2e/fixtures/recorder'
import { SILENCE } from '@andscene/e2e/fixtures/sound'
import type { Page } from '@playwright/test'

/** When something was last clicked, in milliseconds of the page's clock. */
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

/** Call it before the page is opened. */
export const watchClicks = (page: Page) => page.addInitScript(listen)

/** Milliseconds from the last click until the sample of this context time (seconds) left the page's output. */
export const sinceClick = (page: Page, contextTime: number): Promise<number> =>
  page.evaluate((seconds) => {
    const { context, clickedAt } = window.ear!
    const told = context!.getOutputTimestamp()
    const isTold = Boolean(told.contextTime && told.performanceTime)
    const reference = isTold ? told.contextTime! : context!.currentTime
    const at = isTold ? told.performanceTime! : performance.now()
    return at + (seconds - reference) * 1_000 - clickedAt
  }, contextTime)

/** Milliseconds from the last click to the first audible sample that was recorded since the last take. */
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

/** Resolves when the player is in a state and at this position of a line. */
export const whenState = (page: Page, state: State, positionMs = 0): Promise<unknown> =>
  page.waitForFunction(
    ({ wanted, position }) => {
      const { dataset } = document.querySelector<HTMLElement>('[data-testid="player"]') ?? {}
      return dataset?.state === wanted && Number(dataset.positionMs) >= position
    },
    { wanted: state, position: positionMs },
    { polling: 'raf' },
  )

/** From now on collects the lines that the player waits for. */
export const watchWaits = (page: Page) =>
  page.evaluateHandle(() => {
    const mark = document.querySelector('[data-testid="player"]')!
    const found: string[] = []
    new MutationObserver(() => {
      if (mark.getAttribute('data-state') === 'loading') found.push(mark.getAttribute('data-line') ?? '')
    }).observe(mark, { attributeFilter: ['data-state'] })
    return found
  })

/** Presses Play, or Pause. */
export const press = (page: Page, name: 'Play' | 'Pause') =>
  page.getByRole('button', { name, exact: true }).first().click()
