import { Modal } from 'antd'

type Props = { character: string; open: boolean; onCancel: () => void; onAssign: () => void }

/** Voice Assignment Required (SPEC §2): a line cannot be spoken because its character has no voice. */
export function VoiceRequiredDialog({ character, open, onCancel, onAssign }: Props) {
  return (
    <Modal
      open={open}
      title="Voice Assignment Required"
      okText="Assign Voice"
      cancelText="Cancel"
      onOk={onAssign}
      onCancel={onCancel}
      centered
      width={480}
    >
      <p>The character "{character}" needs a voice assignment before playback can continue.</p>
      <p>Would you like to assign a voice to this character now?</p>
    </Modal>
  )
}
