import { defaultVoiceQuery } from '@andscene/web-kit/default-voice-query'
import { useNaturalVoices } from '@andscene/web-kit/natural-voices'
import { voicesOf, voicesQuery } from '@andscene/web-kit/voices-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { focusLineIfLost } from '../../page/narration/in-sight.ts'
import { useRemakeCasting } from '../casting-query.ts'
import { countReplaced, isRecastable, recastOf, takenBack } from './recasting.ts'
import type { Change } from '../casting-draft.ts'
import { OFFER_POLL_MS, usePutAway } from './use-recasting.ts'
import { RecastLine } from './recast-line.tsx'

export function RecastOffer() {
  const { script, casting, player } = useOpenScript()
  const [isPutAway, putAway] = usePutAway(script._id)
  const [done, setDone] = useState<Change>()
  const isReady = useNaturalVoices(OFFER_POLL_MS)?.state === 'ready'
  const voices = useQuery({ ...voicesQuery(), select: voicesOf }).data
  const mayOffer = useMemo(
    () => isReady && !isPutAway && voices !== undefined && isRecastable({ script, voices, casting }),
    [isReady, isPutAway, script, voices, casting],
  )
  const defaultVoice = useQuery({ ...defaultVoiceQuery(), enabled: mayOffer })
  const isOffered = useMemo(
    () =>
      mayOffer &&
      voices !== undefined &&
      !defaultVoice.isPending &&
      isRecastable({ script, voices, casting, defaultVoiceId: defaultVoice.data }),
    [mayOffer, script, voices, casting, defaultVoice.isPending, defaultVoice.data],
  )
  /** After an undo, before the offer is back: keeps the line mounted, so that it does not lose the focus. */
  const [isUndone, setUndone] = useState(false)
  if (isUndone && isOffered) setUndone(false)
  const write = useRecast((change) => {
    setDone(change)
    setUndone(change === undefined)
  })

  if (!isOffered && !done && !isUndone && !write.isPending) return null
  return (
    <RecastLine
      replaced={done && countReplaced(done)}
      isPending={write.isPending}
      error={write.error?.message}
      onRecast={() => write.mutate(undefined)}
      onUndo={() => write.mutate(done)}
      onDismiss={() => {
        setUndone(false)
        if (done) setDone(undefined)
        else putAway()
        requestAnimationFrame(() => focusLineIfLost(player))
      }}
    />
  )
}

function useRecast(onDone: (change: Change | undefined) => void) {
  const { script, player } = useOpenScript()
  const remake = useRemakeCasting(script._id)
  return useMutation({
    mutationFn: async (undone: Change | undefined) => {
      const change = await remake((now) =>
        undone ? takenBack(now.casting, undone) : recastOf({ script, ...now }),
      )
      return undone ? undefined : change
    },
    // Each request inside has its own retries.
    retry: false,
    onSuccess: (change) => {
      onDone(change)
      player.castingSaved()
    },
  })
}
