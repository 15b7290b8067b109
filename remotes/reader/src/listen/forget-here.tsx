import type { GuestSession } from '@andscene/web-kit/guest-session'
import { forgetScript } from '../follow/forget-script.ts'
import { CopyText } from '../notes/card/copy-text.tsx'
import { keptWords } from '../notes/kept-words.ts'
import { presentNotes } from '../notes/late-notes.ts'
import { deviceEntries } from '../notes/store/device.ts'
import { useState } from 'react'
import { Question } from './question.tsx'

type Props = { guest: GuestSession; scriptId: string; onClose: () => void }

/** For a device of somebody else's: nothing of the guest stays on it. */
export function ForgetHere({ guest, scriptId, onClose }: Props) {
  const [{ texts }] = useState(() => {
    presentNotes()?.drafts.flush()
    return keptWords(scriptId)
  })
  const forget = () => {
    void forgetScript(scriptId)
    for (const key of keptWords(scriptId).keys) deviceEntries.remove(key)
    guest.forgetHere()
  }
  return (
    <Question
      label="Forget me here"
      text={`This device forgets your name and place. The writer keeps your notes, and you can no longer edit them.${unsentText(texts.length)}`}
      onClose={onClose}
    >
      <button type="button" className="as-button as-button-primary" onClick={forget}>
        Forget me here
      </button>
      {texts.length > 0 && <CopyText text={texts.join('\n\n')} />}
    </Question>
  )
}

function unsentText(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' You have an unsent note on this device. It will be deleted.'
    : ` You have ${count} unsent notes on this device. They will be deleted.`
}
