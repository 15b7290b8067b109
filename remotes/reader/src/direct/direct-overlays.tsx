import type { Direction } from '@andscene/contracts/voices/direction'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useOpenScript } from '../page/open-script.ts'
import { DirectDialog } from './direct-dialog.tsx'
import { DirectedLines } from './directed-lines.tsx'
import { useDirectView } from './direct-view.ts'
import { directionsQuery, refreshDirections } from './directions-query.ts'

/** Requests lines again that another director changes. */
function useRespeaking(scriptId: string): void {
  const { lines, playback } = useOpenScript()
  const { data: directions } = useQuery(directionsQuery(scriptId))
  const known = useRef<ReadonlyMap<string, Direction>>(undefined)
  const respeak = useEffectEvent((now: readonly Direction[]) => {
    const before = known.current
    known.current = new Map(now.map((one) => [one.lineId, one]))
    if (!before) return
    const gone = [...before.values()].filter(({ lineId }) => !known.current!.has(lineId))
    for (const { lineId, version } of [...now, ...gone])
      if (before.get(lineId)?.version !== version || !known.current.has(lineId))
        playback.respeak(lines.findIndex(({ _id }) => _id === lineId))
  })
  useEffect(() => {
    if (directions) respeak(directions)
  }, [directions])
}

export function DirectOverlays() {
  const { script, lines, feed } = useOpenScript()
  const { lineId, isListOpen } = useDirectView()
  const client = useQueryClient()
  const { _id: scriptId } = script
  useEffect(
    () => feed.subscribe(({ type }) => type === 'casting' && refreshDirections(client, scriptId)),
    [feed, client, scriptId],
  )
  useRespeaking(scriptId)
  const line = lines.find(({ _id }) => _id === lineId)
  return (
    <>
      {line && <DirectDialog key={line._id} line={line} />}
      {isListOpen && <DirectedLines />}
    </>
  )
}
