import { Modal } from 'antd'
import { KEY_BINDINGS } from '../../player/device/keyboard.ts'
import styles from './keys-dialog.module.css'

/** The list of keys (`?`). */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      open={isOpen}
      title="Keyboard"
      footer={null}
      centered
      width={420}
      onCancel={onClose}
      destroyOnHidden
    >
      <dl className={styles.keys}>
        {KEY_BINDINGS.map(({ label, command, does }) => (
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
