import type { Line } from '@andscene/contracts/script'
import { asCast, voiceForLine } from '@andscene/screenplay/voices'
import { tip } from '@andscene/web-kit/tooltip'
import { memo, useSyncExternalStore } from 'react'
import { isSpokenBy } from '../../player/clips/clip-book.ts'
import { localClips } from '../../player/clips/local-clips.ts'
import { readsDirections } from '../../player/engine/reading.ts'
import { mayHaveDirections } from '@andscene/screenplay/read-directions'
import { useOpenScript } from '../open-script.ts'
import { classNames } from '@andscene/web-kit/class-names'
import { LanguageChip } from './language-chip.tsx'
import styles from './line-chips.module.css'
import { cacheStatus, cacheText, chipName, durationText, type CacheStatus } from './line-status.ts'

const COLOURED: Record<string, string | undefined> = {
  Dialogue: styles.dialogue,
  Action: styles.action,
  Character: styles.character,
}

type Props = { line: Line; isLoading: boolean }

/** The chips of a line (product §2): type, voice and a language other than the script's, cache, length. In columns. */
export const LineChips = memo(function LineChips({ line, isLoading }: Props) {
  const { voiceId, voiceName, language, status } = useLineStatus(line)
  const isReady = status.source !== 'none' && status.valid
  return (
    /* Hidden from screen readers, which would read it between the lines of the script. */
    <div
      className={styles.chips}
      data-testid="line-chips"
      data-unassigned={voiceName === undefined || undefined}
      aria-hidden="true"
    >
      <span className={classNames(styles.type, COLOURED[line.type])} data-chip="type">
        {line.type}
      </span>
      <span className={styles.voices}>
        <span
          className={classNames(styles.voice, voiceName === undefined && styles.unassigned)}
          data-chip="voice"
          {...tip(voiceName)}
          dir="auto"
        >
          {chipName(voiceName)}
        </span>
        {language !== undefined && <LanguageChip language={language} castVoiceId={voiceId} />}
      </span>
      <span
        className={classNames(
          isReady && styles.ready,
          status.source === 'server' && !isReady && styles.stale,
        )}
        data-chip="cache"
      >
        {cacheText(status)}
      </span>
      <span className={styles.duration} data-chip="duration">
        {durationText(status, isLoading)}
      </span>
    </div>
  )
})

type LineStatus = {
  voiceId: string | undefined
  voiceName: string | undefined
  /** Of a line that is spoken in its own language. */
  language: string | undefined
  status: CacheStatus
}

function useLineStatus(line: Line): LineStatus {
  const open = useOpenScript()
  const { script, role, playback, casting, version, isVoice, voiceNames } = open
  const voiceId = voiceForLine(line, casting, isVoice)
  const { language } = asCast(line, casting)
  const server = useSyncExternalStore(playback.clips.subscribe, () => playback.clips.get(line._id))
  const path = isSpokenBy(server, voiceId, language) ? server?.path : undefined
  const isRead = mayHaveDirections(line) && readsDirections(open)
  const localMs = useSyncExternalStore(localClips.subscribe, () =>
    voiceId === undefined || role !== 'owner'
      ? null
      : localClips.duration({
          scriptId: script._id,
          lineId: line._id,
          ...playback.ofDraft(),
          voiceId,
          language,
          readsDirections: isRead,
          path,
          version,
        }),
  )
  return {
    voiceId,
    language,
    voiceName: voiceId === undefined ? undefined : (voiceNames?.get(voiceId) ?? '…'),
    status: cacheStatus({ voiceId, language, localMs, server }),
  }
}
