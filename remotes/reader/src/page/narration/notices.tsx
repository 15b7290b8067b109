import { later } from '../../late/late.tsx'
import { ChangesNotice } from '../../drafts/bar/changes-notice.tsx'
import { NewDraftNotice } from '../../drafts/arrival/new-draft-notice.tsx'
import { HeardNotice, HearNotice } from '../../drafts/hear/heard-notice.tsx'
import { useMay } from '../open-script.ts'
import { useWait } from '../transport/use-wait.ts'
import styles from './notices.module.css'
import { usePlaybackMessage } from './playback-message.tsx'
import { WaysBack } from './ways-back.tsx'

const RecastNotice = later((loaded) => loaded.RecastNotice)

/** Messages and offers over the end of the sheet, one at a time, messages first; before the sheet in the tab order. */
export function Notices() {
  const message = usePlaybackMessage()
  const mayCast = useMay('cast')
  return (
    <div className={styles.notices}>
      <div className={styles.place}>
        <WaitNotice />
        <WaysBack isHidden={message !== null} />
        {mayCast && <RecastNotice isHidden={message !== null} />}
        {message}
        <NewDraftNotice />
        <HearNotice>
          <HeardNotice />
          <ChangesNotice />
        </HearNotice>
      </div>
    </div>
  )
}

/** Explains why playback is silent when transport and mini player are out of view. The transport announces it. */
function WaitNotice() {
  const wait = useWait()
  return (
    wait && (
      <p className={styles.wait} aria-hidden="true">
        {wait.text}
      </p>
    )
  )
}
