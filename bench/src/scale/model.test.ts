import { describe, expect, test } from 'vitest'
import {
  cloudSpeechPerDay,
  demandOf,
  engineDemandOf,
  pagesAtClipsPerSecond,
  platformCost,
  type Assumptions,
  type Measured,
  type Prices,
} from './model.ts'

/** Round numbers, so that each expectation can be worked out by hand. */
const measured: Measured = {
  clipsPerPage: 20,
  linesPerPage: 25,
  charactersPerClip: 50,
  engines: [{ name: 'one', cpuSeconds: 0.063, soundSeconds: 3, bytes: 20_000 }],
  redisCpuSeconds: 0.0005,
  scriptsCpuSeconds: 0.0007,
  redisCommands: 40,
  bytesPerJob: 2_000,
}
const assumed: Assumptions = {
  peakFactor: 3,
  utilisation: 0.7,
  timesMade: 2,
  timesHeard: 4,
  pagesPerScript: 100,
  queueWindow: 2_000,
  backlogHours: 2,
  keptDays: 90,
  requestsPerLine: 1.2,
  gatewayCpuSeconds: 0.001,
  documentBytes: 1_000,
}
const prices: Prices = {
  coreHour: 0.05,
  storageGbMonth: 0.03,
  writesMillion: 5,
  egressGb: 0.1,
  redisGbMonth: 10,
  documentsGbMonth: 0.3,
  speechMillionCharacters: 16,
}
const [engine] = measured.engines
const given = { measured, assumed, prices }
/** 40 clips a page as often as they are made: exactly ten a second, thirty at peak. */
const PAGES = 21_600

describe('docs/scale.md: what so many pages a day ask for', () => {
  test('clips come from pages, and peak from average', () => {
    expect(demandOf(PAGES, measured, assumed)).toMatchObject({
      clipsPerDay: 864_000,
      clipsPerSecondAtPeak: 30,
      scriptsPerDay: 216,
    })
  })

  test('Redis works for the clips of the peak, and holds what comes while no worker runs', () => {
    const demand = demandOf(PAGES, measured, assumed)
    expect(demand.redisCommandsPerSecondAtPeak).toBeCloseTo(1_200)
    expect(demand.redisShareAtPeak).toBeCloseTo(0.015)
    // 30 a second for two hours; a script of 2,000 clips fits into its window.
    expect(demand.jobsInRedis).toBeCloseTo(216_000)
    expect(demand.redisGb).toBeCloseTo(0.432)
  })

  test('of a script that is longer than its window the queue holds the window alone', () => {
    const long = demandOf(PAGES, measured, { ...assumed, pagesPerScript: 400 })
    expect(long.jobsInRedis).toBeCloseTo(54_000)
  })

  test('who listens asks the gateway for each line', () => {
    const demand = demandOf(PAGES, measured, assumed)
    // 21,600 × 4 × 25 × 1.2 are 2,592,000 a day.
    expect(demand.gatewayRequestsPerSecondAtPeak).toBeCloseTo(90)
    expect(demand.gatewayCoresAtPeak).toBeCloseTo(0.1286, 4)
    expect(demand.scriptsCoresAtPeak).toBeCloseTo(0.03)
  })

  test('documents are those of clips and of scripts', () => {
    const demand = demandOf(PAGES, measured, assumed)
    expect(demand.documentsPerDay).toBe(864_000 + 216 * 4)
    expect(demand.documentOperationsPerSecondAtPeak).toBeCloseTo(360)
  })

  test('workers are counted at the planned share of their processors, whole ones, and never none', () => {
    const demand = engineDemandOf(PAGES, engine!, given)
    // 30 × 0.063 s are 1.89 processors, at 70 % 2.7.
    expect([demand.workersAtPeak, demand.workersOnAverage]).toEqual([3, expect.closeTo(0.9)])
    expect(engineDemandOf(1, engine!, given).workersAtPeak).toBe(1)
  })

  test('objects of a day, those kept, and what is heard', () => {
    const demand = engineDemandOf(PAGES, engine!, given)
    expect(demand.objectsGbPerDay).toBeCloseTo(17.28)
    expect(demand.objectsGbKept).toBeCloseTo(1_555.2)
    expect(demand.heardGbPerDay).toBeCloseTo(43.2)
  })

  test('a day costs its processors, what is kept, written and sent', () => {
    const { cost, costPerPage } = engineDemandOf(PAGES, engine!, given)
    expect(cost.speaking).toBeCloseTo(1.08)
    expect(cost.keeping).toBeCloseTo(1.5552)
    expect(cost.writing).toBeCloseTo(4.32)
    expect(cost.hearing).toBeCloseTo(4.32)
    expect(cost.total).toBeCloseTo(11.2752 + cost.platform)
    expect(costPerPage).toBeCloseTo(cost.total / PAGES)
  })

  test('the platform beside the voices: processors on average, Redis, documents', () => {
    // (0.12857 + 0.03) / 3 processors; 0.432 GB of Redis; 864,864 documents of 1 kB a day for 90 days.
    const expected = 0.063429 + (4.32 + 77.83776 * 0.3) / 30
    expect(platformCost(PAGES, given)).toBeCloseTo(expected)
    expect(engineDemandOf(PAGES, engine!, given).cost.platform).toBeCloseTo(expected)
  })

  test('a page costs the same however many there are', () => {
    const [few, many] = [1_000, 1_000_000].map((pages) => engineDemandOf(pages, engine!, given).costPerPage)
    expect(many).toBeCloseTo(few!, 10)
  })

  test('a speech service is paid by the character', () => {
    // 43.2 million characters.
    expect(cloudSpeechPerDay(PAGES, given)).toBeCloseTo(691.2)
  })

  test('a limit in clips a second is one in pages a day', () => {
    expect(pagesAtClipsPerSecond(30, measured, assumed)).toBeCloseTo(PAGES)
  })
})
