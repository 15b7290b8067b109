import type { NarrationResponse } from '@andscene/contracts/voice'
import { voiceForLine } from '@andscene/screenplay/voices'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isReadAloud } from '../../player/engine/reading.ts'
import { useOpenScript, type OpenScript } from '../open-script.ts'
import { narrationQuery } from '../script-query.ts'

/** Lines that would be read aloud if they had a voice. */
const withoutVoice = ({ lines, casting, isVoice, skippedLineTypes }: OpenScript): number =>
  lines.filter(
    (line) => voiceForLine(line, casting, isVoice) === undefined && isReadAloud(line, skippedLineTypes),
  ).length

/** How much of the open script is ready; `silent` lines have no voice, and count in `total`. */
export type Narration = NarrationResponse['data'] & { silent: number }

/** Undefined until it is known. The server does not count lines without a voice: they are added here. */
export function useNarration({ enabled = true } = {}): Narration | undefined {
  const open = useOpenScript()
  const { data } = useQuery({ ...narrationQuery(open.playback.scriptId), enabled })
  const isKnown = data !== undefined
  const silent = useMemo(() => (isKnown ? withoutVoice(open) : 0), [open, isKnown])
  return useMemo(() => data && { ...data, total: data.total + silent, silent }, [data, silent])
}
