import { PREVIEW_PATH } from '@andscene/contracts/platform'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useState, useSyncExternalStore } from 'react'
import { useRemotes } from '../federation/remote-store.ts'
import { reloadPage } from './reload-page.ts'

/** Shows the preview versions of this browser, with a button to leave the preview (product §14). */
export function PreviewBadge() {
  const remotes = useRemotes()
  useSyncExternalStore(remotes.subscribe, remotes.revision)
  const snackbar = useSnackbar()
  const [isLeaving, setLeaving] = useState(false)
  const previews = remotes.previews().map(({ name, version }) => `${name} ${version}`)
  if (previews.length === 0) return null

  const leave = async () => {
    if (isLeaving) return
    setLeaving(true)
    try {
      const response = await fetch(PREVIEW_PATH, { method: 'DELETE' })
      if (!response.ok) throw new Error(`Failed to leave the preview (${response.status})`)
      reloadPage()
    } catch {
      setLeaving(false)
      snackbar.error('Failed to leave the preview. Please try again.')
    }
  }
  return (
    <section className="host-preview" aria-label="Preview">
      <span>
        Preview of <bdi>{previews.join(', ')}</bdi>
      </span>
      <button type="button" aria-disabled={isLeaving || undefined} onClick={() => void leave()}>
        Leave
      </button>
    </section>
  )
}
