import { BackTenIcon, ForwardTenIcon } from '../../icons.tsx'
import { useOpenScript } from '../open-script.ts'
import { IconButton } from './icon-button.tsx'
import { seekBy, SEEK_MS } from './seek.ts'
import styles from './seek-buttons.module.css'
import { useQuietTimes } from './use-script-times.tsx'

/** Moves by ten seconds. */
export function SeekButtons() {
  const { player } = useOpenScript().playback
  const times = useQuietTimes()
  return (
    <span className={styles.seek}>
      <IconButton
        className={styles.button}
        name="Back 10 seconds"
        hint="Back 10 seconds (J)"
        onClick={() => seekBy(player, times, -SEEK_MS)}
      >
        <BackTenIcon />
      </IconButton>
      <IconButton
        className={styles.button}
        name="Forward 10 seconds"
        hint="Forward 10 seconds (L)"
        onClick={() => seekBy(player, times, SEEK_MS)}
      >
        <ForwardTenIcon />
      </IconButton>
    </span>
  )
}
