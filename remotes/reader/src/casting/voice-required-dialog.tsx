import { isolated } from '@andscene/contracts/text/isolated'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'

/** Returns `value` while `open`, and its last value during the closing animation. */
export function useKept<T>(open: boolean, value: T): T {
  const [kept, setKept] = useState(value)
  if (open && !Object.is(kept, value)) setKept(value)
  return open ? value : kept
}

type Props = {
  character: string
  open: boolean
  onClose: () => void
  onAssign: () => void
  onClosed?: () => void
}

/** Voice Assignment Required (product §2): a line cannot be spoken because its character has no voice. */
export function VoiceRequiredDialog({ character, open, onClose, onAssign, onClosed }: Props) {
  const name = useKept(open, character)
  const assign = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={open}
      title="Voice Assignment Required"
      centered
      width={480}
      onCancel={onClose}
      afterOpenChange={(isOpen) => (isOpen ? assign.current?.focus() : onClosed?.())}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="assign" ref={assign} type="primary" onClick={onAssign}>
          Assign Voice
        </Button>,
      ]}
    >
      <p>The character "{name && isolated(name)}" needs a voice assignment before playback can continue.</p>
      <p>Would you like to assign a voice to this character now?</p>
    </Modal>
  )
}
