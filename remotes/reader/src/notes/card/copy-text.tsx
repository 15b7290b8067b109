import { useSnackbar } from '@andscene/web-kit/snackbar'

type Props = { text: string; className?: string | undefined }

export function CopyText({ text, className = 'as-button' }: Props) {
  const snackbar = useSnackbar()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      snackbar.success('Copied.')
    } catch {
      snackbar.error('The browser blocked copying. Select the text and copy it.')
    }
  }
  return (
    <button type="button" className={className} onClick={() => void copy()}>
      Copy text
    </button>
  )
}
