import { isolated } from '@andscene/contracts/text/isolated'
import type { Line } from '@andscene/contracts/script'
import { missingVoice, type MissingVoice } from '@andscene/screenplay/voices'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isReadAloud } from '../../player/engine/reading.ts'
import { isActive, type PlayerSnapshot } from '../../player/engine/state.ts'
import { useMay, useOpenScript } from '../open-script.ts'

const whose = (missing: MissingVoice): string =>
  missing.role === 'character'
    ? missing.character
    : missing.role === 'heading'
      ? 'the scene headings'
      : 'the narration'

/** Notifies users who may not assign voices once for each part without a voice: its lines are skipped. */
export function useToldOfVoiceless(): void {
  const { lines, casting, isVoice, skippedLineTypes, player } = useOpenScript()
  const mayCast = useMay('cast')
  const snackbar = useSnackbar()
  const notified = useRef(new Set<string>())
  const seen = useRef<Pick<PlayerSnapshot, 'asked' | 'line'>>({ asked: null, line: -1 })

  const missingOf = (line: Line | undefined): string | undefined => {
    if (!line || !isReadAloud(line, skippedLineTypes)) return undefined
    const missing = missingVoice(line, casting, isVoice)
    return missing && whose(missing)
  }
  const notify = useEffectEvent((snapshot: PlayerSnapshot) => {
    const { asked, line } = snapshot
    const isNewRequest = asked !== seen.current.asked
    const from = isNewRequest ? (asked?.line ?? line) : seen.current.line + 1
    seen.current = { asked, line }
    if (mayCast || !isActive(snapshot)) return
    // Playing such a line shows the message again.
    const first = isNewRequest ? missingOf(lines[from]) : undefined
    if (first !== undefined) notified.current.delete(first)
    const passed = new Set(lines.slice(from, line).map(missingOf))
    const parts = [...passed].filter((part) => part !== undefined && !notified.current.has(part))
    if (parts.length === 0) return
    for (const part of parts) notified.current.add(part!)
    const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(parts as string[])
    snackbar.error(
      `The writer has not given ${isolated(names)} a voice yet. Characters without a voice are skipped.`,
    )
  })
  useEffect(() => player.subscribe(() => notify(player.getSnapshot())), [player])
}
