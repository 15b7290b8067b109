import { listening } from '@andscene/testing/listening'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { reportNaturalVoices, ProgressReporter } from './natural-voices.ts'

const coming = (mb: number): NaturalVoices => ({
  state: 'coming',
  doneBytes: mb * 1e6,
  totalBytes: 92_361_271,
})
const lines = (states: NaturalVoices[]) => {
  const reporter = new ProgressReporter()
  return states.map((state) => reporter.lineFor(state)).filter((line) => line !== undefined)
}

test('prints a line at the start, at every fifth of the download, and when the voices are ready', () => {
  const states = Array.from({ length: 93 }, (_, mb) => coming(mb))
  states.push({ ...coming(0), doneBytes: 92_361_271 })
  expect(lines([...states, { state: 'ready' }])).toEqual([
    'Loading natural voices: 0 of 92 MB.',
    'Loading natural voices: 19 of 92 MB.',
    'Loading natural voices: 37 of 92 MB.',
    'Loading natural voices: 56 of 92 MB.',
    'Loading natural voices: 74 of 92 MB.',
    'Setting up natural voices (92 of 92 MB).',
    'Natural voices are ready.',
  ])
})

test('prints the reason once when the voices are missing, and nothing when they were ready or are disabled', () => {
  const missing: NaturalVoices = { state: 'missing', reason: 'No network.' }
  expect(lines([coming(0), missing, missing, coming(0), missing])).toEqual([
    'Loading natural voices: 0 of 92 MB.',
    'No network.',
    'No network.',
  ])
  expect(lines([{ state: 'ready' }])).toEqual([])
  expect(lines([{ state: 'off', reason: 'Natural voices are disabled (KOKORO=off).' }])).toEqual([])
  expect(lines([{ state: 'off', reason: 'No runtime.' }])).toEqual(['No runtime.'])
})

test("polls the platform's health until the voices are ready", async () => {
  const health = { success: true, status: 'ok', version: '1', services: {} }
  const states: (NaturalVoices | undefined)[] = [undefined, coming(0), { state: 'ready' }]
  const server = createServer((_request, response) => {
    const naturalVoices = states.shift()
    response.end(JSON.stringify({ ...health, ...(naturalVoices ? { naturalVoices } : {}) }))
  })
  const { url: gateway, close } = await listening(server)
  onTestFinished(close)
  const said: string[] = []
  await reportNaturalVoices({ urls: { gateway } }, (line) => said.push(line), new AbortController().signal, 1)
  expect(said).toEqual(['Loading natural voices: 0 of 92 MB.', 'Natural voices are ready.'])
  expect(states).toEqual([])
})
