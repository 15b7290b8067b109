/** Text as it is searched: small letters without their marks. */
export const fold = (text: string): string =>
  text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
