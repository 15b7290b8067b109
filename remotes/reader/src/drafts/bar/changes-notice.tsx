import { useEffect } from 'react'
import { useDrafts } from '../drafts-context.ts'
import { loadDrafts, useDraftsParts } from '../late-drafts.ts'
import { useSnackbar } from '@andscene/web-kit/snackbar'

/** The bar of the changes, once its code is loaded. */
export function ChangesNotice() {
  const { areChangesShown, change } = useDrafts()
  const parts = useDraftsParts()
  const snackbar = useSnackbar()
  useEffect(() => {
    if (!areChangesShown || parts) return
    loadDrafts().catch(() => {
      change({ areChangesShown: false })
      snackbar.error('The changes did not load. Reload the page.', {
        action: { label: 'Reload page', run: () => location.reload() },
      })
    })
  }, [areChangesShown, parts, change, snackbar])
  return areChangesShown && parts ? <parts.ChangesBar /> : null
}
