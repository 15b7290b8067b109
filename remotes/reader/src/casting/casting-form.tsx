import { saveCasting } from '@andscene/contracts/routes/scripts'
import type { Script, VersionedCasting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { presentIn } from '@andscene/web-kit/api-client'
import { useHold } from '@andscene/web-kit/safe-moment'
import { SnackbarSlot, useSnackbar } from '@andscene/web-kit/snackbar'
import { NaturalVoicesLine } from '@andscene/web-kit/natural-voices-line'
import { Alert, Button, Flex, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ActTabs, CharacterList } from './character-list.tsx'
import { CastingConflicts, useQuestions } from './casting-conflicts.tsx'
import styles from './casting-form.module.css'
import { useSaveCasting } from './casting-query.ts'
import { CastingSettingsDialog, CastingTools } from './casting-tools.tsx'
import { useAllowanceNews } from './voices/preview-button.tsx'
import { PronunciationsPanel } from '../pronounce/pronunciations-panel.tsx'
import { RecastLine } from './recast/recast-line.tsx'
import { PrimaryVoices } from './voices/primary-voices.tsx'
import { drafted, seenBy, suggestedIn, type Draft } from './own-changes.ts'
import { keepUnsaved, unsavedIn, type Unsaved, UnsavedList } from './unsaved-casting.tsx'
import { useCastingForm } from './use-casting-form.ts'
import { VoiceFiltersDialog } from './voices/voice-filters-dialog.tsx'

type Props = {
  script: Script
  mayCast: boolean
  voices: readonly Voice[]
  saved: VersionedCasting
  character?: string | undefined
  onClose: () => void
  onSaved: () => void
  onChanged: (isChanged: boolean) => void
}

export function CastingForm(props: Props) {
  const { script, mayCast, voices, saved, character, onClose, onSaved, onChanged } = props
  const [modal, question] = Modal.useModal()
  const snackbar = useSnackbar()
  const form = useCastingForm({ script, voices, saved, character })
  const save = useSaveCasting(script._id)
  const [dialog, setDialog] = useState<'filters' | 'settings'>()
  const [isPronouncing, setPronouncing] = useState(false)
  const isWhole = character === undefined
  const news = useRef<HTMLDivElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const { recasting } = form
  useAllowanceNews()
  useHold(form.isChanged)

  useEffect(() => {
    onChanged(form.isChanged)
    return () => onChanged(false)
  }, [onChanged, form.isChanged])

  const unsaved = unsavedIn(form, saved)
  useEffect(() => keepUnsaved(script._id, unsaved))

  const store = async (draft: Draft | undefined) => {
    try {
      await save.mutateAsync({
        read: seenBy(draft, saved),
        casting: drafted(saved, draft),
        suggested: suggestedIn(draft),
      })
    } catch (error) {
      // Another editor saved first; the form already shows their casting.
      if (presentIn(saveCasting, error)) return questions.ask(draft)
      // The message appears above the buttons; the modal stays open (product §4, §8).
      // oxlint-disable-next-line no-console -- product §8: logged
      console.warn('The casting could not be saved', error)
      return
    }
    onSaved()
    onClose()
  }
  const questions = useQuestions({ form, saved, store: (draft) => void store(draft) })
  const submit = () =>
    form.conflicts.length + form.soundConflicts.length > 0
      ? questions.ask(form.draft)
      : void store(form.draft)
  const suggest = () => {
    const given = form.suggest()
    if (given > 0)
      snackbar.success(
        `${given} ${given === 1 ? 'character' : 'characters'} got a voice. Change what you like.`,
      )
    else if (form.assigned === form.parts.length) snackbar.success('Every character has a voice.')
    else snackbar.error('No voices match these filters. Change them and suggest a cast again.')
  }
  const confirmClear = () => {
    modal.confirm({
      title: 'Clear all voice assignments?',
      content: 'This action cannot be undone.',
      okText: 'Clear All',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: form.clear,
    })
  }

  if (!mayCast) return <LostCasting unsaved={unsaved} onClose={onClose} />

  const list = <CharacterList key={form.act} form={form} />
  return (
    <>
      {question}
      {isWhole ? (
        <>
          {!isPronouncing && <CastingTools form={form} onSuggest={suggest} onOpen={setDialog} />}
          <div ref={news} className={styles.news}>
            <NaturalVoicesLine className={styles.coming} />
            {recasting.isShown && (
              <RecastLine
                replaced={recasting.replaced}
                onRecast={recasting.recast}
                onUndo={recasting.undo}
                onDismiss={() => {
                  recasting.dismiss()
                  // The line disappears together with its focused button.
                  news.current?.parentElement?.querySelector<HTMLElement>('[role=tab]')?.focus()
                }}
              />
            )}
          </div>
          <ActTabs
            form={form}
            pronunciations={isPronouncing ? <PronunciationsPanel script={script} form={form} /> : undefined}
            onPronunciations={setPronouncing}
          >
            {form.act === 'all' && <PrimaryVoices form={form} />}
            {list}
          </ActTabs>
        </>
      ) : (
        <div className={styles.one}>
          <NaturalVoicesLine className={styles.coming} />
          {list}
        </div>
      )}
      <CastingConflicts
        questions={questions}
        form={form}
        saved={saved}
        byId={form.byId}
        saveButton={saveButton}
      />
      {save.isError && !presentIn(saveCasting, save.error) && (
        <Alert className={styles.alert ?? ''} type="error" showIcon title={save.error.message} />
      )}
      <footer className={styles.footer}>
        {isWhole && !isPronouncing && (
          <Button className={styles.clearAll ?? ''} type="text" danger onClick={confirmClear}>
            Clear All Voices
          </Button>
        )}
        <SnackbarSlot className={styles.message} />
        <Button className={styles.cancel ?? ''} disabled={save.isPending} onClick={onClose}>
          CANCEL
        </Button>
        <Button
          ref={saveButton}
          className={styles.save ?? ''}
          type="primary"
          loading={save.isPending}
          onClick={submit}
        >
          SAVE ASSIGNMENTS
        </Button>
      </footer>
      {dialog === 'filters' && <VoiceFiltersDialog form={form} onClosed={() => setDialog(undefined)} />}
      {dialog === 'settings' && (
        <CastingSettingsDialog form={form} onClearAll={confirmClear} onClosed={() => setDialog(undefined)} />
      )}
    </>
  )
}

type LostProps = { unsaved: readonly Unsaved[]; onClose: () => void }

/** Replaces the form when the user loses the right to cast while editing (product §11). */
export const LostCasting = ({ unsaved, onClose }: LostProps) => (
  <Flex vertical gap={8} className={styles.one ?? ''}>
    <Alert type="warning" showIcon title="You can no longer change the cast." />
    <UnsavedList unsaved={unsaved} />
    <Flex justify="end">
      <Button type="primary" onClick={onClose}>
        Close
      </Button>
    </Flex>
  </Flex>
)
