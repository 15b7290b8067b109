import { nameGuest } from '@andscene/contracts/routes/sharing'
import { call } from '@andscene/web-kit/api-client'
import { setGuestName } from '@andscene/web-kit/guest-session'
import { useState } from 'react'

/** Stores the guest's name on the backend and in this page. `onEmpty`: the name was empty. */
export function useNaming(
  scriptId: string,
  { onNamed, onEmpty }: { onNamed?: (() => void) | undefined; onEmpty?: () => void },
) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const tell = async (given: string) => {
    const name = given.trim()
    if (isBusy) return
    if (name === '') return onEmpty?.()
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await call(nameGuest, { params: { id: scriptId }, body: { name } })
      setGuestName(scriptId, data.guest.name ?? name)
      onNamed?.()
    } catch (error) {
      setFailure(
        error instanceof Error
          ? error.message
          : 'Your name was not saved. Check your connection and try again.',
      )
      setBusy(false)
    }
  }
  return { tell, isBusy, failure }
}
