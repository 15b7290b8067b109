import type { VersionedCasting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { defaultVoiceQuery } from '@andscene/web-kit/default-voice-query'
import { useNaturalVoices } from '@andscene/web-kit/natural-voices'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { useIsAssigning } from '../../page/voices/voice-dialogs.tsx'
import type { Change } from '../casting-draft.ts'
import { isSavedHere, useRemakeCasting } from '../casting-query.ts'
import { isSuggestionOutdated, newSuggestionOf, replacedBetween } from './recasting.ts'
import { OFFER_POLL_MS, usePutAway } from './use-recasting.ts'

type Known = { saved: VersionedCasting | undefined; voices: readonly Voice[] | undefined }

/**
 * Once natural voices are ready, saves a new suggestion for the voices that were suggested before, without a question
 * (product §2). Waits while the casting dialog is open, whose unsaved choices would conflict.
 */
export function useNewSuggestion({ saved, voices }: Known, onReplaced: (change: Change) => void): void {
  const { script } = useOpenScript()
  const [isPutAway] = usePutAway(script._id)
  const isReady = useNaturalVoices(OFFER_POLL_MS)?.state === 'ready'
  const isAssigning = useIsAssigning()
  const isPossible = isReady && !isPutAway && saved !== undefined && voices !== undefined
  const client = useQueryClient()
  // This device's copy does not contain what was suggested.
  const isCopy = isPossible && saved.version !== undefined && saved.changes === undefined
  useEffect(() => {
    if (isCopy) void client.invalidateQueries({ queryKey: queryKeys.casting(script._id) })
  }, [client, isCopy, script._id])
  const mayBeOutdated = useMemo(
    () => isPossible && isSuggestionOutdated({ script, voices, casting: saved }),
    [isPossible, script, voices, saved],
  )
  const defaultVoice = useQuery({ ...defaultVoiceQuery(), enabled: mayBeOutdated })
  const isOutdated =
    mayBeOutdated &&
    isPossible &&
    !defaultVoice.isPending &&
    isSuggestionOutdated({ script, voices, casting: saved, defaultVoiceId: defaultVoice.data })

  const remake = useRemakeCasting(script._id)
  const { mutate, isPending } = useMutation({
    mutationFn: () => remake((now) => newSuggestionOf({ script, ...now })),
    // Each request inside has its own retries.
    retry: false,
    onSuccess: ({ before, after }) => {
      const replaced = voices && replacedBetween(before, after, voices)
      if (replaced) onReplaced(replaced)
    },
  })
  /** The casting that was recast: after a failure, only another one is. */
  const tried = useRef<number>(undefined)
  useEffect(() => {
    if (!isOutdated || isAssigning || isPending || tried.current === saved?.version) return
    tried.current = saved?.version
    mutate()
  }, [isOutdated, isAssigning, isPending, saved?.version, mutate])
}

/** Natural voices that replaced suggestions while the page is open, also from elsewhere. */
export function useReplaced({ saved, voices }: Known) {
  const [known, setKnown] = useState(saved)
  const [replaced, setReplaced] = useState<Change>()
  if (saved && voices && saved.version !== known?.version) {
    setKnown(saved)
    const change = known && !isSavedHere(saved) ? replacedBetween(known, saved, voices) : undefined
    if (change) setReplaced(change)
  }
  return [replaced, setReplaced] as const
}
