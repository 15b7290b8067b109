/**
 * Normalizes an address for comparison. Lowers only A–Z: other letters may fold into ASCII, such as the Kelvin sign
 * into k.
 */
export const addressOf = (email: string): string =>
  email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The mailbox of an address, for rate limits: drops `+tag`, of which a sender can add any number. */
export function mailboxOf(email: string): string {
  const address = addressOf(email)
  const plus = address.indexOf('+')
  const at = address.lastIndexOf('@')
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address
}

/**
 * Whether the address contains invisible characters, or ones that a mail server could read as ASCII: such an address is
 * refused.
 */
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

/** The address as other users see it: `b…n@example.com`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = '', ...rest] = email.slice(0, at)
  return `${first}…${rest.length > 1 ? rest.at(-1) : ''}${email.slice(at)}`
}
