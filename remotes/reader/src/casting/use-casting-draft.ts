import type { Casting } from '@andscene/contracts/script'
import { useState } from 'react'
import { EMPTY_CASTING, sameCasting, voiceIn, withVoice, type Slot } from './casting-draft.ts'

/** The casting being edited: what is saved, until the first change. */
export function useCastingDraft(saved: Casting) {
  const [draft, setDraft] = useState<Casting>()
  const casting = draft ?? saved
  return {
    casting,
    isChanged: draft !== undefined && !sameCasting(draft, saved),
    voiceOf: (slot: Slot) => voiceIn(casting, slot),
    give: (slot: Slot, voiceId: string | undefined) =>
      setDraft((now) => withVoice(now ?? saved, slot, voiceId)),
    replace: setDraft,
    clear: () => setDraft(EMPTY_CASTING),
  }
}
