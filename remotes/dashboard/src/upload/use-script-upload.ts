import { PREFER_MINIMAL } from '@andscene/contracts/call'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { uploadScript } from '@andscene/contracts/routes/scripts'
import type { ScriptListItem } from '@andscene/contracts/script'
import { call } from '@andscene/web-kit/api-client'
import { isTransient, retryDelay, WRITE_RETRIES } from '@andscene/web-kit/query-client'
import { onSessionEnd } from '@andscene/web-kit/session'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { rememberUploaded } from '../library/scripts-query.ts'
import { ScriptUpload, type Clock, type Send, type UploadEvents, type UploadState } from './script-upload.ts'

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

/** One per query client, that is one per page: an upload outlives the screen that started it, not the session. */
const uploads = new WeakMap<QueryClient, ScriptUpload>()

function uploadOf(client: QueryClient): ScriptUpload {
  const known = uploads.get(client)
  if (known) return known
  const upload = new ScriptUpload({ send, clock, newKey: () => crypto.randomUUID(), retryIn })
  upload.on({ uploaded: (script) => rememberUploaded(client, script) })
  onSessionEnd(upload.cancel)
  uploads.set(client, upload)
  return upload
}

/** The page's upload and its state; `events` are called while the calling screen is shown. */
export function useScriptUpload(events: UploadEvents): { upload: ScriptUpload; state: UploadState } {
  const upload = uploadOf(useQueryClient())
  const state = useSyncExternalStore(upload.subscribe, upload.getState)
  const uploaded = useEffectEvent((script: ScriptListItem) => events.uploaded?.(script))
  const failed = useEffectEvent((reason: string) => events.failed?.(reason))
  const finished = useEffectEvent((script: ScriptListItem) => events.finished?.(script))
  useEffect(() => upload.on({ uploaded, failed, finished }), [upload])

  const sending = state.status === 'uploading' || state.status === 'parsing'
  useEffect(() => {
    if (!sending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [sending])
  return { upload, state }
}
