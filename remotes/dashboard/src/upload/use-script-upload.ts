import { PREFER_MINIMAL } from '@andscene/contracts/call'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { cancelUpload, uploadScript } from '@andscene/contracts/routes/scripts'
import { call } from '@andscene/web-kit/api-client'
import { isTransient, retryDelay, WRITE_RETRIES } from '@andscene/web-kit/retries'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { holdWhile } from '@andscene/web-kit/safe-moment'
import { onSessionEnd } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { MutationObserver, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { addressOf } from '../library/preload-script.ts'
import { rememberUploaded, type UploadedScript } from '../library/scripts-query.ts'
import { ScriptUpload, type Clock, type Send, type UploadState } from './script-upload.ts'

const clock: Clock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

const send: Send = async (file, { idempotencyKey, ...options }) => {
  const body = new FormData()
  body.append(UPLOAD_FIELD, file)
  const headers = { 'idempotency-key': idempotencyKey, ...PREFER_MINIMAL }
  const { data } = await call(uploadScript, { body, headers, ...options })
  return data.script
}

const retryIn = (failures: number, error: unknown) =>
  failures <= WRITE_RETRIES && isTransient(error) ? retryDelay(failures - 1, error) : null

type Snackbar = ReturnType<typeof useSnackbar>
/** Where messages go, and the way to a script. The shell has both for all screens, so they outlive the dashboard. */
type Telling = { snackbar: Snackbar; open: (address: string) => void }
type PageUpload = { upload: ScriptUpload; tellThrough(telling: Telling): void }

/** One per query client, that is one per page: an upload outlives the screen that started it, not the session. */
const uploads = new WeakMap<QueryClient, PageUpload>()

function uploadOf(client: QueryClient): PageUpload {
  const known = uploads.get(client)
  if (known) return known
  const cancelling = new MutationObserver(client, {
    mutationFn: (key: string) => call(cancelUpload, { body: { key } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.scripts }),
  })
  // The cut connection has stopped it, too; a call that fails leaves it at that.
  const takeBack = (key: string) => void cancelling.mutate(key).catch(() => undefined)
  const upload = new ScriptUpload({ send, clock, newKey: () => crypto.randomUUID(), takeBack, retryIn })
  let telling: Telling | undefined
  upload.on({
    uploaded: (script) => {
      rememberUploaded(client, script)
      telling?.snackbar.success('Script uploaded and parsed successfully!', {
        action: { label: 'Open', run: () => telling?.open(addressOf(script._id)) },
      })
    },
    failed: (reason) => telling?.snackbar.error(`Failed to upload script: ${reason}`),
  })
  // The browser asks whether the page is to be left. A listener for each upload: the end of one takes away its own alone.
  const warn = (event: BeforeUnloadEvent) => isSending(upload.getState()) && event.preventDefault()
  upload.subscribe(() => {
    if (isSending(upload.getState())) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  })
  // A success leads to another screen in a moment.
  holdWhile(upload.subscribe, () => upload.busy)
  // By then no call can be made for this person: a script that was stored a moment before its response stays.
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

/** The page's upload and its state; `finished` is called while the calling screen is shown. */
export function useScriptUpload(events: { finished: (script: UploadedScript) => void }): {
  upload: ScriptUpload
  state: UploadState
} {
  const { upload, tellThrough } = uploadOf(useQueryClient())
  const snackbar = useSnackbar()
  const navigate = useNavigate()
  const state = useSyncExternalStore(upload.subscribe, upload.getState)
  const finished = useEffectEvent((script: UploadedScript) => events.finished(script))
  useEffect(() => upload.on({ finished }), [upload])
  useEffect(() => tellThrough({ snackbar, open: (address) => void navigate(address) }))
  return { upload, state }
}
