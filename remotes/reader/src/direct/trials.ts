import type { Delivery } from '@andscene/contracts/voices/delivery'
import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import { useSyncExternalStore } from 'react'
import { clipServer } from '../player/clips/clip-server.ts'
import { createPreviewSource } from '../player/clips/preview-source.ts'
import { createPreviews } from '../player/output/previews.ts'
import { soundSystem } from '../player/output/sound-system.ts'
import { createStore } from '../player/store.ts'

export type Trial = {
  scriptId: string
  lineId: string
  voiceId: string
  text: string
  delivery: Delivery
  /** As the line is played: whether the narrator reads directions inside it. */
  readsDirections?: boolean
  /** How the clip is played; the clip is the same. */
  sound?: LineSound | undefined
}

const failure = createStore<{ message: string | null }>({ message: null })
const { clock } = soundSystem

/** Deliveries that are heard before they are chosen. A trial is requested by its own description. */
const trials = createPreviews({
  ...soundSystem,
  fetch: createPreviewSource({
    server: { preview: ({ voiceId: trial }, signal) => clipServer.trial(JSON.parse(trial) as Trial, signal) },
    clock,
  }),
  onFailure: (error) => failure.set({ message: error instanceof Error ? error.message : String(error) }),
})

const idOf = ({ sound: _sound, ...clip }: Trial) => JSON.stringify(clip)

export function toggleTrial(trial: Trial): void {
  failure.set({ message: null })
  trials.toggle({ id: idOf(trial), voiceId: idOf(trial), sound: trial.sound })
}

export function stopTrials(): void {
  failure.set({ message: null })
  if (trials.getSnapshot().state !== 'silent') trials.stop()
}

export const useTrialState = (trial: Trial | undefined): 'silent' | 'loading' | 'playing' =>
  useSyncExternalStore(trials.subscribe, () => {
    const { id, state } = trials.getSnapshot()
    return trial && id === idOf(trial) ? state : 'silent'
  })

export const useTrialFailure = (): string | null =>
  useSyncExternalStore(failure.subscribe, () => failure.getSnapshot().message)
