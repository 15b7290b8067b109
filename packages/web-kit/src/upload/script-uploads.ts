import { PREFER_MINIMAL } from '@andscene/contracts/call'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { cancelUpload, uploadScript } from '@andscene/contracts/routes/scripts'
import type { ScriptListItem } from '@andscene/contracts/script'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { MutationObserver, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { FileUpload, type Send } from './file-upload.ts'
import { pageUpload, useTelling } from './page-uploads.ts'

/** A script that was just uploaded, which is neither cast nor played. */
export type UploadedScript = Omit<ScriptListItem, 'castCount' | 'lastPlayed'>

const send: Send<UploadedScript> = async (file, { idempotencyKey, ...options }) => {
  const body = new FormData()
  body.append(UPLOAD_FIELD, file)
  const headers = { 'idempotency-key': idempotencyKey, ...PREFER_MINIMAL }
  const { data } = await call(uploadScript, { body, headers, ...options })
  return data.script
}

/** Shows a script that was just uploaded, then fetches the list again. */
export function rememberUploaded(client: QueryClient, script: UploadedScript): void {
  const { _id, title, characterCount, pages, lineCount, uploadedAt, language } = script
  const item = { _id, title, characterCount, pages, lineCount, uploadedAt, language, castCount: 0 }
  client.setQueryData(queryKeys.scripts, (list: ScriptListItem[] | undefined) =>
    list ? [item, ...list.filter((known) => known._id !== _id)] : list,
  )
  void client.invalidateQueries({ queryKey: queryKeys.scripts })
}

/** Deletes uploads that were cancelled. Ignores failures: closing the connection has stopped them, too. */
function takingBack(client: QueryClient): (key: string) => void {
  const cancelling = new MutationObserver(client, {
    mutationFn: (key: string) => call(cancelUpload, { body: { key } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.scripts }),
  })
  return (key) => void cancelling.mutate(key).catch(() => undefined)
}

export const scriptUploadOf = (client: QueryClient) =>
  pageUpload(client, 'script', (telling) => {
    const upload = new FileUpload<UploadedScript>({
      send,
      newKey: () => crypto.randomUUID(),
      takeBack: takingBack(client),
    })
    upload.on({
      uploaded: (script) => {
        rememberUploaded(client, script)
        telling()?.snackbar.success('Script uploaded and parsed successfully!', {
          action: {
            label: 'Open',
            run: () => telling()?.open(`/scripts/${encodeURIComponent(script._id)}`),
          },
        })
      },
      failed: (reason) => {
        if (!telling()?.isShown) telling()?.snackbar.error(`Failed to upload script: ${reason}`)
      },
    })
    return upload
  })

/** Returns the page's upload and its state; calls `finished` while the component is mounted. */
export function useScriptUpload(events: { finished?: (script: UploadedScript) => void } = {}) {
  const { upload } = scriptUploadOf(useQueryClient())
  const state = useSyncExternalStore(upload.subscribe, upload.getState)
  const finished = useEffectEvent((script: UploadedScript) => events.finished?.(script))
  useEffect(() => upload.on({ finished }), [upload])
  return { upload, state }
}

/** Shows the messages of the page's upload, from now on; failures only while the upload area is not in view. */
export const useUploadMessages = (isShown: boolean): void =>
  useTelling(scriptUploadOf(useQueryClient()), isShown)
