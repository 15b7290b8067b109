import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { usesLocalChooser } from '@andscene/web-kit/identity'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { AccountCard } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import styles from '../account/account.module.css'
import { Field, emailProblem } from '../account/field.tsx'
import { useAttempts } from '../account/use-attempts.ts'
import { CHOSEN, type LocalAccount } from '@andscene/web-kit/local-chooser'

const SUGGESTED: LocalAccount[] = [
  { name: 'Ada Reader', email: 'ada.reader@example.com' },
  { name: 'Sam Writer', email: 'sam.writer@example.com' },
]

const choose = (account: LocalAccount) =>
  (opener as Window).postMessage({ type: CHOSEN, account }, location.origin)

/** The popup of the local account chooser; it replaces Google's if the identity service is embedded (product §6). */
export function LocalAccountsPage() {
  const [email, setEmail] = useState('')
  const attempts = useAttempts()
  if (!usesLocalChooser() || !opener) return <Navigate to="/secret-login" replace />

  const problem = emailProblem(email)
  return (
    <AccountCard title="Choose an account" intro="Accounts of this machine only. Nothing is sent to Google.">
      <div className={styles.body}>
        <ul className={classNames(parts.list, styles.accounts)}>
          {SUGGESTED.map((account) => (
            <li key={account.email}>
              <button type="button" className={parts.card} onClick={() => choose(account)}>
                {account.name}
                <small>{account.email}</small>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <AccountForm
        attempts={attempts}
        isGood={!problem}
        run={async () => choose({ email: email.trim(), name: email.trim().split('@')[0]! })}
        sentenceOf={String}
        button="Continue"
      >
        <Field
          label="Another account"
          type="email"
          placeholder="you@example.com"
          value={email}
          onChange={setEmail}
          problem={attempts.checked ? problem : undefined}
        />
      </AccountForm>
    </AccountCard>
  )
}
