import { Modal } from 'antd'
import type { LateProps } from '../../late/late.tsx'
import { KEY_BINDINGS } from '../../player/device/keyboard.ts'
import styles from './keys-dialog.module.css'

/** The list of keys (`?`). */
export function KeysDialog({ open, onClose, hasNotes = false }: LateProps & { hasNotes?: boolean }) {
  const shown = KEY_BINDINGS.filter(({ ofNotes = false }) => hasNotes || !ofNotes)
  return (
    <Modal open={open} title="Keyboard" footer={null} centered width={420} onCancel={onClose} destroyOnHidden>
      <dl className={styles.keys}>
        {shown.map(({ label, command, does }) => (
          <div key={command}>
            <dt>
              <kbd>{label}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
