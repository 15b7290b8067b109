import { Button, Modal, Switch } from 'antd'
import { useState } from 'react'
import styles from './casting-settings-dialog.module.css'

type Props = {
  showAssigned: boolean
  onShowAssigned: (show: boolean) => void
  /** Asks first. */
  onClearAll: () => void
  /** After it has gone and the focus is back where it was. */
  onClosed: () => void
}

/** Voice Assignment Settings (product §2). */
export function CastingSettingsDialog({ showAssigned, onShowAssigned, onClearAll, onClosed }: Props) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      title="Voice Assignment Settings"
      width={480}
      centered
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <div className={styles.row}>
        <label htmlFor="show-assigned">Show assigned characters</label>
        <Switch id="show-assigned" checked={showAssigned} onChange={onShowAssigned} />
      </div>
      <div className={styles.row}>
        <p className={styles.hint}>Takes the voices of all characters, narration and scene headings away.</p>
        <Button className={styles.clear ?? ''} danger onClick={onClearAll}>
          Clear All Voice Assignments
        </Button>
      </div>
    </Modal>
  )
}
