import { isGuest } from '@andscene/web-kit/api-client'
import { guestName, watchGuestName } from '@andscene/web-kit/guest-session'
import parts from '@andscene/web-kit/parts.module.css'
import { useSyncExternalStore, type ReactNode } from 'react'
import { NameForm } from '../listen/name-form.tsx'
import { useOpenScript } from '../page/open-script.ts'

/** Whether a guest has no name yet; notes, replies, and resolving or reopening notes require one. */
export const needsName = (scriptId: string): boolean => isGuest() && guestName(scriptId) === undefined

/** Asks a guest for a name once, before the first note, and then renders `children` (product §11). */
export function GuestNameFirst({ children }: { children: ReactNode }) {
  const { script } = useOpenScript()
  const isUnknown = useSyncExternalStore(watchGuestName, () => needsName(script._id))
  return isUnknown ? <AuthorForm /> : children
}

export function AuthorForm({ onNamed }: { onNamed?: () => void }) {
  const { script } = useOpenScript()
  return (
    <NameForm
      scriptId={script._id}
      className={parts.field}
      hint="The writer sees it with your notes."
      send="Continue"
      onNamed={onNamed}
    />
  )
}
