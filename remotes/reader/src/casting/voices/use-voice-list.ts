import type { Voice } from '@andscene/contracts/voice'
import { useMemo, useState } from 'react'
import { searchVoices } from './voice-search.ts'
import { VOICE_PAGE_SIZE } from '../voice-ui-limits.ts'

type List = { query: string; limit: number; active: number }

/** What a list of voices shows: 20 and more by page, or what a search finds; and which of them is pointed at. */
export function useVoiceList(voices: readonly Voice[], selectedId: string | undefined) {
  const [list, setList] = useState<List>()
  const found = useMemo(() => (list ? searchVoices(voices, list.query) : []), [voices, list])
  if (!list)
    return { isOpen: false, query: '', shown: found, total: 0, active: -1, search, close, point, move, more }

  const isSearch = list.query.trim() !== ''
  const shown = isSearch ? found : found.slice(0, list.limit)
  return {
    isOpen: true,
    query: list.query,
    shown,
    total: found.length,
    active: Math.min(list.active, shown.length - 1),
    search,
    close,
    point,
    move,
    more,
  }

  /** Opens the list, or narrows it. Without words it opens at the present voice, however far down that stands. */
  function search(query: string) {
    const selected = voices.findIndex((voice) => voice.voiceId === selectedId)
    const active = query.trim() ? 0 : Math.max(selected, 0)
    setList({ query, active, limit: active + VOICE_PAGE_SIZE })
  }
  function close() {
    setList(undefined)
  }
  function point(active: number) {
    setList((now) => now && { ...now, active })
  }
  function move(step: 1 | -1) {
    setList((now) => {
      if (!now) return now
      const active = Math.min(Math.max(now.active + step, 0), found.length - 1)
      return { ...now, active, limit: active < now.limit ? now.limit : now.limit + VOICE_PAGE_SIZE }
    })
  }
  function more() {
    setList((now) => now && { ...now, limit: Math.min(now.limit + VOICE_PAGE_SIZE, found.length) })
  }
}
