import { readDraft } from '@andscene/contracts/routes/drafts'
import { readScript } from '@andscene/contracts/routes/scripts'
import { call } from '@andscene/web-kit/api-client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useOpenScript } from '../page/open-script.ts'
import { narrationQuery } from '../page/script-query.ts'

/** The clips of the whole script are requested at most this often. Milliseconds. */
const REFRESH_MS = 20_000

/** Requests the clips of all lines whenever more of them are ready; the page itself knows those near the listener. */
export function useFreshClips(isAnyUnmade: boolean): void {
  const { script, draft, playback } = useOpenScript()
  const { _id: scriptId } = script
  const ready = useQuery(narrationQuery(scriptId)).data?.ready
  const last = useRef(-REFRESH_MS)
  const open = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    open.current = controller
    return () => controller.abort()
  }, [])
  useEffect(() => {
    if (!ready || !isAnyUnmade) return undefined
    const refresh = async () => {
      last.current = performance.now()
      const { signal } = open.current!
      const { data } = await playback.send(() =>
        draft === undefined
          ? call(readScript, { params: { id: scriptId }, signal })
          : call(readDraft, { params: { id: scriptId, draft }, signal }),
      )
      playback.clips.update(data.script.content.lines)
    }
    const wait = Math.max(last.current + REFRESH_MS - performance.now(), 0)
    // Without the clips, the times stay estimates until more are ready.
    const timer = setTimeout(() => void refresh().catch(() => undefined), wait)
    return () => clearTimeout(timer)
  }, [ready, isAnyUnmade, playback, scriptId, draft])
}
