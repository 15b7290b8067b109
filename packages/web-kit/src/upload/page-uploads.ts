import { holdWhile } from '@andscene/web-kit/safe-moment'
import { onSessionEnd } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { FileUpload, UploadState } from './file-upload.ts'

/** Shows messages and opens addresses. Both belong to the shell, so they work after the page has closed. */
export type Telling = {
  snackbar: ReturnType<typeof useSnackbar>
  open: (address: string) => void
  /** The upload area is in view, which shows the state itself. */
  isShown: boolean
}
export type PageUpload<Upload> = {
  upload: Upload
  tellThrough: (telling: Telling) => void
}

type AnyUpload = Pick<FileUpload<never, unknown>, 'subscribe' | 'getState' | 'cancel' | 'busy'>

const isSending = ({ status }: UploadState) => status === 'uploading' || status === 'parsing'

/**
 * The upload of a page with this name: it continues after its screen has closed, until the session ends. It is in the
 * query cache, because each remote bundles its own copy of this module.
 */
export function pageUpload<Upload extends AnyUpload>(
  client: QueryClient,
  name: string,
  create: (telling: () => Telling | undefined) => Upload,
): PageUpload<Upload> {
  const queryKey = ['uploads', name] as const
  const known = client.getQueryData<PageUpload<Upload>>(queryKey)
  if (known) return known
  let telling: Telling | undefined
  const upload = create(() => telling)
  const page: PageUpload<Upload> = {
    upload,
    tellThrough: (next) => {
      telling = next
    },
  }
  // The browser asks before the page closes. Each upload adds and removes its own listener.
  const warn = (event: BeforeUnloadEvent) => isSending(upload.getState()) && event.preventDefault()
  upload.subscribe(() => {
    if (isSending(upload.getState())) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  })
  // Also held after a success, until the screen changes, and while questions wait for their answers.
  holdWhile(upload.subscribe, () => upload.busy || upload.getState().status === 'asking')
  // The session has no token any more: what was stored just before is kept.
  onSessionEnd(upload.cancel)
  client.setQueryDefaults(queryKey, { gcTime: Infinity, structuralSharing: false })
  client.setQueryData(queryKey, page)
  return page
}

/** Shows the messages of an upload, from now on. */
export function useTelling({ tellThrough }: Pick<PageUpload<never>, 'tellThrough'>, isShown: boolean): void {
  const snackbar = useSnackbar()
  const navigate = useNavigate()
  useEffect(() => {
    const telling = { snackbar, open: (address: string) => void navigate(address) }
    tellThrough({ ...telling, isShown })
    return () => tellThrough({ ...telling, isShown: false })
  })
}
