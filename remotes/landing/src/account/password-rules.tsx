import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import styles from './account.module.css'
import { PASSWORD_RULES } from '@andscene/web-kit/password-rules'

/** The hint list of the password rules (product §2), each ticked as it is met. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  return (
    <ul id={id} className={classNames(parts.rules, styles.rules)}>
      {PASSWORD_RULES.map(({ text, met }) => {
        const isMet = met(password)
        return (
          <li key={text} data-met={isMet || undefined}>
            {text}
            {isMet && <span className="as-visually-hidden">, met</span>}
          </li>
        )
      })}
    </ul>
  )
}
