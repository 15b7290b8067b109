import type { Casting, Line, Script } from '@andscene/contracts/script'
import { mapScript, type ScriptMap } from '@andscene/screenplay/navigation'
import type { IsVoice } from '@andscene/screenplay/voices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { castingQuery, followOtherTabs } from '../casting/casting-query.ts'
import { useVoiceNames } from '../casting/voices-query.ts'
import { createClipBook } from '../player/clip-book.ts'
import { createReading } from '../player/reading.ts'
import { openSession, type Session } from '../player/session.ts'
import { sessions } from '../player/sessions.ts'
import { preferencesQuery } from '@andscene/web-kit/preferences-query'
import { queryKeys } from '@andscene/web-kit/query-keys'

/** Nothing is skipped until the listener's choice is known: the default is to read everything. */
const NOTHING_SKIPPED: readonly string[] = []

/** The casting that came with the script, for the moment before the casting itself is there. */
const castingOf = (script: Script): Casting => ({
  characterAssignments: Object.fromEntries(
    script.content.characters.flatMap(({ character, voiceId }) => (voiceId ? [[character, voiceId]] : [])),
  ),
  ...(script.narrationVoiceId && { narrationVoiceId: script.narrationVoiceId }),
  ...(script.sceneHeadingVoiceId && { sceneHeadingVoiceId: script.sceneHeadingVoiceId }),
})

export type ReadingContext = {
  script: Script
  lines: readonly Line[]
  map: ScriptMap
  session: Session
  casting: Casting
  isVoice: IsVoice
  /** Names of voices by id; undefined until they are known. */
  voiceNames: ReadonlyMap<string, string> | undefined
  skippedLineTypes: readonly string[]
}

const anyVoice: IsVoice = () => true

/** Opens the script's session, and keeps its player up to date with the casting, the voices and the listener's choice. */
export function useReadingSession(script: Script): ReadingContext {
  const { _id: scriptId } = script
  const { lines } = script.content
  const client = useQueryClient()
  const saved = useQuery(castingQuery(scriptId)).data
  const voiceNames = useVoiceNames()
  const skippedLineTypes = useQuery(preferencesQuery()).data?.skippedLineTypes ?? NOTHING_SKIPPED
  const map = useMemo(() => mapScript(lines), [lines])
  const casting = useMemo(() => saved ?? castingOf(script), [saved, script])
  const isVoice = useMemo<IsVoice>(
    () => (voiceNames ? (voiceId) => voiceNames.has(voiceId) : anyVoice),
    [voiceNames],
  )
  const reading = useMemo(
    () =>
      createReading(
        {
          scriptId,
          lines,
          casting,
          isVoice,
          skippedLineTypes,
          stored: (lineId) => sessions.held(scriptId)?.clips.get(lineId),
        },
        map,
      ),
    [scriptId, lines, casting, isVoice, skippedLineTypes, map],
  )
  const session = sessions.obtain(scriptId, () => {
    const clips = createClipBook()
    clips.update(lines)
    // Asked again, the script itself says whether it is gone.
    const onMissing = () =>
      void client.invalidateQueries({ queryKey: queryKeys.script(scriptId), exact: true })
    return openSession({ scriptId, reading, clips, onMissing })
  })

  useLayoutEffect(() => sessions.hold(scriptId), [scriptId])
  useLayoutEffect(() => session.player.setReading(reading), [session, reading])
  useEffect(() => void session.clips.update(lines), [session, lines])
  useEffect(() => followOtherTabs(client, scriptId), [client, scriptId])

  return { script, lines, map, session, casting, isVoice, voiceNames, skippedLineTypes }
}
