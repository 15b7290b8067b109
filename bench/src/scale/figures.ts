import type { Assumptions, Measured, Prices } from './model.ts'

/** As docs/scale.md has them: measured there, under the conditions that it names. */
export const MEASURED: Measured = {
  clipsPerPage: 13,
  linesPerPage: 19.2,
  charactersPerClip: 57.8,
  engines: [
    { name: 'Flite', cpuSeconds: 0.052, soundSeconds: 3.86, bytes: 23_900 },
    { name: 'eSpeak NG', cpuSeconds: 0.031, soundSeconds: 3.95, bytes: 32_300 },
    { name: 'natural voices', cpuSeconds: 1.83, soundSeconds: 3.64, bytes: 29_800 },
  ],
  redisCpuSeconds: 0.0005,
  scriptsCpuSeconds: 0.00024,
  redisCommands: 42,
  bytesPerJob: 1_600,
}

export const ASSUMED: Assumptions = {
  peakFactor: 3,
  utilisation: 0.7,
  timesMade: 1.5,
  timesHeard: 2,
  pagesPerScript: 110,
  queueWindow: 2_000,
  backlogHours: 1,
  keptDays: 90,
  requestsPerLine: 1.5,
  gatewayCpuSeconds: 0.001,
  documentBytes: 1_000,
}

/** Of the order of public list prices in US dollars. Nobody has looked them up for you. */
export const PRICES: Prices = {
  coreHour: 0.04,
  storageGbMonth: 0.023,
  writesMillion: 5,
  egressGb: 0.08,
  redisGbMonth: 12,
  documentsGbMonth: 0.25,
  speechMillionCharacters: 16,
}
