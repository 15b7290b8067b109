import { previewVoice } from '@andscene/contracts/routes/speech'
import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { COUNTERS } from '@andscene/operators/counted'
import { GAUGES } from '@andscene/operators/make-overview'
import { signIn } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { goTool, runGoTool } from '@andscene/testing/go-tool'
import { samplesOf, valueOf, type Sample } from '@andscene/testing/scraped'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expressions, recorded } from './testing/files.ts'
import { selectorsOf } from './testing/selectors.ts'

/** Exported by Prometheus itself. */
const PROMETHEUS_METRICS = new Set(['up', 'ALERTS'])
/** Labels that a scrape adds. */
const SCRAPE_LABELS = new Set(['job', 'instance', 'part'])
/** Names by prom-client that differ from promtool's conventions. */
const NOT_OURS = /^nodejs_active_(handles|requests|resources)_total /

let platform: Platform
/** Metrics of each process, by part. */
const scraped = new Map<string, string>()
const samples: Sample[] = []

beforeAll(async () => {
  await goTool('promtool')
  platform = await temporaryPlatform()
  await playVoice(platform)
  await vi.waitFor(requestsCounted, { timeout: 30_000 })
  for (const target of platform.metrics) {
    const { part } = target
    const text = await scrape(target)
    scraped.set(part, text)
    samples.push(...samplesOf(text))
  }
}, 1_200_000)
afterAll(() => platform?.stop())

const scrape = async ({ url }: { url: string }) => (await fetch(`${url}/metrics`)).text()

/** A request is counted shortly after its response has been sent. */
async function requestsCounted(): Promise<void> {
  const edge = platform.metrics.find(({ part }) => part === 'edge')!
  const calls = { kind: 'api', status: '200' }
  if (valueOf(await scrape(edge), 'edge_request_duration_seconds_count', calls) !== 2)
    throw new Error('The edge has not counted both calls yet.')
}

const value = (name: string, labels: Record<string, string>) =>
  samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )?.value

/** Signs in the demo account and plays a voice. */
async function playVoice({ origin, demo }: Platform): Promise<void> {
  const api = new PlatformClient(origin, await signIn(origin, demo))
  const [voice] = await api.voices()
  const heard = await api.call(previewVoice, { body: { voiceId: voice!.voiceId, text: 'Good evening.' } })
  await heard.arrayBuffer()
}

/** Names that expressions may select, including the additional series of a histogram. */
function exported(): Set<string> {
  const types = [...scraped.values()].flatMap((text) => [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)])
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  )
}

describe('decision 0055: of a running platform', () => {
  test('DATA_DIR lists every process, and each is scraped', async () => {
    const file = path.join(platform.dataDir, 'metrics-targets.json')
    const groups = JSON.parse(await readFile(file, 'utf8')) as {
      targets: string[]
      labels: { part: string }
    }[]
    const named = groups.map(({ targets, labels }) => [labels.part, `http://${targets[0]}`])
    expect(named).toEqual(platform.metrics.map(({ part, url }) => [part, url]))
    const parts = ['edge', 'gateway', 'identity', 'scripts', 'subscriptions', 'tts', 'worker']
    expect([...scraped.keys()].toSorted()).toEqual(parts)
    expect(samples.filter(({ name }) => name === 'build_info')).toHaveLength(parts.length)
  })

  test.each(expressions())('$where selects existing metrics and labels only', ({ expr }) => {
    const known = new Set([...exported(), ...recorded().map(({ record }) => record), ...PROMETHEUS_METRICS])
    const selectors = selectorsOf(expr)
    expect(selectors.filter(({ metric }) => !known.has(metric))).toEqual([])
    const strange = selectors.flatMap(({ metric, labels }) => {
      const [sample] = samples.filter(({ name }) => name === metric)
      // A counter without a count has no labels yet.
      const missing = sample
        ? labels.filter((label) => !(label in sample.labels) && !SCRAPE_LABELS.has(label))
        : []
      return missing.map((label) => `${metric}{${label}}`)
    })
    expect(strange).toEqual([])
  })

  test('decision 0056: the operators’ page selects existing metrics only', () => {
    const known = exported()
    expect([...GAUGES, ...COUNTERS].filter((name) => !known.has(name))).toEqual([])
  })

  test('promtool accepts the names of our metrics', async () => {
    const said = await Promise.all(
      [...scraped.values()].map((input) => runGoTool('promtool', ['check', 'metrics'], { input })),
    )
    const lines = said.flatMap(({ output }) => output.split('\n'))
    expect(lines.filter((line) => line !== '' && !NOT_OURS.test(line))).toEqual([])
  })

  test('no label contains an id, a page address or user input', () => {
    const values = new Set(samples.flatMap(({ labels }) => Object.values(labels)))
    expect([...values].filter((text) => /[0-9a-f]{16}|@|%|Good evening|https?:/i.test(text))).toEqual([])
    expect(samples.length).toBeLessThan(3_000)
  })

  test("the listener's request, clip and audio are measured", () => {
    expect(value('edge_request_duration_seconds_count', { kind: 'api', status: '200' })).toBe(2)
    expect(value('identity_request_duration_seconds_count', { call: 'accounts:signInWithPassword' })).toBe(1)
    expect(value('first_sound_seconds_count', { due: 'now' })).toBe(1)
    expect(value('clips_total', { outcome: 'made' })).toBeGreaterThanOrEqual(1)
    expect(value('speech_audio_seconds_total', { service: 'tts-worker' })).toBeGreaterThan(0)
  })
})
