import { Modal } from 'antd'
import type { LateProps } from '../../../late/late-parts.tsx'
import { isOfCasting, isOfChanges, isOfNotes, KEY_BINDINGS } from '../../../player/device/keyboard.ts'
import styles from './keys-dialog.module.css'

type Props = LateProps & { hasNotes?: boolean; hasChanges?: boolean; mayCast?: boolean }

export function KeysDialog(props: Props) {
  const { open, onClose, hasNotes = false, hasChanges = false, mayCast = false } = props
  const offered = KEY_BINDINGS.filter(
    ({ command }) =>
      (hasNotes || !isOfNotes(command)) &&
      (hasChanges || !isOfChanges(command)) &&
      (mayCast || !isOfCasting(command)),
  )
  const commands = new Set(offered.map(({ command }) => command))
  return (
    <Modal open={open} title="Keyboard" footer={null} centered width={820} onCancel={onClose} destroyOnHidden>
      <dl className={styles.keys}>
        {[...commands].map((command) => {
          const bindings = offered.filter((one) => one.command === command)
          return (
            <div key={command}>
              <dt>
                {bindings.map(({ label }) => (
                  <kbd key={label}>{label}</kbd>
                ))}
              </dt>
              <dd>{bindings[0]?.does}</dd>
            </div>
          )
        })}
      </dl>
    </Modal>
  )
}
