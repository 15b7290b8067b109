import type { Casting, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import type { CastSuggestion } from '@andscene/screenplay/suggest-cast'
import { useNaturalVoices } from '@andscene/web-kit/natural-voices'
import { useMemo, useState, useCallback, useSyncExternalStore } from 'react'
import { countChanged, isRecastable, recastOf, takenBack } from './recasting.ts'
import type { Change } from '../casting-draft.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import { readKey, recastKey, writeKey } from '@andscene/web-kit/storage-keys'

type Input = {
  script: Script
  voices: readonly Voice[]
  casting: Casting
  /** Undefined while loading; the offer is hidden until then. */
  defaultVoice: string | null | undefined
  onCasting: (casting: Casting) => void
  onSuggestion: (suggestion: CastSuggestion) => void
}

/** The offer in the casting dialog: the new cast is an unsaved change like any other. */
export function useRecasting({ script, voices, casting, defaultVoice, onCasting, onSuggestion }: Input) {
  const isReady = useNaturalVoices()?.state === 'ready'
  const [isPutAway, putAway] = usePutAway(script._id)
  const [done, setDone] = useState<Change>()
  const isOffered = useMemo(
    () =>
      isReady &&
      !isPutAway &&
      defaultVoice !== undefined &&
      isRecastable({ script, voices, casting, defaultVoiceId: defaultVoice }),
    [isReady, isPutAway, script, voices, casting, defaultVoice],
  )
  return {
    isShown: isOffered || done !== undefined,
    changed: done && countChanged(done),
    recast() {
      const suggestion = recastOf({ script, voices, casting, defaultVoiceId: defaultVoice })
      onCasting(suggestion.casting)
      onSuggestion(suggestion)
      setDone({ before: casting, after: suggestion.casting })
    },
    undo() {
      if (done) onCasting(takenBack(casting, done))
      setDone(undefined)
    },
    dismiss() {
      if (done) setDone(undefined)
      else putAway()
    },
    forget: () => setDone(undefined),
  }
}

const { subscribe, emit } = new Emitter()

/** Whether the offer to recast this script was dismissed on this device; shared by the page and the casting dialog. */
export function usePutAway(scriptId: string): [isPutAway: boolean, putAway: () => void] {
  const isPutAway = useSyncExternalStore(subscribe, () => readKey(recastKey(scriptId)) !== null)
  const putAway = useCallback(() => {
    writeKey(recastKey(scriptId), 'put away')
    emit()
  }, [scriptId])
  return [isPutAway, putAway]
}
