import { voiceForLine, voiceRoleFor } from '@andscene/screenplay/voices'
import { Loading } from '@andscene/web-kit/loading'
import parts from '@andscene/web-kit/parts.module.css'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useSilentAfter } from '../casting/voices/preview-button.tsx'
import { useKept } from '../casting/voice-required-dialog.tsx'
import { focusLine } from '../page/narration/in-sight.ts'
import type { LateProps } from '../late/late-parts.tsx'
import type { OpenScript } from '../page/open-script.ts'
import { WordToolbar, type WordPart } from '../words/word-toolbar.tsx'
import { PronounceForm, type Sample } from './pronounce-form.tsx'
import styles from './pronounce.module.css'
import { sampleOf } from './pronounced-words.ts'
import { pronunciationOf } from './pronunciation-changes.ts'
import { pronunciationsQuery } from './pronunciations-query.ts'
import { wordsAt } from './selected-words.ts'

type Props = LateProps & {
  page: Pick<OpenScript, 'script' | 'lines' | 'player' | 'casting' | 'isVoice' | 'voiceNames'>
  mayCast: boolean
  words: { text: string; line: number } | null
}

/** Pronounce…: the pronunciation of selected words, or of a word of a line (product §5). */
export function PronounceDialog({ open, onClose, page, mayCast, words: opened }: Props) {
  useSilentAfter(open)
  const words = useKept(open, opened)
  return (
    <Modal
      open={open}
      title="Pronounce"
      footer={null}
      width={540}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
      // Also after the keyboard: the dialog was opened without a button.
      afterClose={() => words && focusLine(words.line)}
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
  const [text, setText] = useState(words.text)
  const line = lines[words.line]
  const speaker = line && voiceRoleFor(line) === 'character' ? line.character : undefined
  const voiceId = line && voiceForLine(line, casting, isVoice)
  const sample = (word: string): Sample => ({
    text: sampleOf(line, word),
    voiceId,
    voiceName: voiceId === undefined ? undefined : voiceNames?.get(voiceId),
  })
  const wordOf = ({ text: part, at }: WordPart) =>
    wordsAt(line?.text ?? '', { start: at, end: at + part.length }) ?? part
  if (data)
    return (
      <>
        {words.text === '' && line && (
          <div className={styles.choice}>
            <WordToolbar
              line={line}
              label="Word to pronounce"
              isOn={(part) => wordOf(part) === text}
              onPress={(part) => setText(wordOf(part))}
              hasFocus
            />
            <p className={parts.hint}>Choose a word of the line.</p>
          </div>
        )}
        {text !== '' && (
          <PronounceForm
            key={text}
            scriptId={script._id}
            list={data.pronunciations}
            target={{
              word: text,
              // One of the character alone wins over one of the script.
              edited: pronunciationOf(data.pronunciations, { word: text, character: speaker }),
            }}
            characters={speaker === undefined ? [] : [speaker]}
            mayCast={mayCast}
            sampleOf={sample}
            onClose={onClose}
          />
        )}
      </>
    )
  if (!error) return <Loading text="Loading pronunciations..." />
  return (
    <div className={styles.state}>
      <Alert type="error" showIcon title={error.message} />
      <Button onClick={() => void refetch()}>Retry</Button>
    </div>
  )
}
