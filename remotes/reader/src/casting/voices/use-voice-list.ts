import type { Voice } from '@andscene/contracts/voice'
import { useMemo, useState } from 'react'
import { searchVoices, type Found } from './voice-search.ts'
import { VOICE_PAGE_SIZE } from '../voice-ui-limits.ts'

type List = { query: string; limit: number; active: number }

const NONE: Found = { voices: [], total: 0 }

/** What is on offer, and what else there is: searched when nothing on offer is found. */
export type VoiceOffer = { voices: readonly Voice[]; beyond: readonly Voice[] }

/** What a list of voices shows: 20 and more by page, or what a search finds; and which of them is pointed at. */
export function useVoiceList({ voices, beyond }: VoiceOffer, selectedId: string | undefined) {
  const [list, setList] = useState<List>()
  const query = list?.query
  const { found, isBeyond } = useMemo(() => {
    if (query === undefined) return { found: NONE, isBeyond: false }
    const here = searchVoices(voices, query)
    const there = here.total > 0 || query.trim() === '' ? NONE : searchVoices(beyond, query)
    return there.total > 0 ? { found: there, isBeyond: true } : { found: here, isBeyond: false }
  }, [voices, beyond, query])
  const isSearch = query !== undefined && query.trim() !== ''
  const shown = list && !isSearch ? found.voices.slice(0, list.limit) : found.voices
  return {
    isOpen: list !== undefined,
    query: query ?? '',
    isSearch,
    shown,
    total: found.total,
    isBeyond,
    active: list ? Math.min(list.active, shown.length - 1) : -1,
    search,
    close,
    point,
    move,
    more,
  }

  /** Opens the list, or narrows it. Without words it opens at the present voice, however far down that stands. */
  function search(words: string) {
    const selected = voices.findIndex((voice) => voice.voiceId === selectedId)
    const active = words.trim() ? 0 : Math.max(selected, 0)
    setList({ query: words, active, limit: active + VOICE_PAGE_SIZE })
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
      const active = Math.min(Math.max(now.active + step, 0), found.voices.length - 1)
      return { ...now, active, limit: active < now.limit ? now.limit : now.limit + VOICE_PAGE_SIZE }
    })
  }
  function more() {
    setList((now) => now && { ...now, limit: Math.min(now.limit + VOICE_PAGE_SIZE, found.voices.length) })
  }
}
