import type { Page } from '@playwright/test'
import { watchClicks } from './listening.ts'

/** Opens a page of the platform's origin with only a button and a running AudioContext. */
export async function openBareSound(page: Page): Promise<void> {
  await watchClicks(page)
  await page.goto('/healthz')
  await page.evaluate(() => {
    const button = document.createElement('button')
    document.body.replaceChildren(button)
    button.textContent = 'Wake'
    button.addEventListener('click', async () => {
      await new AudioContext({ latencyHint: 'interactive' }).resume()
      button.textContent = 'Awake'
    })
  })
  await page.getByRole('button').click()
  await page.getByText('Awake').waitFor()
}

/** The button downloads, decodes and starts a stored clip; pressed again, it stops it. */
export const playOnPress = (page: Page, path: string) =>
  page.evaluate((clip) => {
    const { context } = window.ear!
    const button = document.createElement('button')
    button.textContent = 'Play'
    document.body.replaceChildren(button)
    let source: AudioBufferSourceNode | undefined
    button.addEventListener('pointerdown', async () => {
      if (source) return source.stop()
      const authorization = `Bearer ${localStorage.getItem('firebase_token')}`
      const response = await fetch(`/api/audio/${clip}`, { headers: { authorization }, cache: 'no-store' })
      const buffer = await context!.decodeAudioData(await response.arrayBuffer())
      source = new AudioBufferSourceNode(context!, { buffer })
      source.connect(context!.destination)
      source.addEventListener('ended', () => (button.textContent = 'Over'))
      source.start()
      button.textContent = 'Stop'
    })
  }, path.split('/').map(encodeURIComponent).join('/'))

/** Schedules sounds of half a second with a pause between them. */
export const playInRow = (page: Page, count: number, pauseMs: number) =>
  page.evaluate(
    ({ sounds, pause }) => {
      const { context } = window.ear!
      const { sampleRate, currentTime, destination } = context!
      const buffer = new AudioBuffer({ length: sampleRate / 2, sampleRate })
      buffer.copyToChannel(new Float32Array(buffer.length).fill(0.2), 0)
      for (let n = 0; n < sounds; n += 1) {
        const source = new AudioBufferSourceNode(context!, { buffer })
        source.connect(destination)
        source.start(currentTime + 0.1 + n * (buffer.duration + pause / 1_000))
      }
    },
    { sounds: count, pause: pauseMs },
  )
