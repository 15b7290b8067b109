import type { Voice } from '@andscene/contracts/voices/voice'
import { useMemo, useState } from 'react'
import { searchVoices, type Found } from './voice-search.ts'
import { VOICE_PAGE_SIZE } from '../voice-ui-limits.ts'

/** Voices from index `first` up to, but not including, `limit` are rendered. */
type List = { query: string; first: number; limit: number; active: number; offer: VoiceOffer }

const NONE: Found = { voices: [], total: 0 }

/** The offered voices, and the others, which are searched only if no offered voice matches. */
export type VoiceOffer = { voices: readonly Voice[]; beyond: readonly Voice[] }

/** State of an open list of voices: the rendered page or search results, and the active voice. */
export function useVoiceList(present: VoiceOffer, selectedId: string | undefined) {
  const [list, setList] = useState<List>()
  // Voices that become available while the list is open appear later, so that nothing moves under a click.
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
    /** Index of the active voice in the whole list; -1 for none. */
    active,
    pointed: found.voices[active],
    search,
    close,
    point,
    move,
    show,
  }

  /** Opens or filters the list. Without a query it opens at the selected voice. */
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
  /** Renders the voices of this range, plus one page in that direction. */
  function show(from: number, to: number) {
    setList((now) => now && widened(now, from, to))
  }
}

function widened(list: List, from: number, to: number): List {
  const first = from < list.first ? Math.max(from + 1 - VOICE_PAGE_SIZE, 0) : list.first
  const limit = to < list.limit ? list.limit : to + VOICE_PAGE_SIZE
  return first === list.first && limit === list.limit ? list : { ...list, first, limit }
}
