import { tip } from '@andscene/web-kit/tooltip'
import { BackTenIcon, ForwardTenIcon } from '../../icons.tsx'
import { useOpenScript } from '../open-script.ts'
import { seekBy, SEEK_MS } from './seek.ts'
import styles from './seek-buttons.module.css'
import { useQuietTimes } from './use-script-times.tsx'

/** Ten seconds back and on. */
export function SeekButtons() {
  const { player } = useOpenScript().playback
  const times = useQuietTimes()
  return (
    <span className={styles.seek}>
      <button
        type="button"
        className={styles.button}
        aria-label="Back 10 seconds"
        {...tip('Back 10 seconds (J)')}
        onClick={() => seekBy(player, times, -SEEK_MS)}
      >
        <BackTenIcon />
      </button>
      <button
        type="button"
        className={styles.button}
        aria-label="Forward 10 seconds"
        {...tip('Forward 10 seconds (L)')}
        onClick={() => seekBy(player, times, SEEK_MS)}
      >
        <ForwardTenIcon />
      </button>
    </span>
  )
}
