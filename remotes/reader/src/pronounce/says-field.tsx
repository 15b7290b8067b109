import { PRONUNCIATION_LIMIT } from '@andscene/contracts/limits'
import type { PronunciationKind } from '@andscene/contracts/voices/pronunciation'
import { respellingIpa } from '@andscene/screenplay/pronunciation/respelling'
import { Input, Segmented, type InputRef } from 'antd'
import type { RefObject } from 'react'
import { describedBy, PronounceField } from './pronounce-field.tsx'
import styles from './pronounce.module.css'

type Props = {
  id: string
  input: RefObject<InputRef | null>
  value: string
  kind: PronunciationKind
  voiceName: string | undefined
  takesIpa: boolean
  problem: string | undefined
  onKind: (kind: PronunciationKind) => void
  onChange: (says: string) => void
}

/** How a word is pronounced, and in which notation. */
export function SaysField(props: Props) {
  const { id, input, value, kind, takesIpa, problem, onKind, onChange } = props
  const isIpa = kind === 'ipa'
  return (
    <>
      {(takesIpa || isIpa) && (
        <Segmented
          className={styles.kinds ?? ''}
          aria-label="Kind of pronunciation"
          value={kind}
          options={[
            { value: 'respelling', label: 'As it sounds' },
            { value: 'ipa', label: 'IPA' },
          ]}
          onChange={(chosen) => onKind(chosen as PronunciationKind)}
        />
      )}
      <PronounceField
        id={id}
        label={isIpa ? 'IPA' : 'How it sounds'}
        problem={problem}
        hint={isIpa ? ipaHint(props) : <RespellingHint says={value} />}
      >
        <Input
          ref={input}
          id={id}
          dir="auto"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={isIpa ? 'ʃɪˈvɔːn' : 'shi-VAWN'}
          maxLength={PRONUNCIATION_LIMIT.says}
          value={value}
          {...describedBy(id, problem, true)}
          onChange={({ target }) => onChange(target.value)}
        />
      </PronounceField>
    </>
  )
}

const ipaHint = ({ takesIpa, voiceName }: Pick<Props, 'takesIpa' | 'voiceName'>): string =>
  takesIpa
    ? 'International Phonetic Alphabet, such as ʃɪˈvɔːn'
    : `${voiceName ?? 'This voice'} takes no IPA and speaks the word as it is written.`

function RespellingHint({ says }: { says: string }) {
  const ipa = respellingIpa(says)
  if (says.trim() !== '' && ipa === undefined)
    return 'Spoken as it is spelled. Use hyphens between syllables, such as shi-VAWN.'
  return <>Hyphens between syllables, capitals for the stressed one{ipa !== undefined && <> · {ipa}</>}</>
}
