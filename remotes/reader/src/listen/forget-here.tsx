import type { GuestSession } from '@andscene/web-kit/guest-session'
import { forgetScript } from '../follow/forget-script.ts'
import { notesPrefix } from '../notes/notes-prefix.ts'
import { deviceEntries } from '../notes/store/device.ts'
import { Question } from './question.tsx'

type Props = { guest: GuestSession; scriptId: string; onClose: () => void }

/** For a device of somebody else's: nothing of the guest stays on it. */
export function ForgetHere({ guest, scriptId, onClose }: Props) {
  const forget = () => {
    void forgetScript(scriptId)
    for (const [key] of deviceEntries.list(`${notesPrefix(scriptId)}_`)) deviceEntries.remove(key)
    guest.forgetHere()
  }
  return (
    <Question
      label="Forget me here"
      text="Your name and your place are removed from this device. Your notes stay with the writer, and you cannot edit them any more."
      onClose={onClose}
    >
      <button type="button" className="as-button as-button-primary" onClick={forget}>
        Forget me here
      </button>
    </Question>
  )
}
