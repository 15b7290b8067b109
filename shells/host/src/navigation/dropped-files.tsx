import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const KEY = 'dropped-files'

/**
 * Ignores files that are dropped outside of an upload area: the browser would open them in place of the page. On a script
 * it says where to upload.
 */
export function DroppedFiles() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const snackbar = useSnackbar()
  const isScript = pathname.startsWith('/scripts/')
  useEffect(() => {
    const isUnhandled = ({ defaultPrevented, dataTransfer }: DragEvent) =>
      !defaultPrevented && dataTransfer?.types.includes('Files') === true
    const drag = (event: DragEvent) => {
      if (!isUnhandled(event)) return
      event.preventDefault()
      // Where nothing would be said after the drop.
      if (!isScript) event.dataTransfer!.dropEffect = 'none'
    }
    const drop = (event: DragEvent) => {
      if (!isUnhandled(event)) return
      event.preventDefault()
      if (!isScript) return
      const action = { label: 'Open Scripts', run: () => void navigate('/dashboard') }
      snackbar.error('To upload a script, open Scripts.', { key: KEY, action })
    }
    // On the window, so that upload areas handle the event first.
    addEventListener('dragover', drag)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', drag)
      removeEventListener('drop', drop)
    }
  }, [isScript, navigate, snackbar])
  return null
}
