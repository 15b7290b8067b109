import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { Gauge, type Registry } from 'prom-client'
import type { Speaker } from './speaker.ts'
import type { StorageWatch } from './storage-watch.ts'

export type WorkerMetricsParts = {
  storage: Pick<StorageWatch, 'isRefusing'>
  speaker: Pick<Speaker, 'lanes'>
  /** The state of this worker only. */
  naturalState(): Promise<NaturalVoices>
}

const STATES: NaturalVoices['state'][] = ['off', 'coming', 'missing', 'ready', 'resting']

/** Metrics of what a worker speaks and of what prevents it: its storage, and the state of its natural voices. */
export function workerMetrics(
  registry: Registry,
  { storage, speaker, naturalState }: WorkerMetricsParts,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'clip_storage_refusing',
      help: '1 if this worker is paused because the storage rejects writes, else 0.',
      registers: [],
      collect() {
        this.set(storage.isRefusing ? 1 : 0)
      },
    }),
  )
  const lanes = new Gauge({
    name: 'speech_lanes',
    help: 'Synthesis slots of a provider in this worker, busy or free.',
    labelNames: ['provider', 'state'] as const,
    registers: [],
    collect() {
      for (const { provider, all, busy } of speaker.lanes) {
        this.set({ provider, state: 'busy' }, busy)
        this.set({ provider, state: 'free' }, all - busy)
      }
    },
  })
  registry.registerMetric(lanes)
  const voices = new Gauge({
    name: 'natural_voices_state',
    help: '1 for the current state of the natural voices of this worker, 0 for the others.',
    labelNames: ['state'] as const,
    registers: [],
    async collect() {
      const { state: present } = await naturalState()
      for (const state of STATES) this.set({ state }, state === present ? 1 : 0)
    },
  })
  registry.registerMetric(voices)
}
