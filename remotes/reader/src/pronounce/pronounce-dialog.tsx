import { voiceForLine, voiceRoleFor } from '@andscene/screenplay/voices'
import { Loading } from '@andscene/web-kit/loading'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useSilentAfter } from '../casting/voices/preview-button.tsx'
import { useKept } from '../casting/voice-required-dialog.tsx'
import { focusLineIfLost } from '../page/narration/in-sight.ts'
import type { LateProps } from '../late/late-parts.tsx'
import type { OpenScript } from '../page/open-script.ts'
import { PronounceForm, type Sample } from './pronounce-form.tsx'
import styles from './pronounce.module.css'
import { sampleOf } from './pronounced-words.ts'
import { findPronunciation, pronunciationsQuery } from './pronunciations-query.ts'

type Props = LateProps & {
  page: Pick<OpenScript, 'script' | 'lines' | 'player' | 'casting' | 'isVoice' | 'voiceNames'>
  mayCast: boolean
  words: { text: string; line: number } | null
}

/** Pronounce…: the pronunciation of selected words (product §5). */
export function PronounceDialog({ open, onClose, page, mayCast, words: opened }: Props) {
  useSilentAfter(open)
  const words = useKept(open, opened)
  return (
    <Modal
      open={open}
      title="Pronounce"
      footer={null}
      width={480}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
      afterClose={() => focusLineIfLost(page.player)}
    >
      {words && <Content page={page} mayCast={mayCast} words={words} onClose={onClose} />}
    </Modal>
  )
}

type ContentProps = Pick<Props, 'page' | 'mayCast'> & {
  words: { text: string; line: number }
  onClose: () => void
}

function Content({ page, mayCast, words, onClose }: ContentProps) {
  const { script, lines, casting, isVoice, voiceNames } = page
  const { data, error, refetch } = useQuery(pronunciationsQuery(script._id))
  const line = lines[words.line]
  const speaker = line && voiceRoleFor(line) === 'character' ? line.character : undefined
  const voiceId = line && voiceForLine(line, casting, isVoice)
  const sample = (word: string): Sample => ({
    text: sampleOf(line, word),
    voiceId,
    voiceName: voiceId === undefined ? undefined : voiceNames?.get(voiceId),
  })
  if (data)
    return (
      <PronounceForm
        scriptId={script._id}
        list={data.pronunciations}
        target={{
          word: words.text,
          // One of the character alone wins over one of the script.
          edited:
            findPronunciation(data.pronunciations, { word: words.text, character: speaker }) ??
            findPronunciation(data.pronunciations, { word: words.text }),
        }}
        characters={speaker === undefined ? [] : [speaker]}
        mayCast={mayCast}
        sampleOf={sample}
        onClose={onClose}
      />
    )
  if (!error) return <Loading text="Loading pronunciations..." />
  return (
    <div className={styles.state}>
      <Alert type="error" showIcon title={error.message} />
      <Button onClick={() => void refetch()}>Retry</Button>
    </div>
  )
}
