import type { Voice } from '@andscene/contracts/voices/voice'
import { useMemo, useState } from 'react'
import { searchVoices, type Found } from './voice-search.ts'
import { VOICE_PAGE_SIZE } from '../voice-ui-limits.ts'

/** Of the whole list, the voices from `first` to before `limit` are rendered. */
type List = { query: string; first: number; limit: number; active: number; offer: VoiceOffer }

const NONE: Found = { voices: [], total: 0 }

/** What is on offer, and what else there is: searched when nothing on offer is found. */
export type VoiceOffer = { voices: readonly Voice[]; beyond: readonly Voice[] }

/** What a list of voices shows, page by page either way or as a search finds it, and the active one. */
export function useVoiceList(present: VoiceOffer, selectedId: string | undefined) {
  const [list, setList] = useState<List>()
  // What came to be offered meanwhile waits: nothing moves under a press.
  const offer = list?.offer ?? present
  const { voices, beyond } = offer
  const query = list?.query
  const { found, isBeyond } = useMemo(() => {
    if (query === undefined) return { found: NONE, isBeyond: false }
    const here = searchVoices(voices, query)
    const there = here.total > 0 || query.trim() === '' ? NONE : searchVoices(beyond, query)
    return there.total > 0 ? { found: there, isBeyond: true } : { found: here, isBeyond: false }
  }, [voices, beyond, query])
  const isSearch = query !== undefined && query.trim() !== ''
  const active = list ? Math.min(list.active, found.voices.length - 1) : -1
  const first = list && !isSearch ? list.first : 0
  return {
    isOpen: list !== undefined,
    query: query ?? '',
    isSearch,
    first,
    shown: list && !isSearch ? found.voices.slice(first, list.limit) : found.voices,
    length: found.voices.length,
    total: found.total,
    isBeyond,
    /** Number of the one that is pointed at, of all; -1 without any. */
    active,
    pointed: found.voices[active],
    search,
    close,
    point,
    move,
    show,
  }

  /** Opens the list, or narrows it. Without words it opens at the present voice, however far down it is. */
  function search(words: string) {
    const selected = voices.findIndex((voice) => voice.voiceId === selectedId)
    const begin = words.trim() ? 0 : Math.max(selected, 0)
    const from = Math.max(begin - VOICE_PAGE_SIZE / 2, 0)
    setList({ query: words, active: begin, first: from, limit: from + VOICE_PAGE_SIZE, offer })
  }
  function close() {
    setList(undefined)
  }
  function point(to: number) {
    setList((now) => now && { ...now, active: to })
  }
  function move(step: 1 | -1) {
    setList((now) => {
      if (!now) return now
      const to = Math.min(Math.max(now.active + step, 0), found.voices.length - 1)
      return { ...widened(now, to, to), active: to }
    })
  }
  /** Draws the voices from one to another, and a page more on that side. */
  function show(from: number, to: number) {
    setList((now) => now && widened(now, from, to))
  }
}

function widened(list: List, from: number, to: number): List {
  const first = from < list.first ? Math.max(from + 1 - VOICE_PAGE_SIZE, 0) : list.first
  const limit = to < list.limit ? list.limit : to + VOICE_PAGE_SIZE
  return first === list.first && limit === list.limit ? list : { ...list, first, limit }
}
