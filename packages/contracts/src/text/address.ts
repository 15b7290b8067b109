/** The form for comparisons. Only A–Z are lowered: other letters fold into ASCII, such as the Kelvin sign into k. */
export const addressOf = (email: string): string =>
  email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Whose mailbox an address is, for counting: `+tag` is dropped, because a sender can add as many as they like. */
export function mailboxOf(email: string): string {
  const address = addressOf(email)
  const plus = address.indexOf('+')
  const at = address.lastIndexOf('@')
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address
}

/** Whether a mail server could read a character of it as ASCII, or it is invisible: such an address is refused. */
export const isLookalike = (email: string): boolean =>
  [...email.trim()].some(
    (sign) =>
      sign > '\u007F' &&
      (/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(sign) ||
        FOLDS.some((fold) => ASCII.test(fold(sign)))),
  )

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /[\u0000-\u007F]/
const FOLDS: ((sign: string) => string)[] = [
  (sign) => sign.toLowerCase(),
  (sign) => sign.toUpperCase(),
  (sign) => sign.normalize('NFKC'),
  (sign) => sign.normalize('NFKC').toLowerCase(),
]

/** An address as it is shown to other users: `b…n@example.com`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = '', ...rest] = email.slice(0, at)
  return `${first}…${rest.length > 1 ? rest.at(-1) : ''}${email.slice(at)}`
}
