import styles from './notices.module.css'
import { PlaybackMessage } from './playback-message.tsx'
import { WaysBack } from './ways-back.tsx'

/** What playback has to say and to offer, over the end of the sheet. In front of it for the keyboard: they pass. */
export const Notices = () => (
  <div className={styles.notices}>
    <div className={styles.stack}>
      <WaysBack />
      <PlaybackMessage />
    </div>
  </div>
)
