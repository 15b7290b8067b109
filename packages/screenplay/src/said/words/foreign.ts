/** Letters and words that do not occur in English; "É" occurs in loan words. */
const FOREIGN =
  /[^\P{L}\p{ASCII}ÉéÈè]|(?<!\p{L})(?:der|das|und|les|une|dans|avec|una|gli|della|het|een)(?!\p{L})/iu
export const looksForeign = (text: string): boolean => FOREIGN.test(text)
