import { Alert, Button } from 'antd'
import styles from './lost-casting.module.css'
import type { Unsaved } from './unsaved-casting.ts'
import { UnsavedList } from './unsaved-list.tsx'

type Props = { unsaved: readonly Unsaved[]; onClose: () => void }

/** In place of the casting, when the right to it is taken away while it is being changed (product §11). */
export const LostCasting = ({ unsaved, onClose }: Props) => (
  <div className={styles.lost}>
    <Alert type="warning" showIcon title="You can no longer change the cast." />
    <UnsavedList unsaved={unsaved} />
    <Button className={styles.close ?? ''} type="primary" onClick={onClose}>
      Close
    </Button>
  </div>
)
