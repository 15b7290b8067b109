/**
 * What a terminal takes for a command, not for text: control characters (C0 but the tab, DEL, C1), line and paragraph
 * separators, and marks that turn the direction of what follows. Names, titles and addresses in a log line are other
 * people's words, and with these they could colour it, hide it, or write a line that nobody logged.
 */
const COMMANDS = /(?!\t)[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu

/** `text` with each such character written out, e.g. `\u001b`. */
export const printable = (text: string): string =>
  text.replace(COMMANDS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
