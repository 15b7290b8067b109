import type { Line } from '@andscene/contracts/script'
import { memo } from 'react'
import { classNames } from '@andscene/web-kit/class-names'
import styles from './line-chips.module.css'
import { cacheText, chipName, durationText } from './line-status.ts'
import { useLineStatus } from './use-line-status.ts'

/** Kinds with a colour of their own (product §2). */
const COLOURED: Record<string, string | undefined> = {
  Dialogue: styles.dialogue,
  Action: styles.action,
  Character: styles.character,
}

type Props = { line: Line; isLoading: boolean }

/** The four chips of a line (product §2): type, voice, cache, length. Set like a cue sheet beside the page. */
export const LineChips = memo(function LineChips({ line, isLoading }: Props) {
  const { voiceName, status } = useLineStatus(line)
  const isReady = status.place !== 'none' && status.valid
  return (
    <div className={styles.chips} data-testid="line-chips">
      <span className={classNames(styles.type, COLOURED[line.type])} data-chip="type">
        {line.type}
      </span>
      <span
        className={classNames(styles.voice, voiceName === undefined && styles.unassigned)}
        data-chip="voice"
        title={voiceName}
        dir="auto"
      >
        {chipName(voiceName)}
      </span>
      <span
        className={classNames(
          styles.cache,
          isReady && styles.ready,
          status.place === 'server' && !isReady && styles.stale,
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
