import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { useKept } from './use-kept.ts'

type Props = {
  character: string
  open: boolean
  onCancel: () => void
  onAssign: () => void
  /** After it has gone. */
  onClosed?: () => void
}

/** Voice Assignment Required (product §2): a line cannot be spoken because its character has no voice. */
export function VoiceRequiredDialog({ character, open, onCancel, onAssign, onClosed }: Props) {
  const name = useKept(open, character)
  const assign = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={open}
      title="Voice Assignment Required"
      centered
      width={480}
      onCancel={onCancel}
      afterOpenChange={(isOpen) => (isOpen ? assign.current?.focus() : onClosed?.())}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          Cancel
        </Button>,
        <Button key="assign" ref={assign} type="primary" onClick={onAssign}>
          Assign Voice
        </Button>,
      ]}
    >
      <p>The character "{name}" needs a voice assignment before playback can continue.</p>
      <p>Would you like to assign a voice to this character now?</p>
    </Modal>
  )
}
