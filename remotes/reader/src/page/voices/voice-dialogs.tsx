import { useEffect, useState, useSyncExternalStore } from 'react'
import { late } from '../../late/late.tsx'
import type { PlayerError } from '../../player/errors.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { focusLineIfLost } from '../narration/in-sight.ts'
import { useMay, useOpenScript } from '../open-script.ts'
import { createStore } from '../../player/store.ts'

const AssignVoicesModal = late((loaded) => loaded.AssignVoicesModal)
const VoiceRequiredDialog = late((loaded) => loaded.VoiceRequiredDialog)

/** The casting dialog, and the dialog that leads to it when playback requires a voice (product §2, §8). */
export function VoiceDialogs() {
  const { script, player } = useOpenScript()
  const { error } = usePlayerState(player)
  const { isOpen, character } = useSyncExternalStore(dialog.subscribe, dialog.getSnapshot)
  const mayCast = useMay('cast')
  const isVoiceMissing = error?.kind === 'voice'
  const missing = mayCast && isVoiceMissing && error.missing.role === 'character' ? error.missing : null
  // Their lines are skipped from now on (product §11).
  useEffect(() => {
    if (!mayCast && isVoiceMissing) player.clearError()
  }, [player, mayCast, isVoiceMissing])
  // After Assign, the dialog does not return when the casting is closed.
  const [answered, setAnswered] = useState<PlayerError | null>(null)
  const assign = () => {
    setAnswered(error)
    if (missing) assignDialog.open(missing.character)
  }
  const giveFocusBack = () => focusLineIfLost(player)
  return (
    <>
      <VoiceRequiredDialog
        character={missing?.character ?? ''}
        open={missing !== null && !isOpen && answered !== error}
        onClose={player.clearError}
        onAssign={assign}
        onClosed={() => isOpen || giveFocusBack()}
      />
      <AssignVoicesModal
        script={script}
        mayCast={mayCast}
        open={isOpen}
        onClose={assignDialog.close}
        onSaved={player.castingSaved}
        onClosed={giveFocusBack}
        character={character}
      />
    </>
  )
}

type AssignDialog = { isOpen: boolean; character: string | undefined }

const dialog = createStore<AssignDialog>({ isOpen: false, character: undefined })

export const useIsAssigning = (): boolean =>
  useSyncExternalStore(dialog.subscribe, () => dialog.getSnapshot().isOpen)

export const assignDialog = {
  open: (character?: string) => dialog.set({ isOpen: true, character }),
  close: () => dialog.set({ isOpen: false }),
}
