import { UPLOAD_EXTENSION } from '@andscene/contracts/limits'
import { classNames } from '@andscene/web-kit/class-names'
import { UploadIcon } from '@andscene/web-kit/icons/actions'
import { DoneIcon } from '@andscene/web-kit/icons/things'
import parts from '@andscene/web-kit/parts.module.css'
import { Button, Flex, Progress } from 'antd'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import type { FileUpload, UploadState, UploadStatus } from './file-upload.ts'
import styles from './upload-area.module.css'

const LABELS: Record<UploadStatus, string> = {
  idle: '',
  uploading: 'Uploading file...',
  parsing: 'Processing script...',
  asking: '',
  success: 'Upload complete!',
  error: 'Upload failed',
}

type Props = {
  upload: Pick<
    FileUpload<unknown, unknown>,
    'busy' | 'choose' | 'forgetRefusal' | 'getState' | 'retry' | 'cancel'
  >
  state: UploadState
  title: string
  subtitle: string
  onCancel: () => void
}

/** Chooses or drops a script and shows the progress of its upload (product §2, Upload area). */
export function UploadArea({ upload, state, title, subtitle, onCancel }: Props) {
  const titleId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { status, progress, fileName, problem, isFileChanged } = state
  const busy = upload.busy
  useEffect(() => upload.forgetRefusal, [upload])

  const drag = (event: DragEvent) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = busy ? 'none' : 'copy'
    setOver(!busy)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    upload.choose([...event.dataTransfer.files])
  }
  const openChooser = () => input.current?.click()
  const tryAgain = async () => {
    await upload.retry()
    // Browsers open the chooser only within seconds of a press.
    if (upload.getState().isFileChanged && navigator.userActivation?.isActive) openChooser()
  }
  const cancel = () => {
    upload.cancel()
    onCancel()
  }

  return (
    // Dropping needs a mouse; the buttons offer the same to the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classNames(styles.area, over && styles.over)}
      aria-labelledby={titleId}
      aria-busy={busy}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      <span
        className={classNames(parts.disc, styles.disc, status === 'success' && styles.done)}
        aria-hidden="true"
      >
        {status === 'success' ? <DoneIcon /> : <UploadIcon />}
      </span>
      <h2 id={titleId} className={classNames(parts.title, styles.title)}>
        {title}
      </h2>
      <p className={styles.subtitle}>{subtitle}</p>

      <output className={styles.status}>
        {status !== 'idle' && (
          <>
            <span className={status === 'error' ? styles.failed : styles.label}>{LABELS[status]}</span>
            {fileName && (
              <span className={classNames(parts.hint, parts.cut, styles.file)} dir="auto">
                {fileName}
              </span>
            )}
          </>
        )}
      </output>
      {status !== 'idle' && (
        <Progress
          className={classNames(styles.bar)}
          percent={Math.round(progress)}
          status={status === 'error' ? 'exception' : status === 'success' ? 'success' : 'normal'}
          aria-label={LABELS[status]}
        />
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}

      <input
        ref={input}
        type="file"
        accept={UPLOAD_EXTENSION}
        className="as-visually-hidden"
        tabIndex={-1}
        aria-label="Script file"
        disabled={busy}
        onChange={(event) => {
          upload.choose([...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
      <Flex wrap justify="center" gap={12} className={styles.buttons ?? ''}>
        {status === 'error' && !isFileChanged && (
          <Button type="primary" size="large" onClick={() => void tryAgain()}>
            Try Again
          </Button>
        )}
        <Button
          type={status === 'error' && !isFileChanged ? 'default' : 'primary'}
          size="large"
          disabled={busy}
          onClick={openChooser}
        >
          {isFileChanged ? 'Choose the file again' : 'Browse Files'}
        </Button>
        <Button size="large" disabled={status === 'success'} onClick={cancel}>
          Cancel
        </Button>
      </Flex>
    </section>
  )
}
