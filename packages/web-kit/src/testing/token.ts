/** An ID token of `uid` as far as a browser reads one; `name` tells several apart. */
export const tokenOf = (uid: string, name: string | number = '') =>
  `header.${btoa(JSON.stringify({ sub: uid }))}.${name}`
