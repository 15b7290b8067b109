import type { Casting, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { useNaturalVoices } from '@andscene/web-kit/natural-voices'
import { useMemo, useState, useCallback, useSyncExternalStore } from 'react'
import { countReplaced, isRecastable, recastOf, takenBack } from './recasting.ts'
import type { Change } from '../casting-draft.ts'
import type { Made } from '../casting-query.ts'
import type { SuggestedCast } from '../suggested-cast.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import { readKey, recastKey, writeKey } from '@andscene/web-kit/storage-keys'

/** Polling interval on the page of a script while the natural voices are loading, in milliseconds. */
export const OFFER_POLL_MS = 30_000

type Input = {
  script: Script
  voices: readonly Voice[]
  casting: Casting
  /** Undefined while loading; the offer is hidden until then. */
  defaultVoice: string | null | undefined
  onCasting: (made: Made) => void
  onSuggestion: (suggestion: SuggestedCast) => void
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
    replaced: done && countReplaced(done),
    recast() {
      const suggestion = recastOf({ script, voices, casting, defaultVoiceId: defaultVoice })
      onCasting(suggestion)
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
