import { TITLE_LIMIT } from '@andscene/contracts/limits'
import { Input, Modal, type InputRef } from 'antd'
import { useId, useRef, useState } from 'react'

type Props = {
  open: boolean
  title: string
  onRename: (title: string) => void
  onCancel: () => void
  /** It has closed, and the focus is back where it was. */
  onClosed: () => void
}

/** Asks for a script's new title. */
export function RenameDialog({ open, title, onRename, onCancel, onClosed }: Props) {
  const formId = useId()
  const input = useRef<InputRef>(null)
  const [value, setValue] = useState(title)
  const wanted = value.trim()
  const submit = () => {
    if (wanted) onRename(wanted)
  }
  return (
    <Modal
      open={open}
      title="Rename script"
      okText="Rename"
      okButtonProps={{ disabled: !wanted || wanted === title, htmlType: 'submit', form: formId }}
      onCancel={onCancel}
      afterClose={onClosed}
      // Who was quicker than the dialog goes on typing: selected, what they have typed would be replaced.
      afterOpenChange={(shown) => shown && input.current?.focus({ cursor: value === title ? 'all' : 'end' })}
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Input
          aria-label="Title"
          ref={input}
          dir="auto"
          maxLength={TITLE_LIMIT}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </form>
    </Modal>
  )
}
