import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import { Gauge, type Registry } from 'prom-client'
import type { StorageWatch } from './storage-watch.ts'

export type WorkerMetricsParts = {
  storage: Pick<StorageWatch, 'isRefusing'>
  /** Of this worker alone. */
  naturalState(): NaturalVoices
}

const STATES: NaturalVoices['state'][] = ['off', 'coming', 'missing', 'ready', 'resting']

/** What keeps a worker from making clips: its storage, and the natural voices that it has or has not. */
export function workerMetrics(registry: Registry, { storage, naturalState }: WorkerMetricsParts): void {
  registry.registerMetric(
    new Gauge({
      name: 'clip_storage_refusing',
      help: 'Whether this worker takes no clips because they could not be stored: 1, or 0.',
      registers: [],
      collect() {
        this.set(storage.isRefusing ? 1 : 0)
      },
    }),
  )
  const voices = new Gauge({
    name: 'natural_voices_state',
    help: '1 for the state that the natural voices of this worker are in, 0 for the others.',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      const { state: present } = naturalState()
      for (const state of STATES) this.set({ state }, state === present ? 1 : 0)
    },
  })
  registry.registerMetric(voices)
}
