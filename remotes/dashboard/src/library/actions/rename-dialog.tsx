import { TITLE_LIMIT } from '@andscene/contracts/limits'
import { Input, Modal, type InputRef } from 'antd'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { ScriptListItem } from '@andscene/contracts/script'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import type { CardFocus } from './use-card-focus.ts'
import { useRenameScript, type ListKey } from '../scripts-query.ts'

type Props = {
  open: boolean
  title: string
  onRename: (title: string) => void
  onCancel: () => void
  /** The dialog has closed and the focus is restored. */
  onClosed: () => void
}

export function RenameDialog({ open, title, onRename, onCancel, onClosed }: Props) {
  const formId = useId()
  const input = useRef<InputRef>(null)
  const [value, setValue] = useState(title)
  const newTitle = value.trim()
  return (
    <Modal
      open={open}
      title="Rename script"
      okText="Rename"
      okButtonProps={{ disabled: !newTitle || newTitle === title, htmlType: 'submit', form: formId }}
      onCancel={onCancel}
      afterClose={onClosed}
      // Text that was typed before the dialog had opened must not be selected: the next key would replace it.
      afterOpenChange={(shown) => shown && input.current?.focus({ cursor: value === title ? 'all' : 'end' })}
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          if (newTitle) onRename(newTitle)
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

export function useRenaming(
  queryKey: ListKey,
  focus: CardFocus,
): [(script: ScriptListItem) => void, ReactNode] {
  const snackbar = useSnackbar()
  const rename = useRenameScript(queryKey, {
    onError: (error, script) => {
      snackbar.error(`Failed to rename script: ${error.message}`)
      // The card moves back to its old place.
      focus.renamed(script)
    },
  })
  const [renaming, setRenaming] = useState<{ script: ScriptListItem; open: boolean }>()
  // Mounted until it has closed, so that it restores the focus.
  const close = () => setRenaming((last) => last && { ...last, open: false })
  const dialog = renaming && (
    <RenameDialog
      key={renaming.script._id}
      open={renaming.open}
      title={renaming.script.title}
      onCancel={close}
      onClosed={() => {
        setRenaming(undefined)
        focus.renamed(renaming.script)
      }}
      onRename={(title) => {
        close()
        // With its new title, it may not match the search.
        focus.begin(renaming.script)
        rename.mutate({ script: renaming.script, title })
      }}
    />
  )
  return [(script) => setRenaming({ script, open: true }), dialog]
}
