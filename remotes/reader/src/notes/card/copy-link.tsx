import { useSnackbar } from '@andscene/web-kit/snackbar'
import { LinkIcon } from '../../icons.tsx'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { noteAddress } from '../note-address.ts'

export function CopyLink({ noteId }: { noteId: string }) {
  const snackbar = useSnackbar()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(noteAddress(noteId))
      snackbar.success('Link to note copied.')
    } catch {
      snackbar.error('The browser blocked copying.')
    }
  }
  return (
    <IconButton
      name="Copy link to note"
      hint="Copy link to note"
      size={28}
      isMuted
      onClick={() => void copy()}
    >
      <LinkIcon size={16} />
    </IconButton>
  )
}
