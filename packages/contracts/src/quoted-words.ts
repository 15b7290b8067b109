/** Longest name or title that is quoted in a sentence. */
const LENGTH = 80

/**
 * User input as it is quoted in a mail or on a page to people who may not know the user: one line of bounded length in
 * which nothing is or becomes a link, and no character is invisible or turns the text around. Empty when nothing is left.
 */
export function quotedWords(text: string): string {
  const plain = text
    // Full-width and other forms of dots, slashes and letters become the plain ones that are looked for below.
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    // Addresses with a scheme, and mail addresses.
    .replaceAll(/\S*(?::\/\/|@)\S*/g, ' ')
    .replaceAll(/\b(?:mailto|tel|sms|javascript|data):/gi, ' ')
    // Host names: a mail program makes a link of any two words with a dot between them.
    .replaceAll(/(?<=[\p{L}\p{N}\p{M}_-])[.\u3002](?=[\p{L}\p{N}])/gu, ' ')
    .replaceAll(/[\\/]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const signs = [...plain]
  return signs.length > LENGTH
    ? `${signs
        .slice(0, LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : plain
}
