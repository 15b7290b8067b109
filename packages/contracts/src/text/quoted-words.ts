/**
 * User input for mails and other users' pages: one line of at most `length` characters without links or invisible
 * characters. May be empty.
 */
export function quotedWords(text: string, length = 80): string {
  const plain = text
    // Normalizes full-width and other forms of dots, slashes and letters for the patterns below.
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    // URLs with a scheme, and mail addresses.
    .replaceAll(/(?<!\S)\S*(?::\/\/|@)\S*/g, ' ')
    .replaceAll(/\b(?:mailto|tel|sms|javascript|data):/gi, ' ')
    // Host names: mail programs turn any two words with a dot between them into a link.
    .replaceAll(/(?<=[\p{L}\p{N}\p{M}_-])[.\u3002](?=[\p{L}\p{N}])/gu, ' ')
    .replaceAll(/[\\/]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const signs = [...plain]
  return signs.length > length
    ? `${signs
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : plain
}
