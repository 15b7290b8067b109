import { PREFER_MINIMAL } from '@andscene/contracts/call'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { cancelUpload, uploadScript } from '@andscene/contracts/routes/scripts'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { holdWhile } from '@andscene/web-kit/safe-moment'
import { onSessionEnd } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { MutationObserver, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { addressOf } from '../library/preload-script.ts'
import { rememberUploaded, type UploadedScript } from '../library/scripts-query.ts'
import { ScriptUpload, type Send, type UploadState } from './script-upload.ts'

const send: Send = async (file, { idempotencyKey, ...options }) => {
  const body = new FormData()
  body.append(UPLOAD_FIELD, file)
  const headers = { 'idempotency-key': idempotencyKey, ...PREFER_MINIMAL }
  const { data } = await call(uploadScript, { body, headers, ...options })
  return data.script
}

type Snackbar = ReturnType<typeof useSnackbar>
/** Shows messages and opens scripts. Both belong to the shell, so they work after the dashboard has closed. */
type Telling = {
  snackbar: Snackbar
  open: (address: string) => void
  /** The upload area is in view, which shows failures itself. */
  isShown: boolean
}
type PageUpload = { upload: ScriptUpload; tellThrough(telling: Telling): void }

/** One per query client, that is per page: an upload continues after its page has closed, until the session ends. */
const uploads = new WeakMap<QueryClient, PageUpload>()

function uploadOf(client: QueryClient): PageUpload {
  const known = uploads.get(client)
  if (known) return known
  const cancelling = new MutationObserver(client, {
    mutationFn: (key: string) => call(cancelUpload, { body: { key } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.scripts }),
  })
  // Ignore failures: closing the connection has stopped the upload, too.
  const takeBack = (key: string) => void cancelling.mutate(key).catch(() => undefined)
  const upload = new ScriptUpload({ send, newKey: () => crypto.randomUUID(), takeBack })
  let telling: Telling | undefined
  upload.on({
    uploaded: (script) => {
      rememberUploaded(client, script)
      telling?.snackbar.success('Script uploaded and parsed successfully!', {
        action: { label: 'Open', run: () => telling?.open(addressOf(script._id)) },
      })
    },
    failed: (reason) => {
      if (!telling?.isShown) telling?.snackbar.error(`Failed to upload script: ${reason}`)
    },
  })
  // The browser asks before the page closes. Each upload adds and removes its own listener.
  const warn = (event: BeforeUnloadEvent) => isSending(upload.getState()) && event.preventDefault()
  upload.subscribe(() => {
    if (isSending(upload.getState())) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  })
  // Also held after a success, until the screen changes.
  holdWhile(upload.subscribe, () => upload.busy)
  // The session has no token any more: a script that was stored just before is kept.
  onSessionEnd(upload.cancel)
  const page: PageUpload = {
    upload,
    tellThrough: (next) => {
      telling = next
    },
  }
  uploads.set(client, page)
  return page
}

const isSending = ({ status }: UploadState) => status === 'uploading' || status === 'parsing'

/** Returns the page's upload and its state; calls `finished` while the component is mounted. */
export function useScriptUpload(events: { finished: (script: UploadedScript) => void }) {
  const { upload } = uploadOf(useQueryClient())
  const state = useSyncExternalStore(upload.subscribe, upload.getState)
  const finished = useEffectEvent((script: UploadedScript) => events.finished(script))
  useEffect(() => upload.on({ finished }), [upload])
  return { upload, state }
}

/** Shows the messages of the page's upload, from now on; failures only while the upload area is not in view. */
export function useUploadMessages(isShown: boolean): void {
  const { tellThrough } = uploadOf(useQueryClient())
  const snackbar = useSnackbar()
  const navigate = useNavigate()
  useEffect(() => {
    const telling = { snackbar, open: (address: string) => void navigate(address) }
    tellThrough({ ...telling, isShown })
    return () => tellThrough({ ...telling, isShown: false })
  })
}
